import { isUuid } from '../../../../domain/is-uuid.ts'
import type { Loader, PageRequest } from '../../../../page-loader.ts'
import { isUnderWay } from '../rules.ts'
import type { NationalImportData } from '../state.ts'
import { listImports, readImport } from './queries.ts'

/** How long the page waits for a small file's step to end, so that nobody has to look again: in milliseconds. */
const patience = 1_500

/** Feeds the import of public events: the form, or one file with what its check has found. */
export const loadNationalImport: Loader<NationalImportData> = async (request) => await nationalImportPage(request)

/** The page as it stands, or after a post that was not taken. */
export async function nationalImportPage(
  { query, services: { sql } }: PageRequest,
  more: { status?: number; problem?: string } = {},
): Promise<{ kind: 'page'; status: number; data: NationalImportData } | { kind: 'not-found' }> {
  const id = query.get('import')
  const read = async () => (isUuid(id) ? ((await readImport(sql, { importId: id }))[0] ?? null) : null)
  let current = await read()
  if (id && !current) return { kind: 'not-found' }
  for (let waited = 0; current && isUnderWay(current.state) && waited < patience; waited += 100) {
    await Bun.sleep(100)
    current = await read()
  }
  const latest = await listImports(sql)
  return { kind: 'page', status: more.status ?? 200, data: { current, latest, problem: more.problem ?? null } }
}
