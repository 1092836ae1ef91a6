import { query } from '../../../../database/query.ts'
import type { Sector } from '../../../../domain/categories.ts'
import type { RegisterStatus } from '../../../../domain/register-status.ts'

/** An entry as feeds and calendars have it. */
export type SharedRow = {
  id: string
  slug: string
  number: string
  title: string
  organiser: string
  description: string
  /** A service whose clients pick their own dates. */
  is_private: boolean
  category: string
  /** YYYY-MM-DD, or null. */
  date: string | null
  /** HH:MM, or null. */
  time: string | null
  venue: string
  address: string
  city: string
  postcode: string
  status: RegisterStatus
  /** ISO times in UTC. */
  published_at: string
  updated_at: string
  is_demo: boolean
  /** Rises with every change; 0 for an entry that never changed. */
  sequence: number
}

type Filters = [text: string | null, city: string | null, category: string | null, verified: boolean]
export const listDated = query<[...Filters, day: string, wanted: number], SharedRow>('sharing/list-dated')
export const listNewest = query<[...Filters, firstDay: string | null, wanted: number], SharedRow>('sharing/list-newest')
export const findShared = query<[slug: string], SharedRow>('sharing/find-shared')

export type PicturedRow = {
  slug: string
  number: string
  title: string
  status: RegisterStatus
  date: string | null
  time: string | null
  is_private: boolean
  venue: string
  city: string
  sector: Sector
  is_demo: boolean
}
export const findPictured = query<[slug: string], PicturedRow>('sharing/find-pictured')

export const countEntries = query<[], { entries: number }>('sharing/count-entries')
export const listAddresses = query<
  [after: string, before: string | null, wanted: number],
  { id: string; slug: string; updated_at: string }
>('sharing/list-addresses')

export type ListKind = 'city' | 'category' | 'sector' | 'database'
export const listFilteredLists = query<[today: string, most: number], { kind: ListKind; name: string }>(
  'sharing/list-filtered-lists',
)
