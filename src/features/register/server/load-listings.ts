import { pageTags } from '../../../domain/page-tags.ts'
import { compareNames } from '../../../domain/place-names.ts'
import { filePaths, href } from '../../../pages.ts'
import { handler, type Loader } from '../../../requests/page-loader.ts'
import type { ListingCardData, ListingsData } from '../listings-page.tsx'
import { webcalAddress } from '../rules.ts'
import { type Cursor, type RegisterFilters, readFilters } from './filters.ts'
import { type CardRow, listCards } from './list-queries.ts'
import { listRegister, listSimilar, type RegisterPage } from './list-register.ts'

const pageSize = 24
/** Cities shown before 'All cities' is asked for. */
const cityChips = 12
/** A search that finds fewer than these is looked into for slips of the pen. */
const fewEntries = 6
const maxSimilar = 12

/** The register as cards: searched, filtered, a page of 24. */
export const loadListings: Loader<ListingsData> = async ({ query, services: { sql, now, env } }) => {
  const { cursor, ...filters } = readFilters(query)
  const today = now()
  const showsAllCities = query.get('cities') === 'all'
  const page = await listRegister(sql, listCards, filters, {
    now: today,
    cursor,
    limit: pageSize,
    cities: showsAllCities ? 1000 : cityChips + 1,
  })
  const isShort = filters.q !== '' && cursor === null && page.total < fewEntries
  const similar = isShort ? await listSimilar(sql, filters, { now: today, max: maxSimilar, page }) : []
  // Of more than a search counts, a number beside a city would be of other entries than the ones found; of one city's page, it would
  // outlive a change of the other cities.
  const isCounted = !page.isMore && !filters.city
  const hasMoreCities = !showsAllCities && page.cities.length > cityChips
  const cities = (hasMoreCities ? page.cities.slice(0, cityChips) : page.cities)
    .map(({ name, entries }): [string, number?] => (isCounted ? [name, entries] : [name]))
    .sort(([one], [other]) => compareNames(one, other))
  const isPast = ({ segment }: { segment: number }) => segment % 4 > 1
  const upcoming = page.entries.filter((row) => !isPast(row))
  return {
    kind: 'page',
    data: {
      filters,
      canonical: canonicalOf(page, filters, cursor),
      calendar: webcalAddress(env.publicUrl, filePaths.listingsFeed('ics', filters)),
      total: page.total,
      ...(page.verified === null ? {} : { verified: page.verified }),
      ...(page.assurances === null ? {} : { assurances: page.assurances }),
      isMore: page.isMore,
      entries: [...upcoming, ...page.entries.filter(isPast)].map(cardOf),
      upcoming: upcoming.length,
      similar: similar.map(cardOf),
      cities,
      hasMoreCities,
      isFirst: cursor === null,
      next: page.next,
      isDemonstration: [...page.entries, ...similar].some((entry) => entry.isDemo),
    },
    tags: [page.cityKey !== null && !filters.q ? pageTags.registerCity(page.cityKey) : pageTags.register],
  }
}

/**
 * The list's own address, for search engines: a list of the register, of a city or of a category that has entries. Searches, later
 * pages and lists of nothing are for people.
 */
function canonicalOf(
  { total, cityName }: Pick<RegisterPage, 'total' | 'cityName'>,
  { q, city, category, assurance }: RegisterFilters,
  cursor: Cursor | null,
): string | null {
  const isList = !q && !cursor && !assurance && (total > 0 || (!city && !category))
  return isList ? href('listings', { city: cityName, category }) : null
}

/** Only what the card shows: every byte is sent with each page. */
export function cardOf(row: CardRow): ListingCardData {
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
    ...(row.featured ? { featured: true } : {}),
  }
}

export const listings = handler({ load: loadListings })
