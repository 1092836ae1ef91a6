import type { SqlRunner } from '../../../database/sql.ts'
import { londonDay } from '../../../domain/london-time.ts'
import { isSpeltAsKnown, searchVariants } from '../../../domain/search-variants.ts'
import { listCards, type RegisterFilters } from './list-register.ts'
import { type CardRow, listLikeWords, searchWords } from './queries.ts'

/** A search that finds fewer than these is looked into for slips of the finger. */
export const fewEntries = 6
/** Readings of a search that are tried. */
const mostReadings = 4

type Options = { now: Date; most: number; except: { slug: string }[] }

/**
 * Entries that a search comes close to without holding its text: known words in place of mistyped ones, and its words in any order.
 * The likest come first, and of those equally like, what is upcoming.
 *
 * @param options.except what the search itself has found: of words that are spelt as the register knows them, that is all.
 */
export async function listSimilar(
  sql: SqlRunner,
  filters: RegisterFilters,
  { now, most, except }: Options,
): Promise<CardRow[]> {
  const like = await listLikeWords(sql, { text: filters.q })
  const words = like[0]?.words ?? 0
  if (except.length > 0 && isSpeltAsKnown(like, words)) return []
  const readings = searchVariants(like, words, mostReadings)
  const seen = new Set(except.map(({ slug }) => slug))
  const similar: CardRow[] = []
  for (const words of readings) {
    if (similar.length >= most) break
    // As many more as were seen already, which come again.
    const rows = await read(words, most + seen.size)
    for (const row of rows) {
      if (similar.length < most && !seen.has(row.slug)) similar.push(row)
      seen.add(row.slug)
    }
  }
  return similar

  async function read(words: string[], limit: number): Promise<CardRow[]> {
    // A single word may be a common one: the search knows how to read those in order.
    if (words.length === 1)
      return (await listCards(sql, { ...filters, q: words[0]! }, { now, cursor: null, limit })).entries
    const [first, second, third = second, fourth = third] = words as [string, string]
    const { city, category, verified } = filters
    const today = londonDay(now)
    const [found] = await searchWords(sql, {
      first,
      second,
      third: third!,
      fourth: fourth!,
      city: city || null,
      category: category || null,
      verified,
      today,
      most: limit,
    })
    return found!.entries
  }
}
