import { parse } from 'csv-parse/sync'
import { normaliseCompanyNumber } from '#domain/company.ts'
import { readableText } from '#wire/clean-text.ts'
import type { CompanyDetails } from './companies.ts'

type FoundCompany = Extract<CompanyDetails, { kind: 'found' }>

export type RegisteredCompany = Omit<FoundCompany, 'kind' | 'address' | 'asOf'> & FoundCompany['address']

type ReadBlock = { companies: RegisteredCompany[]; refused: { line: number; reason: string }[]; bytes: number }

export class WrongFile extends Error {
  override name = 'WrongFile'
}

const longestLine = 64 * 1024
const longestText = 400

/** download.companieshouse.gov.uk, "BasicCompanyDataAsOneFile". Read line by line: a broken quotation mark spoils one company only. @throws WrongFile */
export async function* readRegisterFile(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<ReadBlock> {
  let columns: Columns | undefined
  let line = 0
  for await (const { text, bytes } of wholeLines(chunks)) {
    const block: ReadBlock = { companies: [], refused: [], bytes }
    for (const written of readableText(text).split('\n')) {
      line++
      const cells = readCells(written)
      if (!columns) {
        columns = readHeading(cells ?? [])
        continue
      }
      const company = cells === null ? 'it cannot be read as CSV' : readCompany(cells, columns)
      if (company === null) continue
      if (typeof company === 'string') block.refused.push({ line, reason: company })
      else block.companies.push(company)
    }
    yield block
  }
  if (!columns) throw new WrongFile('The file is empty.')
}

function readCells(line: string): string[] | null {
  // Splitting fully quoted lines is five times as fast as the parser, which gets only lines with other quotation marks.
  const cells = line.startsWith('"') && line.endsWith('"') ? line.slice(1, -1).split('","') : null
  if (cells && !cells.some((cell) => cell.includes('"'))) return cells
  try {
    return parse(line, { relax_column_count: true })[0] ?? ['']
  } catch {
    return cells
  }
}

const needed = [
  'CompanyName',
  'CompanyNumber',
  'RegAddress.AddressLine1',
  'RegAddress.AddressLine2',
  'RegAddress.PostTown',
  'RegAddress.County',
  'RegAddress.Country',
  'RegAddress.PostCode',
  'CompanyStatus',
] as const

type Columns = { count: number; at: Record<(typeof needed)[number], number>; poBox: number; previousNames: number[] }

/** Some names have a blank before them in the real file. */
function readHeading(cells: string[]): Columns {
  const names = cells.map((cell) => cell.trim())
  const missing = needed.filter((name) => !names.includes(name))
  if (missing.length > 0) {
    throw new WrongFile(
      `The first line has no column ${missing.join(', ')}. Use "BasicCompanyDataAsOneFile" of Companies House's free company data.`,
    )
  }
  return {
    count: names.length,
    at: Object.fromEntries(needed.map((name) => [name, names.indexOf(name)])) as Columns['at'],
    poBox: names.indexOf('RegAddress.POBox'),
    previousNames: names.flatMap((name, index) => (/^PreviousName_\d+\.CompanyName$/.test(name) ? [index] : [])),
  }
}

/** A reason where it is no company; null for an empty line. */
function readCompany(cells: string[], columns: Columns): RegisteredCompany | string | null {
  const { count, at, poBox, previousNames } = columns
  if (cells.length === 1 && cells[0]!.trim() === '') return null
  if (cells.length !== count) return `it has ${cells.length} cells where the heading has ${count}`
  const cell = (index: number) => plain(cells[index] ?? '')
  const number = normaliseCompanyNumber(cell(at.CompanyNumber))
  if (number === null) return 'its number is not one of the register'
  const name = cell(at.CompanyName)
  if (name === '') return 'it has no name'
  if (cells.some((text) => text.length > longestText)) return `a cell is longer than ${longestText} characters`
  const box = cell(poBox)
  return {
    number,
    name,
    ...readStatus(cell(at.CompanyStatus)),
    previousNames: previousNames.map(cell).filter(Boolean),
    line1: cell(at['RegAddress.AddressLine1']) || (box && `PO Box ${box}`),
    line2: cell(at['RegAddress.AddressLine2']),
    town: cell(at['RegAddress.PostTown']),
    county: cell(at['RegAddress.County']),
    postcode: cell(at['RegAddress.PostCode']),
    country: cell(at['RegAddress.Country']),
  }
}

/** In the API's words. Only "Active" alone is `active` without a detail: unknown statuses must not pass for it. */
export function readStatus(text: string): { status: string; statusDetail: string } {
  const found = statuses.get(text)
  if (found) return found
  const slug = text
    .toLowerCase()
    .replace(/[^a-z]+/g, '-')
    .replace(/^-|-$/g, '')
  const status = meanings.find(([pattern]) => pattern.test(slug))?.[1] ?? slug
  const read = { status, statusDetail: slug === status ? '' : slug }
  if (statuses.size < 200) statuses.set(text, read)
  return read
}

const statuses = new Map<string, { status: string; statusDetail: string }>()

const meanings: [RegExp, string][] = [
  [/^active/, 'active'],
  [/dissolved/, 'dissolved'],
  [/^converted|^transformed|^transferred/, 'converted-closed'],
  [/^liquidation/, 'liquidation'],
  [/^voluntary-arrangement/, 'voluntary-arrangement'],
  [/^in-administration|^administration/, 'administration'],
  [/receiver/, 'receivership'],
]

/** Control characters would break the database or a line of COPY. */
function plain(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
  return (/[\u0000-\u001f\u007f-\u009f]/.test(text) ? text.replace(/[\p{Cc}\s]+/gu, ' ') : text).trim()
}

async function* wholeLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<{ text: string; bytes: number }> {
  const decoder = new TextDecoder('utf-8')
  let rest = ''
  let bytes = 0
  let first = true
  for await (const chunk of chunks) {
    if (first && chunk[0] === 0x50 && chunk[1] === 0x4b) {
      throw new WrongFile(
        'This is an archive. Unpack it first: unzip -p FILE.zip | bun run import:companies /dev/stdin',
      )
    }
    first = false
    bytes += chunk.length
    const text = rest + decoder.decode(chunk, { stream: true })
    const end = text.lastIndexOf('\n')
    rest = text.slice(end + 1)
    if (rest.length > longestLine) throw new WrongFile('A line is longer than 64 KB: this is not the register.')
    if (end < 0) continue
    yield { text: plainLineEnds(text.slice(0, end)), bytes }
    bytes = 0
  }
  rest += decoder.decode()
  if (rest) yield { text: plainLineEnds(rest), bytes }
}

function plainLineEnds(text: string): string {
  return text.includes('\r') ? text.replace(/\r(?=\n|$)/g, '') : text
}
