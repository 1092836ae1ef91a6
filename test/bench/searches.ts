import type { Sql } from '#database/sql.ts'
import { noFilters } from '#features/register/server/filters.ts'
import { listCards } from '#features/register/server/list-queries.ts'
import { listRegister } from '#features/register/server/list-register.ts'

const words = [
  'harvest',
  'jazz',
  'lantern',
  'zymurgy',
  'market',
  'abbey hall',
  'mara',
  'ster',
  'robotics forum',
  'nothing like it',
  'zymurgy 99',
]
const letters = 'abcdefghijklmnopqrstuvwxyz'

/** Times the register's search in the database: words, parts of words, and two letters, first pages without a filter. */
export async function measureSearches(sql: Sql): Promise<string> {
  const shortTerms = Array.from(
    { length: 60 },
    (_, index) => letters[(index * 7) % 26]! + letters[(index * 11 + 3) % 26]!,
  )
  return [
    'Searches, one after another, in the database (list, count and cities; milliseconds):',
    '',
    '| Terms | p50 | p95 | slowest |',
    '|---|---|---|---|',
    await timed('words and parts of words', words),
    await timed('two letters', shortTerms),
  ].join('\n')

  async function timed(name: string, terms: string[]): Promise<string> {
    const times: number[] = []
    for (let round = 0; round < 4; round++) {
      for (const q of terms) {
        const startedAt = performance.now()
        await listRegister(sql, listCards, { ...noFilters, q }, { now: new Date(), cursor: null, limit: 24 })
        // The first round warms the cache of pages.
        if (round > 0) times.push(performance.now() - startedAt)
      }
    }
    times.sort((a, b) => a - b)
    const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))]!.toFixed(1)
    return `| ${name} | ${at(0.5)} | ${at(0.95)} | ${at(1)} |`
  }
}
