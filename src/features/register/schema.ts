import { type } from 'arktype'
import { assuranceNames, basisNames, type CheckResult, checkResults } from '#domain/assurance.ts'
import { registerStatusNames } from '#domain/register-status.ts'
import { address, addressOrPath, clockTime, day, moment } from '#wire/formats.ts'
import { cursorSentence, datesQuery, pageLimit } from '#wire/list-query.ts'
import { slugPattern } from './rules.ts'

/** A place in a list as the API hands it out; only what it handed out is understood. */
const cursorPattern = /^[0-7]\.(?:\d{4}-\d\d-\d\d|infinity)\.[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

/** The most entries in one answer, and how many come when the call does not say. */
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

const status = type.enumerated(...registerStatusNames)
/** How far it was checked, when that was found, and when it is looked at again. */
const assured = {
  assurance: type.enumerated(...assuranceNames),
  assuredOn: day.or('null'),
  nextReviewOn: day.or('null'),
} as const
const check = type({
  criterionId: 'string',
  name: 'string',
  result: type.enumerated(...(Object.keys(checkResults) as CheckResult[])),
  checkedBy: 'string',
  checkedOn: day,
  /** On what it rests where it is met or accepted; null where that was not recorded. */
  basis: type.enumerated(...basisNames, null),
  /** Of a document its last day, null where it has none; otherwise the day on which it was seen or said. */
  basisOn: day.or('null'),
  basisText: 'string',
})
const optionalText = type('string | null')

/** Why the status is what it is, where that was said in public; since when, and by what: a change as `GET /api/changes` names it. */
const statusChange = {
  statusReason: optionalText,
  statusChangedAt: moment,
  statusChange: 'string',
} as const

/** An event as the lists of the home page and of /events document it. */
export const eventSchema = type({
  id: 'string.uuid',
  slug: 'string',
  title: 'string',
  organizer: 'string',
  description: 'string',
  date: day.or('null'),
  time: clockTime.or('null'),
  venue: 'string',
  city: 'string',
  category: "'business' | 'entertainment' | 'sports' | 'culture' | 'charity'",
  price: 'string',
  attendees: 'number.integer',
  capacity: 'number.integer | null',
  imageUrl: addressOrPath,
  ticketUrl: address.or('null'),
  featured: 'boolean',
  isPro: 'boolean',
  'landingPageUrl?': address,
  accredited: 'boolean',
  status,
  ...assured,
  ...statusChange,
})

/** An event as the accredited listing documents it. */
export const listingSchema = type({
  id: 'string.uuid',
  title: 'string',
  slug: 'string',
  date: day.or('null'),
  venue: 'string',
  city: 'string',
  description: 'string',
  heroImage: addressOrPath,
  url: address.or('null'),
  category: 'string',
  partners: 'string[]',
  accredited: 'boolean',
  verified: 'boolean',
  featured: 'boolean',
  status,
  ...assured,
  ...statusChange,
})

export const eventDetailSchema = type({
  id: 'string.uuid',
  slug: 'string',
  number: 'string',
  title: 'string',
  organizer: 'string',
  date: day.or('null'),
  time: clockTime.or('null'),
  venue: 'string',
  city: 'string',
  category: 'string',
  description: 'string',
  price: 'string',
  mainImage: addressOrPath,
  images: addressOrPath.array(),
  gradientFrom: 'string',
  gradientTo: 'string',
  buttonText: 'string',
  buttonColor: 'string',
  buttonUrl: addressOrPath.or('null'),
  accredited: 'boolean',
  status,
  ...assured,
  ...statusChange,
  validFrom: moment,
  validUntil: moment.or('null'),
  /** It was given the Gold award. */
  gold: 'boolean',
  /** The results that are public, in their order. */
  checks: check.array(),
})
