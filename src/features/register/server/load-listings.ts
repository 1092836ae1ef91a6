import type { SqlRunner } from '#database/sql.ts'
import { eventCategories } from '#domain/categories.ts'
import { londonDay } from '#domain/london-time.ts'
import { pageTags } from '#domain/page-tags.ts'
import { isAccredited } from '#domain/register-status.ts'
import { tidyNumber } from '#domain/typed-number.ts'
import { webcalAddress } from '#features/register/rules.ts'
import { filePaths, href } from '#pages.ts'
import { type KeptLoader, keptHandler } from '#requests/page-loader.ts'
import type { ListingCardData, ListingsData } from '../listings-data.ts'
import { countLimit, type Facets } from './count-queries.ts'
import { type RegisterFilters, readCursor, readFilters, readSort } from './filters.ts'
import { type CardRow, listCards, nearCities } from './list-queries.ts'
import { listRegister, listSimilar, type RegisterPage, textsOfNumbers } from './list-register.ts'
import { maxSkipped } from './order-queries.ts'

const pageSize = 24
/** A search that finds fewer than these is looked into for slips of the pen. */
const fewEntries = 6
const maxSimilar = 12
const maxNearCities = 3

/** The register as cards: searched, filtered, sorted, a page of 24. */
const loadListings: KeptLoader<ListingsData> = async ({ query, services: { sql, now, env } }) => {
  const filters = readFilters(query)
  const sort = readSort(query, filters.q)
  const number = numberIn(filters.q)
  const [numbered] = number ? await findNumbered(sql, { number }) : []
  if (numbered) return { kind: 'redirect', to: href('event', { slug: numbered.slug }), status: 303 }
  const cursor = readCursor(query.get('cursor') ?? '')
  const current = cursor ? 1 : pageOf(query, filters)
  const skip = (current - 1) * pageSize
  const today = now()
  const page = await listRegister(sql, listCards, filters, {
    now: today,
    cursor,
    limit: pageSize,
    sort,
    skip,
    withFacets: true,
  })
  const near =
    filters.city && page.total === 0 && page.cityName === null && !filters.q
      ? await nearCities(sql, { city: filters.city, limit: maxNearCities })
      : []
  const last = lastPage(page.total, filters)
  // The list has become shorter, or somebody tries numbers.
  if (current > last) {
    return { kind: 'redirect', to: href('listings', { ...filters, sort, page: last > 1 ? last : null }), status: 303 }
  }
  const isWhole = cursor === null && current === 1
  const isShort = filters.q !== '' && isWhole && page.total < fewEntries
  const { number: meant, entries: similar } = isShort
    ? await listSimilar(sql, filters, { now: today, max: maxSimilar, page })
    : { number: null, entries: [] }
  const isPast = ({ segment }: { segment: number }) => segment % 4 > 1
  const isByDate = sort === '' || sort === 'date'
  const upcoming = isByDate ? page.entries.filter((row) => !isPast(row)) : page.entries
  return {
    kind: 'page',
    data: {
      filters,
      sort,
      today: londonDay(today),
      canonical: isWhole ? canonicalOf(page, { ...filters, sort }) : null,
      calendar: webcalAddress(env.publicUrl, filePaths.listingsFeed('ics', filters)),
      total: page.total,
      isMore: page.isMore,
      ...(page.facets ? { facets: facetsOf(page.facets) } : {}),
      entries: [
        ...upcoming.map((row) => cardOf(row, !isByDate && isPast(row))),
        ...(isByDate ? page.entries.filter(isPast) : []).map((row) => cardOf(row, false)),
      ],
      upcoming: upcoming.length,
      ...(meant ? { meant } : {}),
      similar: similar.map((row) => cardOf(row, isPast(row))),
      nearCities: near.map(({ city }) => city),
      pages: cursor ? null : { current, last, before: skip },
      next: cursor || current === last ? page.next : null,
      isDemonstration: [...page.entries, ...similar].some((entry) => entry.isDemo),
    },
    tags: [page.cityKey !== null && !filters.q ? pageTags.registerCity(page.cityKey) : pageTags.register],
  }
}

function facetsOf({ categories, ...facets }: Facets): NonNullable<ListingsData['facets']> {
  return { ...facets, categories: eventCategories.map((category) => categories[category] ?? 0) }
}

/** The first whole register number of a search, as the register writes it: one of its words, or all of it. */
function numberIn(q: string): string | null {
  for (const text of textsOfNumbers(q)) {
    const number = tidyNumber(text)
    if (number) return number
  }
  return null
}

/** The slug of the entry with a number. */
const findNumbered = (sql: SqlRunner, { number }: { number: string }) => sql<{ slug: string }[]>`
  select slug from register_entries where number = ${number}::text`

/** The number of the page that an address asks for, as far as pages have numbers. */
function pageOf(query: URLSearchParams, { q }: RegisterFilters): number {
  const typed = query.get('page') ?? ''
  return /^[1-9]\d{0,5}$/.test(typed) ? Math.min(Number(typed), pagesIn(q ? countLimit : maxSkipped)) : 1
}

/** The last page that has a number: those after it are found from one to the next. */
function lastPage(total: number, { q }: RegisterFilters): number {
  return Math.max(1, pagesIn(Math.min(total, q ? countLimit : maxSkipped)))
}

function pagesIn(entries: number): number {
  return Math.ceil(entries / pageSize)
}

/**
 * The list's own address, for search engines: a list of the register, of a city or of a category that has entries. Searches, later
 * pages, other filters and orders, and lists of nothing are for people.
 */
function canonicalOf(
  { total, cityName }: Pick<RegisterPage, 'total' | 'cityName'>,
  { city, category, verified: _, ...narrowed }: RegisterFilters & { sort: string },
): string | null {
  const isList = Object.values(narrowed).every((value) => value === '') && (total > 0 || (!city && !category))
  return isList ? href('listings', { city: cityName, category }) : null
}

/** Only what the card shows: every byte is sent with each page. */
export function cardOf(row: CardRow, saysPast = false): ListingCardData {
  return {
    slug: row.slug,
    title: row.title,
    date: row.date,
    place: [row.venue, row.city],
    text: row.description.slice(0, 240),
    category: row.category,
    status: row.status,
    assurance: row.assurance,
    ...(row.imageUrl ? { image: row.imageUrl } : { tone: row.sector }),
    ...(row.websiteUrl ? { url: row.websiteUrl } : {}),
    ...(row.partners.length > 0 ? { partners: row.partners } : {}),
    ...(row.isPrivate ? { isPrivate: true } : {}),
    ...(row.featured && isAccredited(row.status) ? { featured: true } : {}),
    ...(saysPast ? { past: true } : {}),
  }
}

export const listings = keptHandler({ load: loadListings })
