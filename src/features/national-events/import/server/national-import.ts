import { adminHref } from '../../../../admin-pages.ts'
import { isUuid } from '../../../../domain/is-uuid.ts'
import { type Action, handler, type Loader, type PageRequest } from '../../../../requests/page-loader.ts'
import type { NationalImportData } from '../national-import-page.tsx'
import { isUnderWay, piecesOf } from '../rules.ts'
import { listImports, readImport } from './queries.ts'
import { confirmImport, startImport, takePiece } from './take-file.ts'

/** How long the page waits for a small file's step to end, so that nobody has to look again: in milliseconds. */
const patience = 1_500

/** Feeds the import of public events: the form, or one file with what its check has found. */
const loadNationalImport: Loader<NationalImportData> = async (request) => await nationalImportPage(request)

/** The page as it stands, or after a post that was not taken. */
async function nationalImportPage(
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

/** Takes a file that was sent without a script, and the confirmation of one that was checked. */
const actNationalImport: Action<NationalImportData> = async (request) => {
  const { form, files, query, visitor, services } = request
  const admin = await visitor.admin()
  if (!admin) return { kind: 'not-found' }
  const id = query.get('import')
  if (form.intent === 'confirm' && isUuid(id)) {
    if (await confirmImport(services, id, admin)) {
      return { kind: 'redirect', to: adminHref('nationalImport', { import: id }), status: 303 }
    }
    return await nationalImportPage(request, { status: 409, problem: 'This file has been imported already.' })
  }
  const file = files?.file
  const refuse = async (problem: string) => await nationalImportPage(request, { status: 422, problem })
  if (!file || file.bytes.length === 0) return await refuse('Choose a CSV file that is not empty.')
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(file.bytes)
  } catch {
    return await refuse('The file is not in UTF-8. Save it as "CSV UTF-8" and try again.')
  }
  const pieces = piecesOf(text)
  const fileName = file.name.replace(/\p{C}/gu, '').slice(0, 200) || 'events.csv'
  const importId = await startImport(services, { fileName, pieces: pieces.length, admin })
  for (const [position, piece] of pieces.entries()) await takePiece(services, importId, position, piece)
  return { kind: 'redirect', to: adminHref('nationalImport', { import: importId }), status: 303 }
}

export const nationalImport = handler({ load: loadNationalImport, act: actNationalImport, takesFiles: true })
