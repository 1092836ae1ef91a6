import { type } from 'arktype'
import { adminHref } from '#admin-pages.ts'
import { addJob } from '#database/add-job.ts'
import type { SqlRunner, Transaction } from '#database/sql.ts'
import type { Instant } from '#domain/formats.ts'
import { isUuid } from '#domain/is-uuid.ts'
import type { Admin } from '#domain/permissions.ts'
import { command, did } from '#page/command.ts'
import { notFound, page } from '#page/page.ts'
import { answer, command as call } from '#requests/command.ts'
import { form, text } from '#wire/define-form.ts'
import { failure } from '#wire/failure.ts'
import { requiredLine } from '#wire/text-schema.ts'
import type { ImportSummary } from '../server/import-national-events.ts'
import { type ImportCheck, type ImportState, isUnderWay, maxPieces, pieceCharacters, piecesOf } from './rules.ts'

/** Deletes imports that were begun two days ago and never finished. */
async function startImport(
  sql: SqlRunner,
  { fileName, pieces, admin, now }: { fileName: string; pieces: number; admin: Admin; now: string },
): Promise<string> {
  const [added] = await sql<{ id: string }[]>`
    with outlived as (
      delete from national_imports
      where created_at < ${now}::timestamptz - interval '2 days' and state in ('receiving', 'checking', 'checked')
    )
    insert into national_imports (file_name, pieces, created_by, created_by_name, created_at)
    values (${fileName}::text, ${pieces}::integer, ${admin.id}::text, ${admin.name}::text, ${now}::timestamptz)
    returning id`
  return added!.id
}

/** Sent again, a piece replaces the first; false when no such piece is being received. */
async function storePiece(sql: SqlRunner, importId: string, position: number, text: string): Promise<boolean> {
  // PostgreSQL stores no NUL; the check refuses a file that holds one anyway.
  const content = text.replaceAll('\u0000', '\uFFFF')
  const stored = await sql<{ position: number }[]>`
    insert into national_import_pieces (import_id, position, content)
    select id, ${position}::integer, ${content}::text from national_imports
    where id = ${importId}::uuid and state = 'receiving' and ${position}::integer between 0 and pieces - 1
    on conflict (import_id, position) do update set content = excluded.content
    returning position`
  return stored.length > 0
}

/** Starts the check once, when every piece is there; answers whether it did. */
async function checkWhenComplete(transaction: Transaction, importId: string): Promise<boolean> {
  const complete = await transaction<{ id: string }[]>`
    update national_imports as i set state = 'checking'
    where i.id = ${importId}::uuid and i.state = 'receiving'
      and (select count(*) from national_import_pieces p where p.import_id = i.id) = i.pieces
    returning i.id`
  if (complete.length > 0) await queueImport(transaction, importId)
  return complete.length > 0
}

async function queueImport(sql: SqlRunner, importId: string): Promise<void> {
  await addJob(sql, 'national-import', { importId }, { key: `national-import:${importId}` })
}

export const beginNationalImport = command({
  permission: 'register',
  schema: type({
    fileName: requiredLine(200, 'Name the file'),
    pieces: type(`1 <= number.integer <= ${maxPieces}`).configure({ sentence: 'The file is larger than 50 MB' }),
  }).onUndeclaredKey('reject'),
  api: {
    summary: 'Start sending a CSV file of public events',
    answers: { 200: type({ id: 'string.uuid' }) },
    failures: {},
  },
  run: async ({ input, sql, now, admin }) =>
    did({ answer: { id: await startImport(sql.raw, { ...input, admin, now }) } }),
})

export const sendNationalImportPiece = call({
  permission: 'register',
  summary: 'Send one part of the file, as text',
  description: 'Once all parts have arrived, the file is checked.',
  params: type({ id: 'string.uuid', position: type('string <= 3').to('string.integer.parse') }),
  rawBody: { contentType: 'text/plain', holds: type(`string <= ${pieceCharacters}`) },
  answers: { 200: type({ taken: 'number.integer', complete: 'boolean' }) },
  failures: {
    conflict: 'This file has no such part.',
    'too-large': `The part has more than ${pieceCharacters} characters.`,
  },
  run: async ({ params: { id, position }, raw, services: { sql } }) => {
    if (raw.length > pieceCharacters) return failure('too-large', 'The part is too long.')
    // Each piece is committed before the count, so that of two last pieces at once one sees both.
    if (!(await storePiece(sql, id, position, raw))) return failure('conflict', 'This file has no such part.')
    const isComplete = await sql.begin((transaction) => checkWhenComplete(transaction, id))
    const [row] = await sql<{ state: ImportState }[]>`select state from national_imports where id = ${id}::uuid`
    return answer({ taken: position, complete: isComplete || row?.state !== 'receiving' })
  },
})

/** Takes a whole file, without a script. */
const takeFile = command({
  permission: 'register',
  run: async ({ files: { file }, sql, now, admin }) => {
    if (!file || file.bytes.length === 0) return failure('invalid', 'Choose a CSV file that is not empty.')
    let text: string
    try {
      text = new TextDecoder('utf-8', { fatal: true }).decode(file.bytes)
    } catch {
      return failure('invalid', 'The file is not in UTF-8. Save it as "CSV UTF-8" and try again.')
    }
    const pieces = piecesOf(text)
    const fileName = file.name.replace(/\p{C}/gu, '').slice(0, 200) || 'events.csv'
    const id = await startImport(sql.raw, { fileName, pieces: pieces.length, admin, now })
    for (const [position, piece] of pieces.entries()) await storePiece(sql.raw, id, position, piece)
    await checkWhenComplete(sql.raw, id)
    return did({ answer: { import: id } })
  },
  leadsTo: (taken) => adminHref('nationalImport', taken),
})

const confirm = command({
  permission: 'register',
  form: form({ import: text({ label: 'File', max: 36 }) }),
  run: async ({ input, sql }) => {
    const { import: id } = input
    const [begun] = isUuid(id)
      ? await sql<{ file: string }[]>`
          update national_imports set state = 'importing', rows_read = 0
          where id = ${id}::uuid and state = 'checked' and (found ->> 'rows')::integer > (found ->> 'refused')::integer
          returning file_name as file`
      : []
    if (!begun) return failure('conflict', 'This file has been imported already.')
    await queueImport(sql.raw, id)
    return did({
      answer: input,
      audit: { subject: { kind: 'national-import', id }, action: 'confirmed', after: begun },
    })
  },
  leadsTo: (confirmed) => adminHref('nationalImport', confirmed),
})

/** In milliseconds: a small file's step usually ends in this time, so nobody has to look again. */
const patience = 1_500

type ImportFile = { id: string; fileName: string; state: ImportState; summary: ImportSummary | null }

export const nationalImport = page('nationalImport', {
  commands: { take: takeFile, confirm },
  takesFiles: true,
  load: async ({ query, sql }) => {
    const id = query.get('import')
    const find = async () => {
      const [found] = isUuid(id)
        ? await sql<(ImportFile & { rowsRead: number; found: ImportCheck | null; problem: string | null })[]>`
            select id, file_name, state, rows_read, found, summary, problem
            from national_imports where id = ${id}::uuid`
        : []
      return found ?? null
    }
    let current = await find()
    if (id && !current) return notFound()
    for (let waited = 0; current && isUnderWay(current.state) && waited < patience; waited += 100) {
      await Bun.sleep(100)
      current = await find()
    }
    const latest = await sql<(ImportFile & { createdByName: string; createdAt: Instant })[]>`
      select id, file_name, state, summary, created_by_name, created_at
      from national_imports order by created_at desc limit 20`
    return { current, latest }
  },
})
