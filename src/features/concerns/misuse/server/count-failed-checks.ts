import { type Counter, countInMemory } from '#database/count-in-memory.ts'
import { londonDay } from '#domain/london-time.ts'
import { tidyNumber } from '#domain/typed-number.ts'
import type { Services } from '#requests/services.ts'
import { addFailedChecks, keepMostChecked } from './queries.ts'

/** Different numbers that are remembered between two writings; whoever makes up more is not counted. */
const maxRemembered = 5000

/**
 * Counts checks of numbers that are not valid: a number for each number and day, in memory, written twice a minute. So a check waits for
 * nothing, and nothing that is kept leads to whoever asked. `count` takes a number as somebody typed it; what cannot be one is forgotten, and
 * with it whatever else may have been typed. Which of them are not valid is asked when they are written.
 */
export function countFailedChecks({ sql, now, log }: Pick<Services, 'sql' | 'now' | 'log'>): Counter {
  const checks = countInMemory(
    async (counted) => {
      const day = londonDay(now())
      const added = await addFailedChecks(sql, { day, numbers: [...counted.keys()], checks: [...counted.values()] })
      if (added.length > 0) await keepMostChecked(sql, { day })
    },
    { log, failed: 'failed checks not written', most: maxRemembered },
  )
  return { ...checks, count }

  function count(typed: string): void {
    const number = tidyNumber(typed)
    if (number) checks.count(number)
  }
}
