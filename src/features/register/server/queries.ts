import { query } from '../../../database/query.ts'
import type { Sector } from '../../../domain/categories.ts'
import type { RegisterStatus } from '../../../domain/register-status.ts'
import type { LikeWord } from '../../../domain/search-variants.ts'

/** What a card of the accredited listing is made of. `at` is the entry's place in the order (cursor.ts). */
export type CardRow = {
  at: string
  slug: string
  title: string
  description: string
  /** YYYY-MM-DD, or null. */
  date: string | null
  venue: string
  city: string
  category: string
  sector: Sector
  featured: boolean
  imageUrl: string | null
  websiteUrl: string | null
  partners: string[]
  demo: boolean
  /** A service whose clients pick their own dates. */
  private: boolean
  status: RegisterStatus
}

/** What the API's lists are made of. */
export type FullRow = Omit<CardRow, 'demo' | 'private'> & {
  id: string
  organiser: string
  /** HH:MM, or null. */
  time: string | null
  price: string
  attendees: number
  capacity: number | null
  isPro: boolean
  ticketUrl: string | null
  landingPageUrl: string | null
}

export type PageRow<Row> = {
  entries: Row[]
  total: number
  /** How many are accredited now, whether or not only those are listed; a search does not count them. */
  verified?: number
  /** The city's folded name, as page tags name it. */
  cityKey: string | null
  /** The city as its entries write it; null for one that the register does not know. */
  cityName?: string | null
  /** Name and number of entries, the largest first. */
  cities: [name: string, entries: number][]
}

type Filters = [city: string | null, category: string | null, verified: boolean]
type From = [today: string, segment: number, date: string, id: string]

export const listEntries = query<
  [...Filters, ...From, wanted: number, full: boolean, cities: number],
  PageRow<FullRow>
>('register/list-entries')
export const searchEntries = query<
  [text: string, ...Filters, ...From, wanted: number, full: boolean, cities: number],
  PageRow<FullRow>
>('register/search-entries')
export const searchFar = query<
  [text: string, ...Filters, ...From, wanted: number, full: boolean],
  Pick<PageRow<FullRow>, 'entries'>
>('register/search-far')

export const listLikeWords = query<[text: string], LikeWord & { words: number }>('register/list-like-words')
export const searchWords = query<
  [first: string, second: string, third: string, fourth: string, ...Filters, today: string, most: number],
  { entries: CardRow[] }
>('register/search-words')

export type UpcomingRow = {
  id: string
  slug: string
  title: string
  organiser: string
  date: string | null
  time: string | null
  venue: string
  city: string
  sector: Sector
  price: string
  attendees: number
  capacity: number | null
  featured: boolean
  is_pro: boolean
  image_url: string | null
  is_demo: boolean
  is_private: boolean
  /** The date of the order: YYYY-MM-DD, or infinity. */
  at: string
}
export const countUpcoming = query<[today: string], { sector: Sector; entries: number }>('register/count-upcoming')
export const listUpcoming = query<[sector: string | null, date: string, id: string, wanted: number], UpcomingRow>(
  'register/list-upcoming',
)

export type EntryRow = {
  id: string
  number: string
  slug: string
  status: RegisterStatus
  status_reason: string | null
  valid_from: string
  valid_until: string | null
  title: string
  organiser: string
  description: string
  event_type: 'physical' | 'online' | 'private'
  category: string
  sector: Sector
  date: string | null
  time: string | null
  venue: string
  address: string
  city: string
  county: string
  postcode: string
  country: string
  price: string
  attendees: number
  capacity: number | null
  featured: boolean
  is_pro: boolean
  image_url: string | null
  images: string[]
  website_url: string | null
  ticket_url: string | null
  landing_page_url: string | null
  button_text: string
  partners: string[]
  is_demo: boolean
  history: { at: string; change: string; reason: string | null }[]
}
export const findEntry = query<[slug: string], EntryRow>('register/find-entry')
export const findSlug = query<[id: string], { slug: string }>('register/find-slug')

export type LockedApplication = {
  status: string
  event_draft: Record<string, unknown>
  organisation_id: string
  organisation_name: string
  organisation_email: string
  /** Since when nothing is sold for it. */
  checkout_closed_at: string | null
}
export const lockApplication = query<[applicationId: string], LockedApplication>('register/lock-application')

export type LockedEntry = {
  id: string
  slug: string
  number: string
  title: string
  status: RegisterStatus
  status_reason: string | null
  valid_until: string | null
}
export const lockEntry = query<[applicationId: string], LockedEntry>('register/lock-entry')

export const addEntry = query<
  [
    applicationId: string,
    organisationId: string,
    number: string,
    slug: string,
    validFrom: string,
    validUntil: string,
    title: string,
    organiser: string,
    description: string,
    eventType: string,
    category: string,
    sector: string,
    date: string | null,
    venue: string,
    address: string,
    city: string,
    county: string,
    postcode: string,
    country: string,
    latitude: number | null,
    longitude: number | null,
    capacity: number | null,
    website: string | null,
  ],
  { id: string }
>('register/add-entry')

type Change = 'published' | 'renewed' | 'lapsed' | 'suspended' | 'reinstated' | 'revoked' | 'edited'
export const changeStanding =
  query<
    [
      entryId: string,
      status: RegisterStatus,
      reason: string | null,
      validUntil: string | null,
      at: string,
      change: Change,
      before: RegisterStatus,
      cause: string,
    ]
  >('register/change-standing')
export const addHistory =
  query<
    [
      entryId: string,
      at: string,
      change: Change,
      before: RegisterStatus | null,
      after: RegisterStatus,
      reason: string | null,
      cause: string,
    ]
  >('register/add-history')
export const lapseExpiredEntries = query<
  [at: string, reason: string],
  {
    entry_id: string
    application_id: string
    number: string
    title: string
    organisation_name: string
    organisation_email: string | null
  }
>('register/lapse-expired')
