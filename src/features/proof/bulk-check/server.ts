import { limitStatements } from '#database/follow-statements.ts'
import type { Fragment, SqlRunner } from '#database/sql.ts'
import { misreadNumbers, tidyNumber } from '#domain/typed-number.ts'
import { command, did, wrong } from '#page/command.ts'
import { href } from '#pages.ts'
import { csvText } from '#requests/csv-file.ts'
import { waitWords } from '#wire/failure.ts'
import { readOwnLink } from '../credential/server/read-own-link.ts'
import { findPublicKey, findPublished } from '../server/queries.ts'
import { readNoteText, toBase64 } from '../signed-note.ts'
import { bulkForm } from './form.ts'
import { linesOfCsv } from './read-list-file.ts'
import {
  answerOf,
  type BulkAnswer,
  type BulkResult,
  type FoundEntry,
  linesOf,
  maxCsvBytes,
  maxLine,
  maxLines,
} from './rules.ts'

/** Nothing of the list is stored or logged. */
export const checkMany = command({
  permission: 'anyone',
  form: bulkForm,
  limit: {
    name: 'bulk-check',
    points: 10,
    seconds: 600,
    refusal: (seconds) => `You have checked several lists. Please wait ${waitWords(seconds)} and try again.`,
  },
  run: async ({ input, files: { file }, now, services: { sql: plain, env } }) => {
    const ofFile = file && file.bytes.length > 0 ? readFile(file.bytes) : []
    if (typeof ofFile === 'string') return wrong({ file: ofFile })
    const lines = [...new Set([...linesOf(input.list), ...ofFile])]
    const problem = problemOf(lines)
    if (problem) return wrong({ list: problem })
    const sql = limitStatements(plain, env.pageStatementSeconds * 1000)
    // First, so that the answers are never older than the log that they name.
    const { log, note } = await signedLog(sql)
    const results = await checkLines(sql, lines, env.publicUrl)
    const csv = csvOf(results, { at: now, log, note, publicUrl: env.publicUrl })
    return did({ answer: { at: now, log, results, csv } })
  },
  leadsTo: () => null,
})

function readFile(bytes: Uint8Array): string[] | string {
  if (bytes.length > maxCsvBytes) return `Choose a CSV file of at most ${maxCsvBytes / 1024} KB.`
  return linesOfCsv(bytes) ?? 'This is not a CSV file in UTF-8. Save the list as CSV, or paste it.'
}

function problemOf(lines: string[]): string | null {
  if (lines.length === 0) return 'Paste at least one name, number or link, or choose a file.'
  if (lines.length > maxLines) return `Check at most ${maxLines} at a time. Your list has ${lines.length}.`
  const long = lines.findIndex((line) => line.length > maxLine)
  return long >= 0 ? `Line ${long + 1} is longer than ${maxLine} characters. Shorten it or leave it out.` : null
}

async function checkLines(sql: SqlRunner, lines: string[], publicUrl: string): Promise<BulkResult[]> {
  const asked = lines.map((line) => {
    const link = readOwnLink(line, publicUrl)
    const number = link && 'number' in link ? tidyNumber(link.number) : link ? null : tidyNumber(line)
    return {
      number,
      slug: link && 'slug' in link ? link.slug : null,
      name: link || number ? null : line,
      isElsewhere: link !== null && 'elsewhere' in link,
      numbers: misreadNumbers(link && 'number' in link ? link.number : link ? '' : line),
    }
  })
  // By number, by address or by the whole name, whose editions may be several.
  const found = await sql<FoundRow[]>`
    select asked.nth::int as nth, ${columns(sql)}
    from unnest(${asked.map(({ number }) => number)}::text[], ${asked.map(({ slug }) => slug)}::text[],
      ${asked.map(({ name }) => name)}::text[]) with ordinality as asked (number, slug, name, nth), lateral (
      select id from register_entries where number = asked.number
      union all
      select id from register_entries where slug = asked.slug
      union all
      (select id from register_entries where fold(title) collate "C" = fold(asked.name) collate "C"
       order by starts_on desc nulls last limit 4)
    ) as found join register_entries as e on e.id = found.id
    order by asked.nth, e.starts_on desc nulls last, e.id`
  const missing = asked
    .map(({ name, numbers }, index) => ({ nth: index + 1, name, numbers }))
    .filter(({ nth }) => !found.some((row) => row.nth === nth))
  const near = missing.length > 0 ? await listNear(sql, missing) : []
  return asked.map(({ isElsewhere }, index) => {
    const rowsOf = (rows: FoundRow[]) =>
      rows.filter(({ nth }) => nth === index + 1).map(({ nth: _, ...entry }) => entry)
    const [exact, candidates] = [rowsOf(found), rowsOf(near)]
    const kind =
      exact.length === 1
        ? 'found'
        : exact.length + candidates.length > 0
          ? 'several'
          : isElsewhere
            ? 'elsewhere'
            : 'none'
    return { asked: lines[index]!, kind, entries: [...exact, ...candidates] }
  })
}

