import { londonDay } from '#domain/london-time.ts'
import { pageTags } from '#domain/page-tags.ts'
import type { DatabaseData } from '#features/national-events/database-page.tsx'
import type { DatabaseEvent } from '#features/national-events/rules.ts'
import {
  databasePath,
  isUncounted,
  lastPage,
  maxSkipped,
  pageSize,
  readCursor,
  readFilters,
} from '#features/national-events/rules.ts'
import { type KeptLoader, keptHandler } from '#requests/page-loader.ts'
import { listPage, listSimilar } from './list-page.ts'
import { type ListedEvent, nearCities } from './queries.ts'

/** A search that finds fewer than these is looked into for slips of the pen. */
const fewEvents = 6
const maxSimilar = 12
const maxNearCities = 3

/** The National Events Database with the filters and the place of its address. A cursor that makes no sense is the beginning. */
const loadDatabase: KeptLoader<DatabaseData> = async ({ query, services }) => {
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
  if (current > last) return { kind: 'redirect', to: databasePath(filters, { page: last }), status: 303 }
  const isShort = isSearch && cursor === null && found < fewEvents
  const similar = isShort ? await listSimilar(services.sql, filters, { today, max: maxSimilar, page }) : []
  const { city } = filters
  const near = city && found === 0 && !isSearch ? await nearCities(services.sql, { city, limit: maxNearCities }) : []
  const cards = events.map((event) => cardOf({ ...event, past: event.sortOn < today }))
  return {
    kind: 'page',
    data: {
      filters,
      today,
      events: cards,
      similar: similar.map(cardOf),
      nearCities: near.map((each) => each.city),
      found,
      totals,
      pages: cursor ? null : { current, last, before: skip },
      next: cursor || current === last ? next : null,
      isDemonstration: [...events, ...similar].some(({ demo }) => demo),
    },
    tags: [pageTags.nationalEvents],
  }
}

function readPage(query: URLSearchParams): number {
  const typed = query.get('page') ?? ''
  return /^[1-9]\d{0,5}$/.test(typed) ? Number(typed) : 1
}

/** Without what the card does not show: every byte is sent with each page. */
function cardOf({ description: _, sortOn: __, demo: ___, ...card }: ListedEvent): DatabaseEvent {
  return card
}

export const database = keptHandler({ load: loadDatabase })
