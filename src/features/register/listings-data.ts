import type { Assurance } from '#domain/assurance.ts'
import type { Sector } from '#domain/categories.ts'
import type { RegisterStatus } from '#domain/register-status.ts'
import type { Item } from '#ui/card-list.tsx'
import type { Sort } from './rules.ts'

export type ListingCardData = {
  slug: string
  title: string
  /** YYYY-MM-DD, or null. */
  date: string | null
  /** Venue and city. */
  place: [venue: string, city: string]
  text: string
  category: string
  status: RegisterStatus
  assurance: Assurance
  image?: string
  /** The hue of the drawn cover, where there is no image. */
  tone?: Sector
  url?: string
  partners?: string[]
  isPrivate?: true
  featured?: true
  /** Where no heading says so. */
  past?: true
}

/** As an address carries them (server/filters.ts). */
export type ListingsFilters = {
  q: string
  city: string
  category: string
  verified: boolean
  assurance: Assurance | ''
  status: RegisterStatus | ''
  when: string
  from: string
  to: string
}

/** How many entries each value of a filter would leave beside the other filters. */
type Facets = {
  verified: number
  assurances: Partial<Record<Assurance, number>>
  statuses: Partial<Record<RegisterStatus, number>>
  /** In the order of `eventCategories`. */
  categories: number[]
}

export type ListingsData = {
  filters: ListingsFilters
  sort: Sort
  /** The day in London, YYYY-MM-DD. */
  today: string
  /** The address that search engines keep this list under; null for none. */
  canonical: string | null
  /** Where a calendar program subscribes to this list. */
  calendar: string
  total: number
  /** Whether more match than `total`. */
  isMore: boolean
  /** Not counted for a search, nor for a list by date. */
  facets?: Facets | undefined
  /** In the order by date, those to come first. */
  entries: Item<ListingCardData>[]
  /** How many of them stand before those that are past. */
  upcoming: number
  /** What a search that found little comes close to, the likest first. */
  similar: Item<ListingCardData>[]
  /** The number that a search for another is taken for a misreading of: that of the only similar entry. */
  meant?: string | undefined
  /** Which page this is, and how many entries those before it have; null for one that has no number. */
  pages: { current: number; last: number; before: number } | null
  /** Where the register knows no city of that name: those written nearly so. */
  nearCities: string[]
  /** Cursor of the next page, where that has no number. */
  next: string | null
  isDemonstration: boolean
}
