import { type Actor, recordChange } from '#database/record-change.ts'
import { asJson, type Sql, type SqlRunner, type Transaction } from '#database/sql.ts'
import type { Services } from '#requests/services.ts'
import { type ImportCheck, type ImportState, maxProblems } from '../import/rules.ts'
import { type ImportRow, readCsv, WrongFile } from './read-csv.ts'

export type ImportSummary = {
  read: number
  added: number
  updated: number
  unchanged: number
  /** Name an event of an earlier row again; the last one counts. */
  repeated: number
  refused: number
  seconds: number
}

const batchSize = 1000
const lockKey = 4_812_078

/**
 * All valid rows or none. Title, date and venue identify an event; featured and accredited never change.
 * @param by.id the import's, or the file's name.
 */
export async function importNationalEvents(
  sql: Sql,
  chunks: AsyncIterable<Uint8Array>,
  by: { actor: Actor; id: string },
  report: {
    refused: (line: number, reason: string) => void
    ignored: (columns: string[]) => void
    progress: (read: number) => void
  },
) {
  const started = performance.now()
  let read = 0
  let refused = 0
  try {
    const counts = await sql.begin(async (transaction) => {
      await transaction`select pg_advisory_xact_lock(${lockKey})`
      // In a table of this transaction, so that a repeated event is seen across the file before anything is written.
      await transaction`
        create temp table incoming_events (
          line integer not null, source_key text not null, title text not null, date text, "time" text, venue text, city text,
          category text, organiser text, description text
        ) on commit drop`
      let batch: StagedRow[] = []
      for await (const item of readCsv(chunks, report.ignored)) {
        read++
        if ('reason' in item) {
          refused++
          report.refused(item.line, item.reason)
        } else batch.push({ line: item.line, ...item.row })
        if (batch.length === batchSize) {
          await stage(transaction, batch)
          batch = []
          report.progress(read)
        }
      }
      if (batch.length > 0) await stage(transaction, batch)
      const { distinct, added, updated } = await merge(transaction)
      const unchanged = distinct - added - updated
      const after = { read, added, updated, unchanged, repeated: read - refused - distinct, refused }
      const subject = { kind: 'national-import', id: by.id }
      await recordChange(transaction, { actor: by.actor, subject, action: 'imported', after })
      return after
    })
    // Without fresh statistics the first searches would be planned for the table as it was.
    if (counts.added + counts.updated > 0) await sql`analyze national_events`
    return { kind: 'imported' as const, summary: { ...counts, seconds: (performance.now() - started) / 1000 } }
  } catch (problem) {
    if (problem instanceof WrongFile) return { kind: 'wrong-file' as const, message: problem.message }
    throw problem
  }
}

type StagedRow = { [Column in keyof ImportRow]: string | null } & { line: number }

async function stage(transaction: Transaction, batch: StagedRow[]): Promise<void> {
  await transaction`
    insert into incoming_events (line, source_key, title, date, "time", venue, city, category, organiser, description)
    select line, fold(title) || E'\n' || coalesce(date, '') || E'\n' || fold(coalesce(venue, '')), title, date, "time", venue,
      city, category, organiser, description
    from jsonb_to_recordset(${batch as never}::jsonb) as row (
      line integer, title text, date text, "time" text, venue text, city text, category text, organiser text, description text
    )`
}

/** A column that the file lacks is null in every row: what is stored stays. */
async function merge(transaction: Transaction) {
  const [counts] = await transaction<{ distinct: number; added: number; updated: number }[]>`
    with latest as (
      select distinct on (source_key) * from incoming_events order by source_key, line desc
    ),
    written as (
      merge into national_events as e using latest as l on e.source_key = l.source_key
      when matched and (e.title, e.starts_at, e.venue, e.city, e.category, e.organiser, e.description) is distinct from (
        l.title, case when l."time" is null then e.starts_at else nullif(l."time", '')::time end, coalesce(l.venue, e.venue),
        coalesce(l.city, e.city), coalesce(l.category, e.category), coalesce(l.organiser, e.organiser),
        coalesce(l.description, e.description)
      ) then update set
        title = l.title,
        starts_at = case when l."time" is null then e.starts_at else nullif(l."time", '')::time end,
        venue = coalesce(l.venue, e.venue),
        city = coalesce(l.city, e.city),
        category = coalesce(l.category, e.category),
        organiser = coalesce(l.organiser, e.organiser),
        description = coalesce(l.description, e.description),
        updated_at = now()
      when not matched then
        insert (source_key, title, starts_on, starts_at, venue, city, category, organiser, description)
        values (l.source_key, l.title, nullif(l.date, '')::date, nullif(l."time", '')::time, coalesce(l.venue, ''),
          coalesce(l.city, ''), coalesce(l.category, ''), coalesce(l.organiser, ''), coalesce(l.description, ''))
      returning merge_action() as action
    )
    select (select count(*) from latest)::int as distinct, count(*) filter (where action = 'INSERT')::int as added,
      count(*) filter (where action = 'UPDATE')::int as updated
    from written`
  return counts!
}

