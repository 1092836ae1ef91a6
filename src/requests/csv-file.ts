import { stringify } from 'csv-stringify/sync'
import { byPerson, recordChange } from '#database/record-change.ts'
import type { FileAnswer } from './command.ts'
import type { Services } from './services.ts'
import type { Visitor } from './visitor.ts'

/** A column of a download: its heading, and its cell of a row. Amounts are numbers, times ISO texts, nothing is an empty cell. */
type CsvColumn<Row> = { heading: string; value: (row: Row) => string | number | null | undefined }

/**
 * A CSV file (RFC 4180, UTF-8 with its mark, which Excel needs) that is sent while it is written, batch after batch.
 *
 * Rows may hold what strangers have typed, and spreadsheets run a cell that begins like a formula: an apostrophe goes before
 * `=`, `+`, `-`, `@`, tab and carriage return, and their wide forms, at the start of a text, also behind blanks.
 *
 * @param file.name as it is saved: letters, digits, `-`, and the ending.
 * @param batches rows in their order; the next batch is asked for when the reader has taken the last one.
 */
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

/**
 * Writes into the audit log that the person who is signed in takes a list out of the site, before the first byte leaves. The log names
 * the list and which filters were used, and nothing of what was searched for.
 *
 * @param what the list: 'orders'. @param filters as they were given; empty ones count for nothing.
 */
export async function logExport(
  { visitor, services }: { visitor: Visitor; services: Pick<Services, 'sql'> },
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

/** Made as fast as it is read; a reader who goes away ends the reading of rows. */
function streamOf(chunks: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      await chunks.return(undefined)
    },
  })
}

/** The bytes of such a file, batch after batch. */
export async function* csvBytes<Row>(
  columns: readonly CsvColumn<Row>[],
  batches: AsyncIterable<readonly Row[]>,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  yield encoder.encode(`\uFEFF${lines([columns.map(({ heading }) => heading)])}`)
  for await (const rows of batches) {
    if (rows.length > 0) yield encoder.encode(lines(rows.map((row) => columns.map(({ value }) => value(row) ?? ''))))
  }
}

function lines(rows: (string | number)[][]): string {
  return stringify(rows, { record_delimiter: 'windows', escape_formulas: true, cast: { string: hideBehindBlanks } })
}

/** The library looks at the first character alone; some programs drop blanks and line breaks first. */
function hideBehindBlanks(text: string): string {
  return /^\s+[=+\-@＝＋－＠]/u.test(text) ? `'${text}` : text
}

/**
 * Reads a list page by page, for a download: never more than one page in memory, and no connection held while the reader is slow.
 *
 * @param read the rows after the last one that was read; null for the first page. An empty page ends it.
 */
export async function* inBatches<Row>(read: (after: Row | null) => Promise<Row[]>): AsyncGenerator<Row[]> {
  let last: Row | null = null
  for (;;) {
    const rows: Row[] = await read(last)
    if (rows.length === 0) return
    yield rows
    last = rows.at(-1)!
  }
}
