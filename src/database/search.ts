import { type LikeWord, searchVariants } from '#domain/search-variants.ts'
import type { Fragment, SqlRunner } from './sql.ts'

const maxWords = 6

const hyphens = /(?<=\p{L})\p{Pd}+(?=\p{L})|^\p{Pd}+|\p{Pd}+$/u
const apostrophes = /['‘’‛ʼ′`´]/g
const joining = new Set(['&', '+', 'and'])

/** At most six: parts of a hyphenated word count, "and" only alone. */
export function wordsOf(q: string): string[] {
  const typed = q.split(/\s+/).filter(Boolean)
  const parts = typed.flatMap((word) => word.split(hyphens)).filter(Boolean)
  const words = parts.filter((part) => !joining.has(part.toLowerCase()))
  const found = [words, parts].find(({ length }) => length > 0) ?? typed
  return [...new Set(found)].slice(0, maxWords)
}

function plain(word: string): string {
  return word.replace(apostrophes, '') || word
}

/** Too short for trigrams: an index of one- and two-letter parts finds them. */
export function areShort(words: string[]): boolean {
  return words.every((word) => [...plain(word)].length < 3)
}

/** A subquery is evaluated once, not for each row. */
export function holding(sql: SqlRunner, text: Fragment, words: string[]): Fragment[] {
  return words.map((word) => sql`and without_apostrophes(${text}) like (select containing(${plain(word)}::text))`)
}

export function found(sql: SqlRunner, words: string[], text = sql`search_text`): Fragment {
  if (!areShort(words)) return sql`true ${holding(sql, text, words)}`
  const parts = words
    .flatMap((word) => (plain(word) === word ? word : word.split(apostrophes).filter(Boolean)))
    .map((part, at) => sql`${at ? sql`,` : sql``} (select fold(${part}::text))`)
  return sql`short_parts(search_text) @> array[${parts}]`
}

type WordTable = 'register_words' | 'national_event_words'

function named(sql: SqlRunner, table: WordTable): Fragment {
  return table === 'register_words' ? sql`register_words` : sql`national_event_words`
}

export function areKnown(sql: SqlRunner, table: WordTable, words: string[]): Fragment {
  return sql`not exists (select from search_words(fold(${words.join(' ')}::text)) as typed (word)
    where not exists (select from ${named(sql, table)} as known where known.word = typed.word))`
}

const maxReadings = 4

/** Known words in place of mistyped ones, the likeliest first; nothing where the search found something and every word is known. */
export async function searchSimilar<Row extends { id: string }>(
  sql: SqlRunner,
  table: WordTable,
  options: {
    q: string
    found: { id: string }[]
    isKnown: boolean
    max: number
    search: (q: string, limit: number) => Promise<Row[]>
  },
): Promise<Row[]> {
  const { q, found, isKnown, max, search } = options
  if (found.length > 0 && isKnown) return []
  const like = await sql<(LikeWord & { words: number })[]>`
    with asked as (
      select word, place from search_words(fold(${q}::text)) with ordinality as typed (word, place) where place <= 6
    )
    select asked.place::int as place, asked.word as typed, near.word, near.likeness, (select count(*) from asked)::int as words
    from asked, lateral (
      select w.word, similarity(w.word, asked.word)::float8 as likeness
      from ${named(sql, table)} as w
      where w.word % asked.word
      order by likeness desc, w.word
      limit 8
    ) as near`
  const seen = new Set(found.map(({ id }) => id))
  const similar: Row[] = []
  for (const words of searchVariants(like, like[0]?.words ?? 0, maxReadings)) {
    if (similar.length >= max) break
    for (const row of await search(words.join(' '), max + seen.size)) {
      if (similar.length < max && !seen.has(row.id)) similar.push(row)
      seen.add(row.id)
    }
  }
  return similar
}