type FoundRow = FoundEntry & { nth: number }

const columns = (sql: SqlRunner): Fragment => sql`
  e.number, e.title, e.starts_on as date, e.city, register_status(e.status, e.valid_until) as status, e.assurance,
  e.assured_on as "assuredOn", e.valid_until as "validUntil"`

/** Titles that hold the name, and numbers that it may be a misreading of. The order keeps the planner at the index. */
const listNear = (sql: SqlRunner, missing: { nth: number; name: string | null; numbers: string[] }[]) => {
  const numbers = missing.flatMap(({ nth, numbers }) => numbers.map((number) => ({ nth, number })))
  return sql<FoundRow[]>`
    select found.nth, ${columns(sql)}
    from (
      select asked.nth, near.id
      from unnest(${missing.map(({ nth }) => nth)}::int[], ${missing.map(({ name }) => name)}::text[]) as asked (nth, name), lateral (
        select id from register_entries
        where length(asked.name) > 3 and without_apostrophes(title_part(search_text)) like containing(without_apostrophes(fold(asked.name)))
        order by starts_on desc nulls last, id limit 4
      ) as near
      union all
      select asked.nth, id
      from unnest(${numbers.map(({ nth }) => nth)}::int[], ${numbers.map(({ number }) => number)}::text[]) as asked (nth, number)
      join register_entries using (number)
    ) as found join register_entries as e using (id)
    order by found.nth, e.starts_on desc nulls last, e.id`
}

/** `note`: the checkpoint, with what witnesses have signed of it so far. */
async function signedLog(sql: SqlRunner): Promise<{ log: BulkAnswer['log']; note: string }> {
  const [key] = await findPublicKey(sql, { purpose: 'log' })
  const [checkpoint] = key ? await findPublished(sql, { origin: key.name }) : []
  const read = checkpoint && readNoteText(checkpoint.note)
  if (!read) return { log: null, note: '' }
  const { origin, size, note } = checkpoint
  return { log: { origin, size, root: toBase64(read.root) }, note }
}

function csvOf(
  results: BulkResult[],
  { at, log, note, publicUrl }: Pick<BulkAnswer, 'at' | 'log'> & { note: string; publicUrl: string },
): string {
  type Line = { asked: string; answer: string; entry: FoundEntry | undefined }
  const rows = results.flatMap((result): Line[] => {
    const answers = result.kind === 'found' || result.entries.length === 0 ? [result.entries[0]] : result.entries
    return answers.map((entry) => ({ asked: result.asked, answer: answerOf(result, entry), entry }))
  })
  return csvText(
    [
      { heading: 'Asked', value: ({ asked }: Line) => asked },
      { heading: 'Answer', value: ({ answer }) => answer },
      { heading: 'Number', value: ({ entry }) => entry?.number },
      { heading: 'Event', value: ({ entry }) => entry?.title },
      { heading: 'Date', value: ({ entry }) => entry?.date },
      { heading: 'City', value: ({ entry }) => entry?.city },
      {
        heading: 'Valid until (UTC)',
        value: ({ entry }) => entry?.validUntil && new Date(entry.validUntil).toISOString(),
      },
      { heading: 'Link', value: ({ entry }) => entry && publicUrl + href('verification', { number: entry.number }) },
      { heading: 'Answered at (UTC)', value: () => at },
      { heading: 'Public log', value: () => log?.origin },
      { heading: 'Entries of the log', value: () => log?.size },
      { heading: 'Root of the log', value: () => log?.root },
      // Once: it is the same for all rows, and longer than them.
      { heading: 'Checkpoint of the log', value: (row) => (row === rows[0] ? note : '') },
    ],
    rows,
  )
}
