import { query } from '../../../../database/query.ts'
import type { EventDraft } from '../../../applications/schema.ts'
import type { CompanyCheck } from '../../../applications/server/company-check.ts'
import type { DecisionKind } from '../rules.ts'

export type ReviewRow = {
  id: string
  reference: string
  status: string
  event_draft: EventDraft
  company_check: CompanyCheck
  coupon_code: string | null
  crm_status: string | null
  crm_options: string[]
  submitted_at: string
  /** Since when nothing is sold for it, after a refund for cause. */
  checkout_closed_at: string | null
  organisation_id: string
  assigned_to: string | null
  assigned_name: string | null
  organisation_name: string
  trading_name: string | null
  contact_name: string
  email: string
  phone: string
  website: string | null
  company_no: string | null
  entry_id: string | null
  entry_number: string | null
  entry_slug: string | null
  entry_standing: string | null
  /** Something was paid for it, whatever has become of that. */
  has_payment: boolean
}

export type DecisionRow = {
  decision: DecisionKind
  decided_by_name: string
  is_by_registry: boolean
  reason: string | null
  decided_at: string
}

/** A decision just made, with what the applicant is told. */
export type DecidedRow = { decision_id: number; reference: string; title: string; contact_name: string; email: string }

/** How an application stands; the last decision on it is null where nobody has decided. */
export type StatusRow = { status: string } & (
  | Pick<DecisionRow, 'decision' | 'decided_by_name' | 'decided_at'>
  | { decision: null; decided_by_name: null; decided_at: null }
)

export type RemarkKind = 'note' | 'assigned' | 'asked' | 'answered'
export type RemarkRow = { id: number; kind: RemarkKind; author_name: string; text: string; written_at: string }

/** Another application of whom this one is from. */
export type RelatedRow = {
  id: string
  reference: string
  title: string
  status: string
  submitted_at: string
  organisation_name: string
  is_same_organisation: boolean
  is_same_company: boolean
  is_same_email: boolean
  entry_slug: string | null
  entry_standing: string | null
}

export type QueueRow = {
  id: string
  reference: string
  title: string
  organisation_name: string
  submitted_at: string
  company_check: CompanyCheck['state']
  assigned_name: string | null
  /** The last of question and answer. */
  question: 'asked' | 'answered' | null
  /** The time again, exactly, for the next page. */
  position: string
}

export type LockedRow = {
  id: string
  reference: string
  status: string
  assigned_to: string | null
  assigned_name: string | null
  title: string
  contact_name: string
  email: string
}

export type QuestionRow = {
  application_id: string
  reference: string
  status: string
  title: string
  question: string
  asker_name: string | null
  asker_email: string | null
  answered_at: string | null
  expires_at: string
}

export const readReview = query<[applicationId: string], ReviewRow>('review/read-review')
export const listDecisions = query<[applicationId: string], DecisionRow>('review/list-decisions')
export const listRemarks = query<[applicationId: string], RemarkRow>('review/list-remarks')
export const listRelated = query<[applicationId: string], RelatedRow>('review/list-related')
export const listReviewers = query<[roles: string[]], { id: string; name: string }>('review/list-reviewers')
export const decide = query<
  [applicationId: string, decision: string, personId: string, personName: string, reason: string | null, now: string],
  DecidedRow
>('review/decide-application')
export const withdraw = query<
  [applicationId: string, personId: string, personName: string, reason: string, now: string],
  DecidedRow
>('review/withdraw-approval')
export const readStatus = query<[applicationId: string], StatusRow>('review/read-status')
export const lockApplication = query<[applicationId: string], LockedRow>('review/lock-application')
export const lockOrganisation = query<[applicationId: string], { id: string; email: string; contact_name: string }>(
  'review/lock-organisation',
)
export const correctOrganisationAddress =
  query<[organisationId: string, email: string, now: string]>('review/correct-address')
export const assignApplication = query<[applicationId: string, personId: string | null]>('review/assign-application')
export const openCheckout = query<[applicationId: string], { id: string }>('review/open-checkout')
export const addRemark = query<
  [applicationId: string, kind: RemarkKind, authorId: string | null, authorName: string, text: string, now: string],
  { id: number }
>('review/add-remark')
export const addQuestion =
  query<[tokenHash: string, applicationId: string, remarkId: number, now: string, expiresAt: string]>(
    'review/add-question',
  )
export const findQuestion = query<[tokenHash: string, roles: string[]], QuestionRow>('review/find-question')
export const spendQuestion = query<[tokenHash: string, now: string], { application_id: string }>(
  'review/spend-question',
)
export const listApplications = query<
  [
    status: string,
    text: string | null,
    submittedBefore: string | null,
    assignedTo: string | null,
    position: string | null,
    id: string | null,
    newestFirst: boolean,
    limit: number,
  ],
  QueueRow
>('review/list-applications')
export const countApplications = query<[], { status: string; applications: number }>('review/count-applications')
/** An application whose paid listing waits to be published. */
export type UnprovenRow = {
  id: string
  reference: string
  title: string
  organisation_name: string
  company_no: string | null
  company_check: CompanyCheck['state']
  email: string
  waits_since: string
  paid_pence: number
  coupon_code: string | null
  is_address_confirmed: boolean
  /** Other applications of the same company number, and how many of them have an entry. */
  others: number
  entries: number
}
export const listUnproven = query<[limit: number], UnprovenRow>('review/list-unproven')
export const countUnproven = query<[], { listings: number }>('review/count-unproven')
export const listDomainConfirmations = query<
  [companyKey: string],
  { domain: string; confirmed_by_name: string; confirmed_at: string }
>('review/list-domain-confirmations')
export const countArrivals = query<[since: string], { applications: number; answers: number }>('review/count-arrivals')
