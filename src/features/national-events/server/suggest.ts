import type { SqlRunner } from '#database/sql.ts'
import { figure } from '#domain/figures.ts'
import { londonDay, longDay } from '#domain/london-time.ts'
import { pageTags } from '#domain/page-tags.ts'
import { databasePath, filterLimit, noFilters, readFilters } from '#features/national-events/rules.ts'
import { answer, read } from '#requests/command.ts'
import { type Suggestion, suggestionSchema, suggestQuerySchema } from '#wire/list-query.ts'
import { listPage, listSimilar } from './list-page.ts'
import { citiesBeginning, nearCities } from './queries.ts'

/** The most events in an answer. */
const maxEvents = 6
const maxCities = 8

/** What somebody may be looking for who types into the search box of the National Events Database. */
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
  const beginning = await citiesBeginning(sql, { q, limit: maxCities })
  const cities = beginning.length > 0 ? beginning : await nearCities(sql, { city: q, limit: maxCities })
  return cities.map(({ city, events }) => ({
    title: city,
    detail: events === 1 ? '1 event' : `${figure(events)} events`,
    url: databasePath({ ...noFilters, city }),
  }))
}
