import type { SqlRunner } from '../../../database/sql.ts'
import { isSpeltAsKnown, searchVariants } from '../../../domain/search-variants.ts'
import type { EventFilters } from '../rules.ts'
import { listPage } from './list-page.ts'
import { listLikeWords, type SimilarEvent, searchWords } from './queries.ts'

/** A search that finds fewer than these is looked into for slips of the finger. */
export const fewEvents = 6
/** Readings of a search that are tried. */
const maxReadings = 4

type Options = { today: string; most: number; except: { id: string }[] }

/**
 * Events that a search comes close to without their holding its text: known words in place of mistyped ones, and its words in any
 * order. The likest come first.
 *
 * @param options.except what the search itself has found: of words that are spelt as the database knows them, that is all.
 */
export async function listSimilar(
  sql: SqlRunner,
  filters: EventFilters,
  { today, most, except }: Options,
): Promise<SimilarEvent[]> {
  const like = await listLikeWords(sql, { text: filters.q })
  const typed = like[0]?.words ?? 0
  if (except.length > 0 && isSpeltAsKnown(like, typed)) return []
  const seen = new Set(except.map(({ id }) => id))
  const similar: SimilarEvent[] = []
  for (const words of searchVariants(like, typed, maxReadings)) {
    if (similar.length >= most) break
    // As many more as were seen already, which come again.
    for (const event of await read(words, most + seen.size)) {
      if (similar.length < most && !seen.has(event.id)) similar.push(event)
      seen.add(event.id)
    }
  }
  return similar

  async function read(words: string[], limit: number): Promise<SimilarEvent[]> {
    // A single word may be a common one: the search knows how to read those in order.
    if (words.length === 1) return (await listPage(sql, { ...filters, q: words[0]! }, null, today, limit)).events
    const [first, second, third = second, fourth = third] = words as [string, string]
    return await searchWords(sql, {
      first,
      second,
      third: third!,
      fourth: fourth!,
      category: filters.category || null,
      type: filters.type || null,
      today,
      most: limit,
    })
  }
}
