import { type Counter, countInMemory } from '#database/count-in-memory.ts'
import type { SqlRunner } from '#database/sql.ts'
import { londonDay } from '#domain/london-time.ts'
import { tidyNumber } from '#domain/typed-number.ts'
import type { Services } from '#requests/services.ts'

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
    { log, failed: 'failed checks not written', max: maxRemembered },
  )
  return { ...checks, count }

  function count(typed: string): void {
    const number = tidyNumber(typed)
    if (number) checks.count(number)
  }
}

/** Numbers that are kept of one day. */
const maxOfADay = 1000

/** Adds what was checked on a day, as far as it is no number of a valid entry. In the order of numbers, so that two processes never wait crosswise. */
const addFailedChecks = (
  sql: SqlRunner,
  { day, numbers, checks }: { day: string; numbers: string[]; checks: number[] },
) => sql<{ number: string }[]>`
  insert into failed_checks as f (day, number, checks)
  select ${day}::date, c.number, c.checks
  from unnest(${numbers}::text[], ${checks}::int[]) as c (number, checks)
  left join register_entries as e on e.number = c.number
  where e.id is null or e.status in ('refused', 'suspended', 'revoked')
  order by c.number
  on conflict (day, number) do update set checks = f.checks + excluded.checks
  returning number`

/** Of a day the numbers that were checked most often stay. */
const keepMostChecked = (sql: SqlRunner, { day }: { day: string }) => sql<{ number: string }[]>`
  delete from failed_checks where day = ${day}::date and number in (
    select number from failed_checks where day = ${day}::date order by checks desc, number offset ${maxOfADay}::int)
  returning number`
