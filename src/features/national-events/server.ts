import type { Level } from '#domain/assurance.ts'
import { londonDay } from '#domain/london-time.ts'
import { pageTags } from '#domain/page-tags.ts'
import type { RegisterStatus } from '#domain/register-status.ts'
import { page, redirect } from '#page/page.ts'
import type { Item } from '#ui/card-list.tsx'
import { databasePath, isUncounted, lastPage, maxSkipped, pageSize, readCursor, readFilters } from './rules.ts'
import { listPage, listSimilar } from './server/list-page.ts'
import { type ListedEvent, nearCities } from './server/queries.ts'

/** A search that finds fewer also shows events with a similar spelling. */
const fewEvents = 6
const maxSimilar = 12
const maxNearCities = 3

export const database = page('database', {
  tags: [pageTags.nationalEvents, pageTags.register],
  load: async ({ query, services }) => {
    const filters = readFilters(query)
    const cursor = readCursor(query.get('cursor'))
    const today = londonDay(services.now())
    const isSearch = filters.q !== ''
    const uncounted = isUncounted(filters)
    const current = cursor ? 1 : Math.min(readPage(query), lastPage(maxSkipped, uncounted))
    const skip = (current - 1) * pageSize
    const page = await listPage(services.sql, filters, cursor, today, pageSize, skip)
    const { events, found, totals, next } = page
    const last = lastPage(found, uncounted)
    // The list has become shorter, or somebody tries numbers.
    if (current > last) return redirect(databasePath(filters, { page: last }))
    const isShort = isSearch && cursor === null && found < fewEvents
    const similar = isShort ? await listSimilar(services.sql, filters, { today, max: maxSimilar, page }) : []
    const { city } = filters
    const near = city && found === 0 && !isSearch ? await nearCities(services.sql, { city, limit: maxNearCities }) : []
    const claimed = [...events, ...similar].filter(({ claimed }) => claimed)
    // What the register says today of events with these names and days: one index look-up for each.
    const entries =
      claimed.length > 0
        ? await services.sql<(RegisterWord & { id: string })[]>`
            select asked.id, found.status, found.assurance, found."assuredOn"
            from unnest(${claimed.map(({ id }) => id)}::text[], ${claimed.map(({ title }) => title)}::text[],
              ${claimed.map(({ date }) => date)}::date[]) as asked (id, title, day), lateral (
              select register_status(status, valid_until) as status, assurance, assured_on as "assuredOn" from register_entries
              where fold(title) collate "C" = fold(asked.title) collate "C" and starts_on is not distinct from asked.day
              order by register_status(status, valid_until) = 'active' desc, id limit 1
            ) as found`
        : []
    const registered = new Map(entries.map(({ id, ...word }) => [id, word]))
    const isPast = ({ sortOn }: ListedEvent) => sortOn < today
    const upcoming = filters.sort ? events : events.filter((event) => !isPast(event))
    return {
      filters,
      today,
      events: [...upcoming, ...(filters.sort ? [] : events.filter(isPast))].map(
        (event): Item<DatabaseCard> => cardOf({ ...event, past: isPast(event) }, registered.get(event.id)),
      ),
      /** How many come before the past ones. In another order than by date, those are among the others, and say so. */
      upcoming: upcoming.length,
      similar: similar.map((event): Item<DatabaseCard> => cardOf(event, registered.get(event.id))),
      nearCities: near.map((each) => each.city),
      found,
      totals,
      /** Null for a page after a cursor, which has no number. */
      pages: cursor ? null : { current, last, before: skip },
      next: cursor || current === last ? next : null,
      isDemonstration: [...events, ...similar].some(({ demo }) => demo),
    }
  },
})

type RegisterWord = Level & { status: RegisterStatus }

function readPage(query: URLSearchParams): number {
  const typed = query.get('page') ?? ''
  return /^[1-9]\d{0,5}$/.test(typed) ? Number(typed) : 1
}

type DatabaseCard = ReturnType<typeof cardOf>

/** Without what the card does not show: every byte is sent with each page. */
function cardOf(
  { description: _, sortOn: __, demo: ___, accredited: ____, ...card }: ListedEvent,
  registered?: RegisterWord,
) {
  return { ...card, ...(registered ? { registered } : {}) }
}
