import { Readable } from 'node:stream'
import { type } from 'arktype'
import { CsvError, parse } from 'csv-parse'
import { isDay } from '#domain/calendar-day.ts'
import { readableText } from '#wire/clean-text.ts'
import { fieldFailures, refuse } from '#wire/field-failures.ts'

/** Only `title` is required; a column that is left out leaves what is stored. */
const importColumns = ['title', 'date', 'time', 'venue', 'city', 'category', 'organiser', 'description'] as const
type ImportColumn = (typeof importColumns)[number]

function line(max: number) {
  return type('string')
    .pipe((text) => readableText(text).trim())
    .to(type('string').atMostLength(max))
    .narrow(
      (text, ctx) =>
        (!/\p{Cc}/u.test(text) && text.isWellFormed()) || refuse(ctx, 'holds a line break or control character'),
    )
}

const rowSchema = type({
  title: line(300).narrow((text, ctx) => text !== '' || refuse(ctx, 'is missing')),
  'date?': line(40).narrow((text, ctx) => text === '' || isDay(text) || refuse(ctx, 'is not a day as YYYY-MM-DD')),
  'time?': line(40).narrow(
    (text, ctx) => text === '' || /^([01]\d|2[0-3]):[0-5]\d$/.test(text) || refuse(ctx, 'is not a time as HH:MM'),
  ),
  'venue?': line(200),
  'city?': line(100),
  'category?': line(60),
  'organiser?': line(200),
  'description?': type('string')
    .pipe((text) => readableText(text).trim())
    .to(type('string').atMostLength(5000))
    .narrow((text, ctx) => !/[^\P{Cc}\t\n]/u.test(text) || refuse(ctx, 'holds a control character')),
})

export type ImportRow = typeof rowSchema.infer

/** A file that cannot be read as events at all; the message says why. */
export class WrongFile extends Error {
  override name = 'WrongFile'
}

const aliases: Record<string, ImportColumn> = { organizer: 'organiser' }

/** RFC 4180 in UTF-8, never held whole. Throws `WrongFile`; `ignored` gets the names of unknown columns. */
export async function* readCsv(
  chunks: AsyncIterable<Uint8Array>,
  ignored: (columns: string[]) => void,
): AsyncGenerator<{ line: number } & ReturnType<typeof checkCells>> {
  const parser = Readable.from(plainLineEnds(decoded(chunks))).compose(
    parse({
      bom: true,
      info: true,
      record_delimiter: '\n',
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      max_record_size: 64 * 1024,
    }),
  )
  let columns: (ImportColumn | null)[] | undefined
  let line = 1
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      // The parser knows the line on which a row ends; quoted cells may span several.
      line = info.lines - record.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0)
      if (!columns) {
        columns = readHeader(record, ignored)
        continue
      }
      if (record.every((cell) => cell.trim() === '')) continue
      yield { line, ...checkCells(columns, record) }
    }
  } catch (problem) {
    throw problem instanceof CsvError ? new WrongFile(sayCsvError(problem, line)) : problem
  }
  if (!columns) throw new WrongFile('The file is empty.')
}

/** A reason for each wrong column, without what it held. */
function checkCells(columns: (ImportColumn | null)[], record: string[]): { row: ImportRow } | { reason: string } {
  if (record.length !== columns.length) {
    return { reason: `has ${record.length} cells where the header has ${columns.length}` }
  }
  const cells = columns.flatMap((column, index) => (column ? [[column, record[index]]] : []))
  const row = rowSchema(Object.fromEntries(cells))
  if (!(row instanceof type.errors)) return { row }
  const reasons = fieldFailures(row, rowSchema).map(
    ({ field, message }) => `${field} ${message.charAt(0).toLowerCase()}${message.slice(1)}`,
  )
  return { reason: reasons.join('; ') }
}

function readHeader(record: string[], ignored: (columns: string[]) => void): (ImportColumn | null)[] {
  const columns = record.map((cell) => {
    const name = cell.trim().toLowerCase()
    const column = aliases[name] ?? name
    return (importColumns as readonly string[]).includes(column) ? (column as ImportColumn) : null
  })
  if (!columns.includes('title')) {
    const separator = record.length === 1 ? /[;\t|]/.exec(record[0]!)?.[0] : undefined
    throw new WrongFile(
      separator
        ? `The cells are separated by ${separator === '\t' ? 'tabs' : `"${separator}"`}; separate them by commas.`
        : `The first line has no column "title". It names the columns: ${importColumns.join(', ')}.`,
    )
  }
  const twice = columns.find((column, index) => column && columns.indexOf(column) !== index)
  if (twice) throw new WrongFile(`The first line names the column "${twice}" twice.`)
  const unknown = record.filter((cell, index) => columns[index] === null && cell.trim() !== '')
  if (unknown.length > 0) ignored(unknown.map((cell) => cell.trim().slice(0, 40)))
  return columns
}

/** Anything but UTF-8 is refused before it turns into question marks. */
async function* decoded(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  let first = true
  for await (const chunk of chunks) {
    if (first && chunk.length > 0) {
      const [a, b] = chunk
      if (a === 0x50 && b === 0x4b)
        throw new WrongFile('This is a workbook or an archive, not a CSV file. Save the sheet as "CSV UTF-8".')
      if ((a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff)) throw notUtf8()
      first = false
    }
    if (chunk.includes(0)) throw new WrongFile('The file is not text, so it cannot be a CSV file.')
    yield decode(chunk, true)
  }
  yield decode(undefined, false)

  function decode(chunk: Uint8Array | undefined, stream: boolean): string {
    try {
      return decoder.decode(chunk, { stream })
    } catch {
      throw notUtf8()
    }
  }
}

/** The parser counts a quoted CRLF as two lines. */
async function* plainLineEnds(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let held = ''
  for await (const piece of pieces) {
    const text = held + piece
    // A carriage return at the end may be the first half of a pair.
    held = text.endsWith('\r') ? '\r' : ''
    yield text.slice(0, text.length - held.length).replace(/\r\n?/g, '\n')
  }
  if (held) yield '\n'
}

function notUtf8(): WrongFile {
  return new WrongFile('The file is not in UTF-8. Save it as "CSV UTF-8" and try again.')
}

function sayCsvError(problem: CsvError, line: number): string {
  if (problem.code === 'CSV_QUOTE_NOT_CLOSED') return `A quotation mark that opens after line ${line} is never closed.`
  if (problem.code === 'CSV_MAX_RECORD_SIZE') {
    return `A row after line ${line} is longer than 64 KB: a quotation mark is probably not closed.`
  }
  return `Line ${line} cannot be read as CSV (${problem.code}).`
}
