import { countInMemory } from '#database/count-in-memory.ts'
import { londonDay } from '#domain/london-time.ts'
import { href } from '#pages.ts'
import type { Services } from '#requests/services.ts'

const counted = new Map([
  ['/', 'home'],
  ['/apply-accreditation', 'apply'],
  ['/accreditation', 'apply'],
])
const checkout = '/checkout/listing/'
const verification = href('verification', { number: '' })

/** By page of the funnel and day, without anything personal. Kept pages are answered before the router, so `count` is called there with path and query. */
export function countVisits({ sql, now, log, failedChecks }: Pick<Services, 'sql' | 'now' | 'log' | 'failedChecks'>) {
  const visits = countInMemory(
    // In order, so that two processes never deadlock.
    (counted) => sql`
      insert into daily_visits as v (day, page, visits)
      select ${londonDay(now())}::date, page, visits
      from unnest(${[...counted.keys()]}::text[], ${[...counted.values()]}::bigint[]) as counted (page, visits) order by page
      on conflict (day, page) do update set visits = v.visits + excluded.visits`,
    { log, failed: 'visits not written' },
  )
  return { ...visits, count }

  function count(address: string): void {
    const query = address.indexOf('?')
    const path = query === -1 ? address : address.slice(0, query)
    if (path.startsWith(verification)) failedChecks.count(path.slice(verification.length))
    const page = counted.get(path) ?? (path.startsWith(checkout) ? 'checkout' : undefined)
    if (page) visits.count(page)
  }
}
