import { type } from 'arktype'
import { assuranceNames, basisNames, type CheckResult, checkResults } from '#domain/assurance.ts'
import { registerStatusNames } from '#domain/register-status.ts'
import { address, addressOrPath, clockTime, day, moment } from '#wire/formats.ts'
import { cursorSentence, datesQuery, pageLimit } from '#wire/list-query.ts'
import { slugPattern } from './rules.ts'

/** Only what the API handed out is understood. */
const cursorPattern = /^[0-7]\.(?:\d{4}-\d\d-\d\d|infinity)\.[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

/** Also the default. */
export const listLimit = 100

const text = type('string <= 200').configure({ sentence: 'Use at most 200 characters' })

export const registerQuerySchema = type({
  'q?': text.describe(
    'up to six words; finds entries that have each word in the title, venue, city, organiser or number. Capital letters and accents make no difference',
  ),
  'city?': text.describe('name of a city'),
  'category?': text.describe(
    'one of the 13 categories, or business, entertainment, sports, culture, charity; all for any',
  ),
  'verified?': type("'1' | '0' | 'true' | 'false'").configure({ sentence: 'Use 1 or 0' }),
  'assurance?': type.enumerated(...assuranceNames).describe('how far an entry was checked'),
  'status?': type.enumerated(...registerStatusNames).describe('register status'),
  ...datesQuery,
  'sort?': type("'date' | 'newest' | 'name'").describe(
    'date: by date, also in a search; newest: what was entered last comes first; name: by title',
  ),
  'limit?': pageLimit(listLimit),
  'cursor?': type(cursorPattern).configure({ sentence: cursorSentence }),
}).onUndeclaredKey('delete')

export const entryParamsSchema = type({ slug: slugPattern })

const check = type({
  criterionId: 'string',
  name: 'string',
  result: type.enumerated(...(Object.keys(checkResults) as CheckResult[])),
  checkedBy: 'string',
  checkedOn: day,
  /** Null when not recorded. */
  basis: type.enumerated(...basisNames, null),
  /** A document's last day (null without one), otherwise the day it was seen or said. */
  basisOn: day.or('null'),
  basisText: 'string',
})

/** `statusChange` is named as in `GET /api/changes`. */
const statusFacts = {
  status: type.enumerated(...registerStatusNames),
  assurance: type.enumerated(...assuranceNames),
  assuredOn: day.or('null'),
  nextReviewOn: day.or('null'),
  statusReason: type('string | null'),
  statusChangedAt: moment,
  statusChange: 'string',
} as const

const entryFacts = {
  id: 'string.uuid',
  slug: 'string',
  title: 'string',
  date: day.or('null'),
  venue: 'string',
  city: 'string',
  description: 'string',
  accredited: 'boolean',
  ...statusFacts,
} as const

const eventFacts = { ...entryFacts, organizer: 'string', time: clockTime.or('null'), price: 'string' } as const

export const eventSchema = type({
  ...eventFacts,
  category: "'business' | 'entertainment' | 'sports' | 'culture' | 'charity'",
  attendees: 'number.integer',
  capacity: 'number.integer | null',
  imageUrl: addressOrPath,
  ticketUrl: address.or('null'),
  featured: 'boolean',
  isPro: 'boolean',
  'landingPageUrl?': address,
})

export const listingSchema = type({
  ...entryFacts,
  heroImage: addressOrPath,
  url: address.or('null'),
  category: 'string',
  partners: 'string[]',
  verified: 'boolean',
  featured: 'boolean',
})

export const eventDetailSchema = type({
  ...eventFacts,
  number: 'string',
  category: 'string',
  mainImage: addressOrPath,
  images: addressOrPath.array(),
  gradientFrom: 'string',
  gradientTo: 'string',
  buttonText: 'string',
  buttonColor: 'string',
  buttonUrl: addressOrPath.or('null'),
  validFrom: moment,
  validUntil: moment.or('null'),
  gold: 'boolean',
  checks: check.array(),
})
