import { type } from 'arktype'
import { adminHref } from '#admin-pages.ts'
import { isUuid } from '#domain/is-uuid.ts'
import { answer, formCommand } from '#requests/command.ts'
import { formPost, formsByIntent } from '#requests/form-post.ts'
import { handler, type PageRequest } from '#requests/page-loader.ts'
import { failure } from '#wire/failure.ts'
import { emptyForm, type FormState } from '#wire/form.ts'
import type { NationalImportData } from '../national-import-page.tsx'
import { isUnderWay, piecesOf } from '../rules.ts'
import { listImports, readImport } from './queries.ts'
import { confirmImport, startImport, takePiece } from './take-file.ts'

/** How long the page waits for a small file's step to end, so that nobody has to look again: in milliseconds. */
const patience = 1_500

/** The form, or one file with what its check has found; as it is or after a post that was not taken. */
async function nationalImportPage(
  { query, services: { sql } }: PageRequest,
  { notice: problem }: FormState = emptyForm,
): Promise<{ kind: 'page'; data: NationalImportData } | { kind: 'not-found' }> {
  const id = query.get('import')
  const read = async () => (isUuid(id) ? ((await readImport(sql, { importId: id }))[0] ?? null) : null)
  let current = await read()
  if (id && !current) return { kind: 'not-found' }
  for (let waited = 0; current && isUnderWay(current.state) && waited < patience; waited += 100) {
    await Bun.sleep(100)
    current = await read()
  }
  const latest = await listImports(sql)
  return { kind: 'page', data: { current, latest, problem } }
}

/** Imports a file that was checked. */
const confirm = formCommand({
  permission: 'register',
  schema: type({ import: 'string.uuid' }),
  run: async ({ input: { import: id }, admin, services }) =>
    (await confirmImport(services, id, admin))
      ? answer({ id })
      : failure('conflict', 'This file has been imported already.'),
})

/** Takes a whole file, without a script. */
const takeFile = formCommand({
  permission: 'register',
  schema: type({ name: 'string', bytes: 'TypedArray.Uint8' }),
  run: async ({ input: { name, bytes }, admin, services }) => {
    if (bytes.length === 0) return failure('invalid', 'Choose a CSV file that is not empty.')
    let text: string
    try {
      text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    } catch {
      return failure('invalid', 'The file is not in UTF-8. Save it as "CSV UTF-8" and try again.')
    }
    const pieces = piecesOf(text)
    const fileName = name.replace(/\p{C}/gu, '').slice(0, 200) || 'events.csv'
    const id = await startImport(services, { fileName, pieces: pieces.length, admin })
    for (const [position, piece] of pieces.entries()) await takePiece(services, id, position, piece)
    return answer({ id })
  },
})

const done = ({ id }: { id: string }) => adminHref('nationalImport', { import: id })
const again = nationalImportPage

/** The import of public events. */
export const nationalImport = handler<NationalImportData>({
  load: (request) => nationalImportPage(request),
  act: formsByIntent(
    { confirm: formPost(confirm, { input: ({ query }) => ({ import: query.get('import') }), done, again }) },
    formPost(takeFile, {
      input: ({ files }) => ({ name: '', bytes: new Uint8Array(), ...files?.file }),
      done,
      again,
    }),
  ),
  takesFiles: true,
})
