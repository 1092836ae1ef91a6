import type { ApplicationFacts, ApplicationStatus } from '#domain/application-facts.ts'
import type { DecisionKind, PublicationWait } from '#domain/application-state.ts'
import type { SuppressedAddress } from '#domain/bounces.ts'
import type { CompanyCheck } from '#domain/company-check.ts'
import type { OpenDecisions } from '#domain/open-decisions.ts'
import type { OrganisationRow } from '#features/applications/server/queries.ts'
import type { OwnAppealRow } from '#features/concerns/appeals/queries.ts'
import type { AdminSays } from '#ui/admin-notice.tsx'
import type { FieldFailure } from '#wire/failure.ts'
import type { Late } from '#wire/late.ts'
import type { ListPages, Sort } from '#wire/list-pages.ts'
import type { DecisionRow, RelatedRow, ReviewRow } from './server/queries.ts'
import type { QueueColumn, QueueRow, UnprovenRow } from './server/queue-queries.ts'
import type { RemarkRow } from './server/remark-queries.ts'
import type { OpenSampleRow, SampleRow, SampleSort } from './server/sample-queries.ts'

/**
 * What a post has come to. `decided`: somebody was faster. `paid` and `payment-unclear`: an approval that could not be withdrawn.
 * `address-changed`: an address that could not be corrected.
 */
export type ReviewNotice =
  | Exclude<DecisionKind, 'appeal-upheld' | 'withdrawn-by-applicant'>
  | 'changed'
  | 'noted'
  | 'assigned'
  | 'asked'
  | 'opened'
  | 'corrected'
  | 'address-changed'
  | 'decided'
  | 'paid'
  | 'payment-unclear'
  | 'let-through'
  | 'domain-confirmed'
  | 'domain-refused'
  | 'looked-at'
  | 'looked-before'
  | 'barred'
  | 'change-accepted'
  | 'change-refused'
  | 'change-past'
  | 'declared'

/** The fields of the page's one form. */
export const reviewFields = [
  'reason',
  'withdrawal',
  'note',
  'question',
  'opening',
  'email',
  'why',
  'person',
  'release',
  'looked',
  'conflict',
  'change',
] as const
export type ReviewField = (typeof reviewFields)[number]

/** What is known about who applies. Times are ISO 8601 in UTC. */
export type ReviewIdentity = {
  isPublished: boolean
  waits: PublicationWait[]
  /** Since when a paid listing waits; null where none does. */
  waitsSince: string | null
  isAddressConfirmed: boolean
  /** As the registry writes it; null without one. */
  companyKey: string | null
  isNumberElsewhere: boolean
  /** The registered domain of the address. */
  domain: string | null
  isFreeMail: boolean
  /** Those that are confirmed for the company number. */
  domains: { domain: string; by: string; at: string }[]
  release: { by: string; reason: string; at: string } | null
}

export type ReviewData =
  | { kind: 'not-found' }
  /** Whoever looks has declared a conflict of interest, here or in its assessment. */
  | { kind: 'conflicted'; reference: string }
  | {
      kind: 'found'
      application: ReviewRow
      /** What can be decided now. */
      open: OpenDecisions
      /** The change that its applicant proposes; null without an open one. */
      proposal: { id: string; changes: string; proposed_at: string } | null
      /** Its latest assessment; null where there is none. */
      assessment: { id: string; stage: ApplicationFacts['assessment'] } | null
      organisation: OrganisationRow
      /** What the registry says now of an application that waits for a decision; null where it is not asked. */
      registry: Late<CompanyCheck | null>
      decisions: DecisionRow[]
      remarks: RemarkRow[]
      /** Of the applicant, oldest first. */
      appeals: OwnAppealRow[]
      related: RelatedRow[]
      /** Who may look after it. */
      reviewers: { id: string; name: string }[]
      /** Who is signed in. */
      me: string
      call: { day: string; time: string; phone: string; message: string; levels: string[] } | null
      identity: ReviewIdentity
      /** Null for one that was not sampled. */
      sample: SampleRow | null
      /** Why the organisation gets no emails; null where it does. */
      suppressed: SuppressedAddress | null
      notice: ReviewNotice | null
      /** What was typed and is not stored, when it has to be shown again, and what is wrong with it. */
      typed: { [Field in ReviewField]?: string }
      problems: FieldFailure[]
    }

/** The page of an application that is there. */
export type FoundReview = Extract<ReviewData, { kind: 'found' }>

export type QueueFilters = {
  /**
   * `identity`: paid, and not published before it is known who applies. `sampled`: approved, and to be looked at all the same. `proposed`: a
   * change of it waits for a decision.
   */
  status: ApplicationStatus | 'withdrawn' | 'identity' | 'sampled' | 'proposed'
  q: string
  /** At least so many days old; null for all. */
  older: number | null
  whose: 'all' | 'mine' | 'nobody'
  sort: Sort<QueueColumn>
}

export type QueueData = {
  filters: QueueFilters
  counts: Record<QueueFilters['status'], number>
  applications: QueueRow[]
  /** Of `identity` alone: those that have waited longest. */
  unproven: UnprovenRow[]
  /** Of `sampled` alone, with a sorting of their own. */
  sampled: OpenSampleRow[]
  sampleSort: SampleSort
  pages: ListPages
  exportHref: string
  /** Who may look after them. */
  reviewers: { id: string; name: string }[]
  /** What handing some of them over has come to, and what was chosen where it has come to nothing. */
  says: AdminSays | null
  chosen: string[]
  /** When the list was made, ISO time in UTC: what arrives later is announced. */
  madeAt: string
}

/** The page on which an organiser answers a question. */
export type AnswerData =
  | { kind: 'unknown' }
  /** `unsent` is what somebody has typed and sent too late; a link that is over tells nothing else. */
  | { kind: 'expired' | 'decided'; unsent: { reference: string; answer: string } | null }
  /** `unsent` is a second answer, which was typed while the first was sent. */
  | { kind: 'answered'; reference: string; title: string; unsent: { reference: string; answer: string } | null }
  | {
      kind: 'open'
      token: string
      reference: string
      title: string
      question: string
      answer: string
      problem: string | null
    }
