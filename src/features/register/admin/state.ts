import type { RegisterStatus } from '#domain/register-status.ts'
import type { Assured } from '#features/register/what-was-checked.tsx'
import type { FieldFailure } from '#wire/failure.ts'
import type { ListPages } from '#wire/list-pages.ts'
import type { RegisterAct, RegisterFilters, RegisterSort, TypedEntry } from './rules.ts'
import type { HistoryRow, ListedEntry } from './server/queries.ts'

export type RegisterData = {
  filters: RegisterFilters
  sort: RegisterSort
  entries: ListedEntry[]
  exportHref: string
  pages: ListPages
}

/** What somebody else has made of a field since the form was opened. */
type OtherValue = { label: string; theirs: string }

export type EntryNotice = 'created' | 'saved' | 'featured' | 'unfeatured' | 'renewed' | 'decided' | 'moved-on'

export type EntryData =
  | { kind: 'not-found' }
  | {
      kind: 'new'
      /** Goes back with the form, so that a repeated click is one entry. */
      key: string
      typed: TypedEntry
      validUntil: string
      problems: FieldFailure[]
    }
  | {
      kind: 'found'
      id: string
      number: string
      slug: string
      title: string
      status: RegisterStatus
      statusReason: string | null
      assured: Assured
      /** Share of the points that could be had, in percent. */
      score: number | null
      /** ISO times in UTC. */
      validFrom: string
      validUntil: string | null
      featured: boolean
      isDemo: boolean
      applicationId: string | null
      /** Goes back with the form. */
      version: number
      typed: TypedEntry
      problems: FieldFailure[]
      conflict: { by: string | null; fields: OtherValue[] } | null
      acts: RegisterAct[]
      reason: string
      reasonProblem: string | null
      /** The new last day, where the admin area may set one. */
      renewal: { day: string; problem: string | null } | null
      history: HistoryRow[]
      notice: EntryNotice | null
    }
