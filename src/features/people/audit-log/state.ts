import type { ListPages, Sort } from '#wire/list-pages.ts'

/** What the log is filtered by, as its address carries it; empty for no filter. */
export type AuditFilters = {
  /** `person:<id>`, `job:<name>` or `command:<name>`. */
  who: string
  /** An action, such as `entry.suspended`. */
  what: string
  /** A kind of thing (`entry`), or one thing (`entry:<id>`). */
  subject: string
  /** First and last day in London, `YYYY-MM-DD`. */
  from: string
  to: string
}

export type ListedChange = {
  id: number
  at: string
  who: string
  whoKind: 'person' | 'job' | 'command' | 'applicant'
  what: string
  subject: { kind: string; id: string; href: string | null }
  fields: ChangedField[]
}

/** One field that changed, in words; null where there was nothing, or is nothing any more. */
export type ChangedField = { field: string; before: string | null; after: string | null }

export type AuditData = {
  filters: AuditFilters
  /** What of the filters could not be understood, and was left out. */
  problem: string | null
  actors: { value: string; label: string }[]
  actions: { value: string; label: string }[]
  changes: ListedChange[]
  csvHref: string
  sort: Sort<'when'>
  pages: ListPages
}

export type SignInLogData = {
  /** The person that it is narrowed to, by id. */
  person: string
  people: { value: string; label: string }[]
  events: { id: number; at: string; event: string; person: string | null; network: string; browser: string }[]
  sort: Sort<'when'>
  pages: ListPages
}
