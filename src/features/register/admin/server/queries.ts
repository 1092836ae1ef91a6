import { query } from '../../../../database/query.ts'
import type { RegisterStatus } from '../../../../domain/register-status.ts'
import type { EntryValues } from '../schema.ts'

export type ListedEntry = {
  id: string
  number: string
  slug: string
  title: string
  organiser: string
  city: string
  date: string | null
  status: RegisterStatus
  featured: boolean
  is_demo: boolean
  published_at: string
  position: string
}

export type EditedEntry = Omit<EntryValues, 'sector'> & {
  id: string
  version: number
  number: string
  slug: string
  application_id: string | null
  status: RegisterStatus
  status_reason: string | null
  valid_from: string
  valid_until: string | null
  featured: boolean
  is_demo: boolean
  updated_at: string
}

export type LockedEntry = {
  id: string
  version: number
  slug: string
  number: string
  title: string
  /** As stored; `standing` is what it comes to today. */
  status: RegisterStatus
  standing: RegisterStatus
  status_reason: string | null
  valid_until: string | null
  application_id: string | null
  featured: boolean
  contact_name: string | null
  email: string | null
}

export type HistoryRow = { id: number; happened_at: string; change: string; reason: string | null; cause: string }

export const listEntries = query<
  [
    text: string | null,
    status: string | null,
    featured: boolean,
    position: string | null,
    id: string | null,
    limit: number,
  ],
  ListedEntry
>('register-desk/list-entries')
export const readEntry = query<[id: string], EditedEntry>('register-desk/read-entry')
export const lockEntry = query<[id: string], LockedEntry>('register-desk/lock-entry')
export const listHistory = query<[id: string], HistoryRow>('register-desk/list-history')
export const updateEntry = query<[id: string, values: EntryValues, now: string]>('register-desk/update-entry')
export const insertEntry = query<
  [number: string, slug: string, values: EntryValues, now: string, validUntil: string | null, id: string],
  { id: string }
>('register-desk/insert-entry')
export const featureEntry = query<[id: string, featured: boolean, now: string]>('register-desk/feature-entry')
export const noteChange =
  query<[id: string, at: string, change: 'edited' | 'published', before: string | null, after: string, cause: string]>(
    'register-desk/note-change',
  )
