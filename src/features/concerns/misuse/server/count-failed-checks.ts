import { type Counter, countInMemory } from '#database/count-in-memory.ts'
import { londonDay } from '#domain/london-time.ts'
import { tidyNumber } from '#domain/typed-number.ts'
import type { Services } from '#requests/services.ts'

/** Different numbers between two writings; further ones are not counted. */
const maxRemembered = 5000
const maxOfADay = 1000

/**
 * Counts in memory, and writes twice a minute, so that a check waits for nothing and nothing leads to the person who asked. What cannot be a number
 * is forgotten, and with it everything else that may have been typed.
 */
export function countFailedChecks({ sql, now, log }: Pick<Services, 'sql' | 'now' | 'log'>): Counter {
  const checks = countInMemory(
    async (counted) => {
      const day = londonDay(now())
      // In the order of numbers, so that two processes never deadlock.
      const added = await sql<{ number: string }[]>`
        insert into failed_checks as f (day, number, checks)
        select ${day}::date, c.number, c.checks
        from unnest(${[...counted.keys()]}::text[], ${[...counted.values()]}::int[]) as c (number, checks)
        left join register_entries as e on e.number = c.number
        where e.id is null or e.status in ('refused', 'suspended', 'revoked')
        order by c.number
        on conflict (day, number) do update set checks = f.checks + excluded.checks
        returning number`
      if (added.length > 0)
        await sql`
          delete from failed_checks where day = ${day}::date and number in (
            select number from failed_checks where day = ${day}::date order by checks desc, number offset ${maxOfADay}::int)`
    },
    { log, failed: 'failed checks not written', max: maxRemembered },
  )
  return { ...checks, count }

  function count(typed: string): void {
    const number = tidyNumber(typed)
    if (number) checks.count(number)
  }
}
