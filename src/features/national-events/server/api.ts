import { type } from 'arktype'
import { apiPath } from '#api.ts'
import { londonDay } from '#domain/london-time.ts'
import { pageTags } from '#domain/page-tags.ts'
import { countLimit, filterLimit, isUncounted, readCursor, readFilters } from '#features/national-events/rules.ts'
import { answer, read } from '#requests/command.ts'
import { clockTime, day } from '#wire/formats.ts'
import { badCursor, cursorSentence, datesQuery, pageLimit } from '#wire/list-query.ts'
import { listPage } from './list-page.ts'

/** Most events that one call answers, and how many it answers when not asked. */
const apiLimit = 100

/** Filters of `GET /api/national-events`: those of the page, by the same names. */
const nationalEventsQuery = type({
  'q?': `string <= ${filterLimit}`,
  'category?': `string <= ${filterLimit}`,
  'type?': "'' | 'all' | 'featured' | 'accredited'",
  'city?': type(`string <= ${filterLimit}`).describe('name of a city'),
  ...datesQuery,
  'sort?': type("'newest' | 'name'").describe('newest: what was entered last comes first; name: by title'),
  'limit?': pageLimit(apiLimit),
  'cursor?': type('string <= 100').configure({ sentence: cursorSentence }),
})

const nationalEventsAnswer = type({
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
}).array()

export const listNationalEvents = read({
  isOpen: true,
  permission: 'anyone',
  summary: 'Events of the National Events Database',
  description:
    `Upcoming events by date, then past ones, latest first; \`sort\` asks for another order. At most ${apiLimit} at a time (also the default): the next page is in the ` +
    '`Link` header (rel="next"), the number of matches in `X-Total-Count`. A search (`q`: up to six words, each part of a title, venue, city or organiser) and a list by city or date are counted ' +
    `up to ${countLimit}; where there are more, \`X-Total-Count-Relation\` says "gt". Being listed says nothing about accreditation: \`accredited\` does.`,
  query: nationalEventsQuery,
  answers: { 200: nationalEventsAnswer },
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
      events.map(({ past: _, sortOn: __, demo: ___, ...event }) => event),
      { tags: [pageTags.nationalEvents], headers },
    )
  },
})