type StoredImport = { id: string; pieces: number; state: ImportState }

/** The next step of an import, run by the queue. Repeating it changes nothing more. */
export async function runImport({ importId }: { importId: string }, { sql, now }: Services): Promise<void> {
  const [row] = await sql<StoredImport[]>`select id, pieces, state from national_imports where id = ${importId}::uuid`
  const step = row?.state === 'checking' ? check : row?.state === 'importing' ? carryOut : null
  if (row && step) await endStep(sql, importId, await step(sql, row), now())
}

type StepResult =
  | { state: 'checked'; found: ImportCheck }
  | { state: 'done'; summary: ImportSummary }
  | { state: 'failed'; problem: string }

async function check(sql: Services['sql'], row: StoredImport): Promise<StepResult> {
  const found: ImportCheck = { rows: 0, refused: 0, problems: [], ignored: [] }
  try {
    for await (const item of readCsv(bytesOf(sql, row), (columns) => found.ignored.push(...columns.slice(0, 20)))) {
      found.rows++
      if ('reason' in item) {
        found.refused++
        if (found.problems.length < maxProblems) found.problems.push({ line: item.line, reason: item.reason })
      }
      if (found.rows % 2000 === 0) await noteProgress(sql, row, found.rows)
    }
  } catch (problem) {
    if (!(problem instanceof WrongFile)) throw problem
    return { state: 'failed', problem: problem.message }
  }
  return { state: 'checked', found }
}

async function carryOut(sql: Services['sql'], row: StoredImport): Promise<StepResult> {
  const by = { actor: { kind: 'job' as const, name: 'national-import' }, id: row.id }
  const outcome = await importNationalEvents(sql, bytesOf(sql, row), by, {
    refused: () => {},
    ignored: () => {},
    progress: (count) => {
      // Outside the import's transaction, so that progress is seen before it ends.
      void noteProgress(sql, row, count).catch(() => {})
    },
  })
  return outcome.kind === 'wrong-file'
    ? { state: 'failed', problem: outcome.message }
    : { state: 'done', summary: outcome.summary }
}

async function noteProgress(sql: SqlRunner, { id }: StoredImport, rowsRead: number): Promise<void> {
  await sql`update national_imports set rows_read = ${rowsRead}::integer where id = ${id}::uuid`
}

async function endStep(sql: SqlRunner, importId: string, result: StepResult, now: Date): Promise<void> {
  const { state, found, summary, problem } = { found: null, summary: null, problem: null, ...result }
  const finishedAt = state === 'checked' ? null : now.toISOString()
  await sql`
    with emptied as (
      delete from national_import_pieces where import_id = ${importId}::uuid and ${state}::text in ('done', 'failed')
    )
    update national_imports set state = ${state}::text, found = coalesce(${asJson(found)}::jsonb, found),
      summary = coalesce(${asJson(summary)}::jsonb, summary), problem = ${problem}::text,
      finished_at = ${finishedAt}::timestamptz
    where id = ${importId}::uuid`
}

async function* bytesOf(sql: SqlRunner, { id, pieces }: StoredImport): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  for (let position = 0; position < pieces; position++) {
    const [piece] = await sql<{ content: string }[]>`
      select content from national_import_pieces where import_id = ${id}::uuid and position = ${position}::integer`
    // NUL was stored as a character that no text holds; the reader must see it.
    yield encoder.encode((piece?.content ?? '').replaceAll('\uFFFF', '\u0000'))
  }
}
