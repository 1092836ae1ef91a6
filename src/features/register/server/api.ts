import { type } from 'arktype'
import { apiPath } from '#api.ts'
import { assuranceNames, basisNames, type CheckResult, checkResults } from '#domain/assurance.ts'
import { isUuid } from '#domain/is-uuid.ts'
import { pageTags } from '#domain/page-tags.ts'
import { pickFields } from '#domain/pick-fields.ts'
import { isAccredited, registerStatusNames } from '#domain/register-status.ts'
import { actionOf, sectorColours, slugPattern } from '#features/register/rules.ts'
import { filePaths, withQuery } from '#pages.ts'
import { type AnswerHeader, answer, type Call, read } from '#requests/command.ts'
import { failure } from '#wire/failure.ts'
import { address, addressOrPath, clockTime, day, moment } from '#wire/formats.ts'
import { badCursor, cursorSentence, datesQuery, pageLimit } from '#wire/list-query.ts'
import { countLimit } from './count-queries.ts'
import { readCursor, readFilters } from './filters.ts'
import { type CardRow, type EventRow, type ListedRow, listCards, listEvents as listEventRows } from './list-queries.ts'
import { listRegister } from './list-register.ts'
import { type EntryRow, findEntry, findSlug, listStatusChanges, type StatusChangeRow } from './queries.ts'

/** Only what the API handed out is understood. */
const cursorPattern = /^[0-7]\.(?:\d{4}-\d\d-\d\d|infinity)\.[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

/** Also the default. */
const listLimit = 100

const text = type('string <= 200').configure({ sentence: 'Use at most 200 characters' })

const registerQuerySchema = type({
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

const eventSchema = type({
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

const listingSchema = type({
  ...entryFacts,
  heroImage: addressOrPath,
  url: address.or('null'),
  category: 'string',
  partners: 'string[]',
  verified: 'boolean',
  featured: 'boolean',
})

const eventDetailSchema = type({
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

const listDescription = `Every entry of the register, whatever its status. Upcoming featured entries come first, then other upcoming ones, then past ones; by date, undated last. \
A search starts with the entries whose title or number contains all its words; \`sort\` asks for another order. \
At most ${listLimit} entries an answer (and ${listLimit} when limit is left out); the Link header (RFC 8288, rel="next") leads to the next. \
X-Total-Count is exact, but for a search or a list by date with more than ${countLimit} matches, where it is ${countLimit} and X-Total-Count-Relation says gt.`

const headers: AnswerHeader[] = ['Link', 'X-Total-Count', 'X-Total-Count-Relation', 'ETag']
const list = {
  isOpen: true,
  permission: 'anyone',
  description: listDescription,
  query: registerQuerySchema,
  headers,
  failures: {},
} as const

export const listEvents = read({
  ...list,
  summary: 'Search the events of the register',
  answers: { 200: eventSchema.array() },
  run: async (call) => await answerList(call, apiPath('listEvents'), listEventRows, eventOf),
})

export const listListings = read({
  ...list,
  summary: 'Search the register of accredited events',
  answers: { 200: listingSchema.array() },
  run: async (call) => await answerList(call, apiPath('listListings'), listCards, listingOf),
})

export const getEvent = read({
  permission: 'anyone',
  summary: 'One event of the register',
  description: 'By its slug or its id.',
  params: type({ slug: slugPattern }),
  answers: { 200: eventDetailSchema },
  headers: ['ETag'],
  failures: { 'not-found': 'There is no such event.' },
  run: async ({ params, services: { sql, brand } }) => {
    const [named] = isUuid(params.slug) ? await findSlug(sql, { id: params.slug }) : []
    const [entry] = await findEntry(sql, named ?? params)
    const [change] = entry ? await listStatusChanges(sql, { ids: [entry.id] }) : []
    if (!entry || !change) return failure('not-found', "Sorry, we couldn't find this event.")
    return answer(detailOf(entry, change, brand.toursUrl), { tags: [pageTags.registerEntry(entry.slug)] })
  },
})

async function answerList<Row extends CardRow | EventRow>(
  {
    query,
    services: { sql, now },
  }: Pick<Call<unknown, typeof registerQuerySchema.infer, unknown>, 'query' | 'services'>,
  path: string,
  list: Parameters<typeof listRegister<Row>>[1],
  shape: (row: Row | ListedRow) => object,
) {
  const cursor = query.cursor === undefined ? null : readCursor(query.cursor)
  if (query.cursor !== undefined && !cursor) return badCursor()
  const limit = query.limit ?? listLimit
  const { limit: _, cursor: __, sort = '', ...given } = query
  const filters = readFilters(new URLSearchParams(given))
  const page = await listRegister(sql, list, filters, { now: now(), cursor, limit, sort })
  const rows = await listStatusChanges(sql, { ids: page.entries.map(({ id }) => id) })
  const changes = new Map(rows.map(({ id, ...change }) => [id, change]))
  const entries = page.entries.flatMap((entry) => {
    const change = changes.get(entry.id)
    return change ? [{ ...shape(entry), ...change }] : []
  })
  return answer(entries, {
    tags: [page.cityKey !== null && !filters.q ? pageTags.registerCity(page.cityKey) : pageTags.register],
    headers: {
      'x-total-count': String(page.total),
      ...(page.isMore ? { 'x-total-count-relation': 'gt' } : {}),
      ...(page.next
        ? { link: `<${withQuery(path, { ...filters, sort, limit: query.limit, cursor: page.next })}>; rel="next"` }
        : {}),
    },
  })
}

function eventOf(row: EventRow) {
  const isPro = row.isPro && isAccredited(row.status)
  return {
    ...factsOf(row),
    ...pickFields(row, 'time', 'price', 'attendees', 'capacity', 'ticketUrl'),
    organizer: row.organiser,
    category: row.sector,
    imageUrl: row.imageUrl ?? filePaths.cover(row.sector, row.slug),
    featured: row.featured && isAccredited(row.status),
    isPro,
    ...(isPro && row.landingPageUrl ? { landingPageUrl: row.landingPageUrl } : {}),
  }
}

function listingOf(row: CardRow) {
  return {
    ...factsOf(row),
    ...pickFields(row, 'category', 'partners'),
    heroImage: row.imageUrl ?? filePaths.cover(row.sector, row.slug),
    url: row.websiteUrl,
    verified: isAccredited(row.status),
    featured: row.featured && isAccredited(row.status),
  }
}

function detailOf(entry: EntryRow, change: StatusChangeRow, toursUrl: string) {
  const [gradientFrom, gradientTo] = sectorColours[entry.sector]
  const action = actionOf(entry, toursUrl)
  return {
    ...factsOf(entry),
    ...pickFields(entry, 'number', 'time', 'category', 'price', 'images', 'validFrom', 'validUntil', 'checks'),
    organizer: entry.organiser,
    mainImage: entry.imageUrl ?? filePaths.cover(entry.sector, entry.slug),
    gradientFrom,
    gradientTo,
    buttonText: action?.label ?? entry.buttonText,
    buttonColor: gradientFrom,
    buttonUrl: action?.href ?? null,
    ...pickFields(change, 'statusReason', 'statusChangedAt', 'statusChange'),
    gold: entry.goldOn !== null && isAccredited(entry.status),
  }
}

function factsOf(row: CardRow | EventRow | EntryRow) {
  return {
    ...pickFields(row, 'id', 'slug', 'title', 'date', 'venue', 'city', 'description'),
    ...pickFields(row, 'status', 'assurance', 'assuredOn', 'nextReviewOn'),
    accredited: isAccredited(row.status),
  }
}
