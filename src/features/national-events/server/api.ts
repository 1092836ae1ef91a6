import { type } from 'arktype'
import { apiPath } from '#api.ts'
import type { SqlRunner } from '#database/sql.ts'
import { figure } from '#domain/figures.ts'
import { londonDay, longDay } from '#domain/london-time.ts'
import { pageTags } from '#domain/page-tags.ts'
import { answer, read } from '#requests/command.ts'
import { clockTime, day } from '#wire/formats.ts'
import {
  badCursor,
  cursorSentence,
  datesQuery,
  pageLimit,
  type Suggestion,
  suggestionSchema,
  suggestQuerySchema,
} from '#wire/list-query.ts'
import { countLimit, databasePath, filterLimit, isUncounted, noFilters, readCursor, readFilters } from '../rules.ts'
import { listPage, listSimilar } from './list-page.ts'
import { type CityCount, nearCities } from './queries.ts'

const apiLimit = 100

export const listNationalEvents = read({
  isOpen: true,
  permission: 'anyone',
  summary: 'Events of the National Events Database',
  description:
    `Upcoming events by date, then past ones, latest first; \`sort\` asks for another order. At most ${apiLimit} at a time (also the default): the next page is in the ` +
    '`Link` header (rel="next"), the number of matches in `X-Total-Count`. A search (`q`: up to six words, each part of a title, venue, city or organiser) and a list by city or date are counted ' +
    `up to ${countLimit}; where there are more, \`X-Total-Count-Relation\` says "gt". Being listed says nothing about accreditation: \`accredited\` does.`,
  query: type({
    'q?': `string <= ${filterLimit}`,
    'category?': `string <= ${filterLimit}`,
    'type?': "'' | 'all' | 'featured' | 'accredited'",
    'city?': type(`string <= ${filterLimit}`).describe('name of a city'),
    ...datesQuery,
    'sort?': type("'newest' | 'name'").describe('newest: what was entered last comes first; name: by title'),
    'limit?': pageLimit(apiLimit),
    'cursor?': type('string <= 100').configure({ sentence: cursorSentence }),
  }),
  answers: {
    200: type({
      id: 'string.uuid',
      title: 'string',
      date: day.or('null'),
      time: clockTime.or('null'),
      venue: 'string',
      city: 'string',
      category: 'string',
      organiser: 'string',
      description: 'string',
      featured: 'boolean',
      accredited: 'boolean',
    }).array(),
  },
  headers: ['Link', 'X-Total-Count', 'X-Total-Count-Relation', 'ETag'],
  failures: {},
  run: async ({ query, services }) => {
    const cursor = readCursor(query.cursor)
    if (query.cursor && !cursor) return badCursor()
    const { limit, cursor: _, ...asked } = query
    const filters = readFilters(new URLSearchParams(asked))
    const { events, found, next } = await listPage(
      services.sql,
      filters,
      cursor,
      londonDay(services.now()),
      limit ?? apiLimit,
    )
    const headers: Record<string, string> = {
      'x-total-count': String(Math.min(found, isUncounted(filters) ? countLimit : found)),
    }
    if (isUncounted(filters) && found > countLimit) headers['x-total-count-relation'] = 'gt'
    if (next) {
      const address = apiPath('listNationalEvents', {}, { ...filters, limit, cursor: next })
      headers.link = `<${address}>; rel="next"`
    }
    return answer(
      events.map(({ past: _, sortOn: __, demo: ___, claimed: ____, ...event }) => event),
      { tags: [pageTags.nationalEvents, pageTags.register], headers },
    )
  },
})

const maxEvents = 6
const maxCities = 8

export const suggestNationalEvents = read({
  permission: 'anyone',
  summary: 'Suggestions for a search of the National Events Database',
  description: `For a search box, while someone types: up to ${maxEvents} events in the order of the search. Where it finds fewer than three, also events with a similar spelling. With \`of=city\`, up to ${maxCities} cities: those with the most events, those that begin with the text, or those with a similar spelling.`,
  query: suggestQuerySchema,
  answers: { 200: suggestionSchema.array() },
  headers: ['ETag'],
  failures: {},
  run: async ({ query, services: { sql, now } }) => {
    const { q } = readFilters(new URLSearchParams({ q: query.q ?? '' }))
    if (query.of === 'city') return answer(await citiesLike(sql, q), { tags: [pageTags.nationalEvents] })
    if (q.length < 2) return answer([], { tags: [pageTags.fixed] })
    const today = londonDay(now())
    const filters = { ...noFilters, q }
    const page = await listPage(sql, filters, null, today, maxEvents)
    const near =
      page.events.length < 3
        ? await listSimilar(sql, filters, { today, max: maxEvents - page.events.length, page })
        : []
    const found = [...page.events, ...near].map(({ title, date, venue, city }) => ({
      title,
      detail: [longDay(date), venue, city].filter(Boolean).join(', '),
      url: databasePath({ ...noFilters, q: title.slice(0, filterLimit) }),
    }))
    // Several evenings of one event are one suggestion.
    return answer([...new Map(found.map((event) => [event.url, event])).values()], { tags: [pageTags.nationalEvents] })
  },
})

async function citiesLike(sql: SqlRunner, q: string): Promise<Suggestion[]> {
  const beginning = await sql<CityCount[]>`
    select city, events::int from national_event_cities
    where events > 0 and starts_with(plain_name(key), plain_name(fold(${q}::text))) order by events desc, city
    limit ${maxCities}::int`
  const cities = beginning.length > 0 ? beginning : await nearCities(sql, { city: q, limit: maxCities })
  return cities.map(({ city, events }) => ({
    title: city,
    detail: events === 1 ? '1 event' : `${figure(events)} events`,
    url: databasePath({ ...noFilters, city }),
  }))
}
