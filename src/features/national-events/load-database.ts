import { londonDay } from '../../domain/london-time.ts'
import { pageTags } from '../../domain/page-tags.ts'
import type { Loader } from '../../page-loader.ts'
import type { DatabaseData } from './database-page.tsx'
import { listPage } from './list-page.ts'
import { pageSize, readCursor, readFilters } from './rules.ts'

/** The National Events Database with the filters and the place of its address. A cursor that makes no sense is the beginning. */
export const loadDatabase: Loader<DatabaseData> = async ({ query, services }) => {
  const filters = readFilters(query)
  const cursor = readCursor(query.get('cursor'))
  const today = londonDay(services.now())
  const { events, found, totals, next } = await listPage(services.sql, filters, cursor, today, pageSize)
  const cards = events.map(({ description: _, sortOn, ...event }) => ({ ...event, past: sortOn < today }))
  return {
    kind: 'page',
    data: { filters, events: cards, found, totals, next, begun: cursor !== null },
    tags: [pageTags.nationalEvents],
  }
}
