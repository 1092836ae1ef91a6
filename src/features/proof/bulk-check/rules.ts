import type { Instant } from '#domain/formats.ts'
import { londonDateOf } from '#domain/london-time.ts'
import { answerWords } from '#domain/register-answer.ts'
import { isAccredited } from '#domain/register-status.ts'
import type { CertificateRow } from '#features/register/certificate/server/queries.ts'

export type FoundEntry = Pick<
  CertificateRow,
  'number' | 'title' | 'date' | 'city' | 'status' | 'assurance' | 'assuredOn' | 'validUntil'
>
/** `several`: possible matches. `elsewhere`: a link to another site. */
export type BulkResult = { asked: string; kind: 'found' | 'several' | 'none' | 'elsewhere'; entries: FoundEntry[] }

/** `log`: as it was signed last; null before that. `csv`: to download. */
export type BulkAnswer = {
  at: Instant
  log: { origin: string; size: number; root: string } | null
  results: BulkResult[]
  csv: string
}

export const maxLines = 500
/** As long as a link may be. */
export const maxLine = 300
export const maxCsvBytes = 256 * 1024
export const maxSheetBytes = 1024 * 1024

/** One name, number or link a line; blank lines and lines that came before are left out. */
export function linesOf(text: string): string[] {
  const lines = text.split(/\r\n?|\n/).map((line) => line.trim())
  return [...new Set(lines.filter(Boolean))]
}

/** The likeliest first. */
const headings = [
  /^(certificate|register|entry|accreditation)? ?(number|no\.?)$/i,
  /^(link|url|address|web ?address)$/i,
  /^(event ?)?(name|title)$|^events?$/i,
]

/** One cell of each row: of the column whose heading names numbers, links or events, or else of the first. */
export function linesOfRows(rows: unknown[][]): string[] {
  const texts = rows.map((row) => row.map((cell) => (cell == null ? '' : String(cell).trim())))
  const first = texts[0] ?? []
  const column = headings.map((heading) => first.findIndex((cell) => heading.test(cell))).find((place) => place >= 0)
  const read = column === undefined ? texts : texts.slice(1)
  return linesOf(read.map((row) => row[column ?? 0]?.replace(/\s+/g, ' ') ?? '').join('\n'))
}

/** 'Accredited: assessed on 3 May 2026, until 3 May 2027', 'Lapsed', 'Not found'. @param entry one of several, or the one that was found. */
export function answerOf({ kind }: Pick<BulkResult, 'kind'>, entry: FoundEntry | undefined): string {
  if (!entry) return kind === 'elsewhere' ? 'A link to another site' : 'Not found'
  const until = isAccredited(entry.status) && entry.validUntil ? `, until ${londonDateOf(entry.validUntil)}` : ''
  const answer = answerWords(entry) + until
  return kind === 'several' ? `Possible match: ${answer}` : answer
}
