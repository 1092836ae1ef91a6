import { asJson, type SqlRunner } from '#database/sql.ts'
import { type ImportSummary, importNationalEvents } from '#features/national-events/server/import-national-events.ts'
import { readCsv, WrongFile } from '#features/national-events/server/read-csv.ts'
import type { Services } from '#requests/services.ts'
import { type ImportCheck, type ImportState, maxProblems } from '../rules.ts'

type ImportRow = { id: string; pieces: number; state: ImportState }

/** The next step of an import, run by the queue. Repeating it changes nothing more. */
export async function runImport({ importId }: { importId: string }, { sql, now }: Services): Promise<void> {
  const [row] = await sql<ImportRow[]>`select id, pieces, state from national_imports where id = ${importId}::uuid`
  const step = row?.state === 'checking' ? check : row?.state === 'importing' ? carryOut : null
  if (row && step) await endStep(sql, importId, await step(sql, row), now())
}

type StepResult =
  | { state: 'checked'; found: ImportCheck }
  | { state: 'done'; summary: ImportSummary }
  | { state: 'failed'; problem: string }

async function check(sql: Services['sql'], row: ImportRow): Promise<StepResult> {
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

async function carryOut(sql: Services['sql'], row: ImportRow): Promise<StepResult> {
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

async function noteProgress(sql: SqlRunner, { id }: ImportRow, rowsRead: number): Promise<void> {
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

async function* bytesOf(sql: SqlRunner, { id, pieces }: ImportRow): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  for (let position = 0; position < pieces; position++) {
    const [piece] = await sql<{ content: string }[]>`
      select content from national_import_pieces where import_id = ${id}::uuid and position = ${position}::integer`
    // NUL was stored as a character that no text holds; the reader must see it.
    yield encoder.encode((piece?.content ?? '').replaceAll('\uFFFF', '\u0000'))
  }
}
