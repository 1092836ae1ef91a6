import type { RegisterStatus } from '#domain/register-status.ts'
import type { ListPages, Sort } from '#wire/list-pages.ts'

export type FailedNumber = {
  number: string
  checks: number
  /** On how many days, and which was the last: YYYY-MM-DD. */
  days: number
  lastOn: string
  /** The entry that it is the number of; null for a number that the register does not know. */
  entry: { slug: string; title: string; status: RegisterStatus } | null
}

export type LookAlike = {
  applicationId: string
  reference: string
  kind: 'organiser' | 'title'
  /** What the applicant wrote, and the applicant's company number where there is one. */
  applied: string
  companyNo: string | null
  /** The accredited entry: what it is called, and its organiser's company number. */
  entry: { slug: string; name: string; companyNo: string | null }
  /** Percent. */
  likeness: number
  foundAt: string
}

export type MisuseData = { pages: ListPages } & (
  | { list: 'numbers'; sort: Sort<'checks' | 'last'>; numbers: FailedNumber[] }
  | { list: 'names'; sort: Sort<'likeness' | 'found'>; names: LookAlike[] }
)
