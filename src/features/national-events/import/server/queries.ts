import { asJson, type SqlRunner } from '#database/sql.ts'
import type { ImportSummary } from '#features/national-events/server/import-national-events.ts'
import type { ImportState } from '../rules.ts'

export type Found = {
  /** Rows of the file, refused ones too. */
  rows: number
  refused: number
  /** The first of the refused, by line. */
  problems: { line: number; reason: string }[]
  /** Columns that mean nothing to us. */
  ignored: string[]
}

export type ImportRow = {
  id: string
  file_name: string
  pieces: number
  state: ImportState
  rows_read: number
  found: Found | null
  summary: ImportSummary | null
  problem: string | null
  created_by_name: string
  created_at: string
  finished_at: string | null
}

/** What was begun two days ago and never finished goes. */
export const addImport = (
  sql: SqlRunner,
  input: { fileName: string; pieces: number; personId: string; personName: string; now: string },
) => sql<{ id: string }[]>`
  with outlived as (
    delete from national_imports
    where created_at < ${input.now}::timestamptz - interval '2 days' and state in ('receiving', 'checking', 'checked')
  )
  insert into national_imports (file_name, pieces, created_by, created_by_name, created_at)
  values (${input.fileName}::text, ${input.pieces}::integer, ${input.personId}::text, ${input.personName}::text,
    ${input.now}::timestamptz)
  returning id`

/**
 * A piece sent again takes the place of the first. No row for what is not being received.
 * @param input.position position from 0
 */
export const addPiece = (
  sql: SqlRunner,
  { importId, position, content }: { importId: string; position: number; content: string },
) => sql<{ position: number }[]>`
  insert into national_import_pieces (import_id, position, content)
  select id, ${position}::integer, ${content}::text from national_imports
  where id = ${importId}::uuid and state = 'receiving' and ${position}::integer between 0 and pieces - 1
  on conflict (import_id, position) do update set content = excluded.content
  returning position`

/** From receiving to checking, once, when every piece is there. */
export const beginCheck = (sql: SqlRunner, { importId }: { importId: string }) => sql<{ id: string }[]>`
  update national_imports as i set state = 'checking'
  where i.id = ${importId}::uuid and i.state = 'receiving'
    and (select count(*) from national_import_pieces p where p.import_id = i.id) = i.pieces
  returning i.id`

/** From checked to importing, once, where there is a row to import. */
export const beginImport = (sql: SqlRunner, { importId }: { importId: string }) => sql<
  { id: string; file_name: string }[]
>`
  update national_imports set state = 'importing', rows_read = 0
  where id = ${importId}::uuid and state = 'checked' and (found ->> 'rows')::integer > (found ->> 'refused')::integer
  returning id, file_name`

export const readImport = (sql: SqlRunner, { importId }: { importId: string }) => sql<ImportRow[]>`
  select id, file_name, pieces, state, rows_read, found, summary, problem, created_by_name, created_at, finished_at
  from national_imports where id = ${importId}::uuid`

/** The latest imports. */
export const listImports = (sql: SqlRunner) => sql<
  Pick<ImportRow, 'id' | 'file_name' | 'state' | 'summary' | 'created_by_name' | 'created_at'>[]
>`
  select id, file_name, state, summary, created_by_name, created_at from national_imports order by created_at desc limit 20`

export const readPiece = (sql: SqlRunner, { importId, position }: { importId: string; position: number }) => sql<
  { content: string }[]
>`
  select content from national_import_pieces where import_id = ${importId}::uuid and position = ${position}::integer`

export const noteProgress = (sql: SqlRunner, { importId, rowsRead }: { importId: string; rowsRead: number }) => sql<
  Record<string, never>[]
>`
  update national_imports set rows_read = ${rowsRead}::integer where id = ${importId}::uuid`

/**
 * The pieces of what is over go.
 * @param input.found what the check has found or null
 * @param input.summary what the import has done or null
 */
export const settleImport = (
  sql: SqlRunner,
  input: {
    importId: string
    state: ImportState
    found: Found | null
    summary: ImportSummary | null
    problem: string | null
    now: string
  },
) => sql<Record<string, never>[]>`
  with emptied as (
    delete from national_import_pieces where import_id = ${input.importId}::uuid and ${input.state}::text in ('done', 'failed')
  )
  update national_imports set state = ${input.state}::text, found = coalesce(${asJson(input.found)}::jsonb, found),
    summary = coalesce(${asJson(input.summary)}::jsonb, summary),
    problem = ${input.problem}::text, finished_at = case when ${input.state}::text in ('done', 'failed')
      then ${input.now}::timestamptz end
  where id = ${input.importId}::uuid`
