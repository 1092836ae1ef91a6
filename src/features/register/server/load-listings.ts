import { eventCategories } from '#domain/categories.ts'
import { londonDay } from '#domain/london-time.ts'
import { pageTags } from '#domain/page-tags.ts'
import { pickFields } from '#domain/pick-fields.ts'
import { isAccredited } from '#domain/register-status.ts'
import { shortened } from '#domain/shortened.ts'
import { tidyNumber } from '#domain/typed-number.ts'
import { webcalAddress } from '#features/register/rules.ts'
import { type PageData, page, redirect } from '#page/page.ts'
import { filePaths, href } from '#pages.ts'
import type { Item } from '#ui/card-list.tsx'
import { countLimit, type Facets } from './count-queries.ts'
import { type RegisterFilters, readCursor, readFilters, readSort } from './filters.ts'
import { type CardRow, listCards, maxSkipped, nearCities } from './list-queries.ts'
import { listRegister, listSimilar, type RegisterPage, type SimilarEntries, textsOfNumbers } from './list-register.ts'

const pageSize = 24
/** A search that finds fewer is also tried with similar spellings. */
const fewEntries = 6
const maxSimilar = 12
const maxNearCities = 3

export const listings = page('listings', {
  load: async ({ query, sql: camelSql, now, services: { env } }) => {
    const sql = camelSql.raw
    const filters = readFilters(query)
    const sort = readSort(query, filters.q)
    const number = textsOfNumbers(filters.q).map(tidyNumber).find(Boolean)
    const [numbered] = number
      ? await sql<{ slug: string }[]>`select slug from register_entries where number = ${number}::text`
      : []
    if (numbered) return redirect(href('event', { slug: numbered.slug }))
    const cursor = readCursor(query.get('cursor') ?? '')
    // Later pages are found by their cursor.
    const reach = filters.q ? countLimit : maxSkipped
    const [asked = '1'] = /^[1-9]\d{0,5}$/.exec(query.get('page') ?? '') ?? []
    const current = cursor ? 1 : Math.min(Number(asked), pagesIn(reach))
    const skip = (current - 1) * pageSize
    const today = new Date(now)
    const found = await listRegister(sql, listCards, filters, {
      now: today,
      cursor,
      limit: pageSize,
      sort,
      skip,
      withFacets: true,
    })
    const near =
      filters.city && found.total === 0 && found.cityName === null && !filters.q
        ? await nearCities(sql, { city: filters.city, limit: maxNearCities })
        : []
    const last = Math.max(1, pagesIn(Math.min(found.total, reach)))
    // The list has become shorter, or somebody tries numbers.
    if (current > last) {
      return redirect(href('listings', { ...filters, sort, page: last > 1 ? last : null }))
    }
    const isWhole = cursor === null && current === 1
    const isShort = filters.q !== '' && isWhole && found.total < fewEntries
    const { entries: similar, ...why }: SimilarEntries = isShort
      ? await listSimilar(sql, filters, { now: today, max: maxSimilar, page: found })
      : { entries: [] }
    const isPast = ({ segment }: { segment: number }) => segment % 4 > 1
    const isByDate = sort === '' || sort === 'date'
    const upcoming = isByDate ? found.entries.filter((row) => !isPast(row)) : found.entries
    return {
      filters,
      sort,
      ...(query.get('filters') === 'open' ? { isPanelOpen: true } : {}),
      today: londonDay(today),
      /** Null for lists that search engines leave out. */
      canonical: isWhole ? canonicalOf(found, { ...filters, sort }) : null,
      calendar: webcalAddress(env.publicUrl, filePaths.listingsFeed('ics', filters)),
      total: found.total,
      isMore: found.isMore,
      ...(found.facets && { facets: { ...found.facets, categories: inOrder(found.facets.categories) } }),
      entries: [
        ...upcoming.map((row): Item<ListingCardData> => cardOf(row, !isByDate && isPast(row))),
        ...(isByDate ? found.entries.filter(isPast) : []).map((row) => cardOf(row, false)),
      ],
      /** How many come before the past ones. */
      upcoming: upcoming.length,
      /** Why `similar` may be meant; nothing where they are spelt alike. */
      why,
      similar: similar.map((row): Item<ListingCardData> => cardOf(row, isPast(row))),
      nearCities: near.map(({ city }) => city),
      /** Null for a page after a cursor, which has no number. */
      pages: cursor ? null : { current, last, before: skip },
      next: cursor || current === last ? found.next : null,
      isDemonstration: [...found.entries, ...similar].some((entry) => entry.isDemo),
      tag: found.cityKey !== null && !filters.q ? pageTags.registerCity(found.cityKey) : pageTags.register,
    }
  },
  tags: ({ tag }) => [tag],
})

export type ListingsData = PageData<typeof listings>

const inOrder = (counts: Facets['categories']) => eventCategories.map((category) => counts[category] ?? 0)

const pagesIn = (entries: number) => Math.ceil(entries / pageSize)

/** Only the register, a city or a category with entries: searches, later pages and other filters are for people. */
function canonicalOf(
  { total, cityName }: Pick<RegisterPage, 'total' | 'cityName'>,
  { city, category, verified: _, ...narrowed }: RegisterFilters & { sort: string },
): string | null {
  const isList = Object.values(narrowed).every((value) => value === '') && (total > 0 || (!city && !category))
  return isList ? href('listings', { city: cityName, category }) : null
}

export type ListingCardData = ReturnType<typeof cardOf>

/** Only what the card shows: every byte is sent with each page. */
export function cardOf(row: CardRow, saysPast = false) {
  const place: [venue: string, city: string] = [row.venue, row.city]
  return {
    ...pickFields(row, 'slug', 'title', 'date', 'category', 'status', 'assurance', 'assuredOn'),
    place,
    text: shortened(row.description, 130),
    ...(row.imageUrl ? { image: row.imageUrl } : {}),
    ...(row.imageUrl ? {} : { tone: row.sector }),
    ...(row.websiteUrl ? { url: row.websiteUrl } : {}),
    ...(row.partners.length > 0 ? { partners: row.partners } : {}),
    ...(row.isPrivate ? { isPrivate: true } : {}),
    ...(row.featured && isAccredited(row.status) ? { featured: true as const } : {}),
    // Where no heading says so.
    ...(saysPast ? { past: true } : {}),
  }
}
