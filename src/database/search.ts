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

export type LikeWord = {
  place: number
  typed: string
  word: string
  likeness: number
}

const perWord = 3

/** The likeliest first; a word that is like none is left out while most are like something. @param found shares trigrams with the typed words. */
export function searchVariants(found: LikeWord[], words: number, max: number): string[][] {
  const alternatives = new Map<number, LikeWord[]>()
  for (const like of found) {
    if (!isSlip(like.typed, like.word)) continue
    const known = alternatives.get(like.place) ?? []
    alternatives.set(like.place, [...known, like].sort((a, b) => b.likeness - a.likeness).slice(0, perWord))
  }
  if (alternatives.size === 0 || alternatives.size * 2 <= words - 1) return []
  let variants: { words: string[]; likeness: number }[] = [{ words: [], likeness: 1 }]
  for (const [, choices] of [...alternatives].sort(([a], [b]) => a - b)) {
    variants = variants
      .flatMap(({ words, likeness }) =>
        choices.map((choice) => ({ words: [...words, choice.word], likeness: likeness * choice.likeness })),
      )
      .sort((a, b) => b.likeness - a.likeness)
      .slice(0, max)
  }
  return variants.map(({ words }) => words)
}

/** A few letters wrong, missing, doubled or swapped; the known word may go on after what was typed, with one slip fewer. */
export function isSlip(typed: string, known: string): boolean {
  const allowed = typed.length <= 5 ? 1 : typed.length <= 9 ? 2 : 3
  const edits = editsToBeginnings(typed, known)
  return edits.at(-1)! <= allowed || Math.min(...edits) < allowed
}

/** Fewest edits (one letter more, less, changed, or two swapped) to each beginning of `known`, the whole word last. */
function editsToBeginnings(typed: string, known: string): number[] {
  const width = known.length + 1
  let before: number[] = []
  let last = Array.from({ length: width }, (_, index) => index)
  for (let row = 1; row <= typed.length; row++) {
    const next = [row]
    for (let column = 1; column < width; column++) {
      const same = typed[row - 1] === known[column - 1]
      let cost = Math.min(last[column]! + 1, next[column - 1]! + 1, last[column - 1]! + (same ? 0 : 1))
      const swapped = row > 1 && typed[row - 1] === known[column - 2] && typed[row - 2] === known[column - 1]
      if (swapped && column > 1) cost = Math.min(cost, before[column - 2]! + 1)
      next.push(cost)
    }
    before = last
    last = next
  }
  return last
}
