import { type Counter, countInMemory } from '#database/count-in-memory.ts'
import type { SqlRunner } from '#database/sql.ts'
import { londonDay } from '#domain/london-time.ts'
import { href } from '#pages.ts'
import type { Services } from '#requests/services.ts'

/** The pages of the funnel by their whole path, and the one that ends in an id. */
const counted = new Map([
  ['/', 'home'],
  ['/apply-accreditation', 'apply'],
  ['/accreditation', 'apply'],
])
const checkout = '/checkout/listing/'
const verification = href('verification', { number: '' })

/** In the pages' order, so that two processes never wait for each other crosswise. */
const addVisits = (sql: SqlRunner, { day, pages, visits }: { day: string; pages: string[]; visits: number[] }) => sql<
  Record<string, never>[]
>`
  insert into daily_visits as v (day, page, visits)
  select ${day}::date, page, visits from unnest(${pages}::text[], ${visits}::bigint[]) as counted (page, visits) order by page
  on conflict (day, page) do update set visits = v.visits + excluded.visits`

/** `count` counts a GET of an address (path and query), moves within the site too; what is no page costs a look at the path. */
export type VisitCounter = Counter

/**
 * Counts how often the pages of the funnel are opened: a number for each page and day, in memory, written twice a minute. No
 * cookie, no address, no agent: nothing that is kept could lead to a person, and one person who comes twice counts twice. Kept
 * pages are answered ahead of the router, so it is counted there, at the price of one look-up. Checks of a number are handed on to
 * those who count the ones that fail.
 */
export function countVisits({
  sql,
  now,
  log,
  failedChecks,
}: Pick<Services, 'sql' | 'now' | 'log' | 'failedChecks'>): VisitCounter {
  const visits = countInMemory(
    (counted) => addVisits(sql, { day: londonDay(now()), pages: [...counted.keys()], visits: [...counted.values()] }),
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
