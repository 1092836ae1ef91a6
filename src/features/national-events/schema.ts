import { type } from 'arktype'
import { clockTime, day } from '../../wire/formats.ts'
import { cursorSentence, pageLimit } from '../../wire/list-query.ts'
import { filterLimit } from './rules.ts'

/** Most events that one call answers, and how many it answers when not asked. */
export const apiLimit = 100

/** Filters of `GET /api/national-events`: those of the page, by the same names. */
export const nationalEventsQuery = type({
  'q?': `string <= ${filterLimit}`,
  'category?': `string <= ${filterLimit}`,
  'type?': "'' | 'all' | 'featured' | 'accredited'",
  'limit?': pageLimit(apiLimit),
  'cursor?': type('string <= 100').configure({ sentence: cursorSentence }),
})

export const nationalEventsAnswer = type({
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
