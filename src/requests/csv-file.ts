import type { Type } from 'arktype'
import { stringify } from 'csv-stringify/sync'
import { type CamelSql, camel } from '#database/camel.ts'
import { byPerson, recordChange } from '#database/record-change.ts'
import type { Day } from '#domain/formats.ts'
import { londonDay } from '#domain/london-time.ts'
import type { Admin, Permission } from '#domain/permissions.ts'
import { type Call, type Endpoint, type FileAnswer, read } from './command.ts'
import { streamOf } from './compress.ts'

type CsvColumn<Row> = { heading: string; value: (row: Row) => string | number | null | undefined }

/** RFC 4180 with the UTF-8 mark that Excel needs. Spreadsheets run formulas, so an apostrophe precedes `=`, `+`, `-`, `@` and the like. */
export function csvFile<Row>(
  file: { name: string; columns: readonly CsvColumn<Row>[] },
  batches: AsyncIterable<readonly Row[]>,
): FileAnswer {
  return {
    file: streamOf(csvBytes(file.columns, batches)),
    contentType: 'text/csv; charset=utf-8; header=present',
    headers: { 'content-disposition': `attachment; filename="${file.name}"` },
  }
}

/** Before the first byte. @param filters only their names are logged. */
export async function logExport(
  { visitor, services }: Pick<Call<never, never, never>, 'visitor' | 'services'>,
  what: string,
  filters: Readonly<Record<string, unknown>>,
): Promise<void> {
  const used = Object.keys(filters).filter((name) => filters[name])
  await recordChange(services.sql, {
    actor: byPerson((await visitor.admin())!),
    subject: { kind: 'export', id: what },
    action: 'downloaded',
    after: { filters: used },
  })
}

export type CsvExport<Row> = {
  /** Its name in the audit log, and with the day that of the file. */
  of: string
  name?: string
  rows: (part: { after: Row | null; offset: number; limit: number }) => PromiseLike<Row[]>
  columns: readonly CsvColumn<Row>[]
}

/** A list of the admin area as a file. */
export function csvExport<const By extends Permission, Query extends Type, Row, Params extends Type = Type<never>>({
  file,
  ...definition
}: Pick<Endpoint, 'summary' | 'description'> & {
  permission: By
  params?: Params
  query: Query
  file: (given: {
    params: Params['infer']
    query: Query['infer']
    filters: URLSearchParams
    admin: Admin
    sql: CamelSql
    now: Date
    today: Day
  }) => CsvExport<Row> | Promise<CsvExport<Row>>
}) {
  return read({
    ...definition,
    answers: { 200: { file: 'text/csv' } },
    headers: ['Content-Disposition'],
    failures: {},
    run: async (call) => {
      const { params, services } = call
      const admin = call.admin as Admin
      const query = call.query as Readonly<Record<string, string>>
      const now = services.now()
      const given = { params, query, filters: new URLSearchParams(query), admin, now, today: londonDay(now) }
      const { of, name, rows, columns } = await file({ ...given, sql: camel(services.sql) })
      await logExport(call, of, query)
      const batches = inBatches<Row>(async (after, offset) => await rows({ after, offset, limit: 500 }))
      return csvFile({ name: name ?? `${of}-${given.today}.csv`, columns }, batches)
    },
  })
}

export async function* csvBytes<Row>(
  columns: readonly CsvColumn<Row>[],
  batches: AsyncIterable<readonly Row[]>,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  yield encoder.encode(`\uFEFF${lines([columns.map(({ heading }) => heading)])}`)
  for await (const rows of batches) {
    if (rows.length > 0) yield encoder.encode(lines(cellsOf(columns, rows)))
  }
}

/** Of a few rows, as `csvFile` writes them, without the mark. */
export function csvText<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string {
  return lines([columns.map(({ heading }) => heading), ...cellsOf(columns, rows)])
}

function cellsOf<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): (string | number)[][] {
  return rows.map((row) => columns.map(({ value }) => value(row) ?? ''))
}

function lines(rows: (string | number)[][]): string {
  return stringify(rows, { record_delimiter: 'windows', escape_formulas: true, cast: { string: hideBehindBlanks } })
}

/** The library looks only at the first character; some programs drop blanks and line breaks first. */
function hideBehindBlanks(text: string): string {
  return /^\s+[=+\-@＝＋－＠]/u.test(text) ? `'${text}` : text
}

/** One page in memory at a time, and no connection held for a slow reader. @param read rows after the last one, or after so many; an empty page ends it. */
export async function* inBatches<Row>(
  read: (after: Row | null, offset: number) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let last: Row | null = null
  let offset = 0
  for (;;) {
    const rows: Row[] = await read(last, offset)
    if (rows.length === 0) return
    yield rows
    last = rows.at(-1)!
    offset += rows.length
  }
}
