import { query } from '../../database/query.ts'
import type { CompanyCheck } from '../application/company-check.ts'
import type { EventDraft } from '../application/schema.ts'

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
  organisation_name: string
  trading_name: string | null
  contact_name: string
  email: string
  phone: string
  website: string | null
  company_no: string | null
  entry_number: string | null
  entry_slug: string | null
  entry_standing: string | null
}

export type DecisionRow = {
  decision: 'approved' | 'rejected'
  decided_by_name: string
  is_by_registry: boolean
  reason: string | null
  decided_at: string
}

export type QueueRow = {
  id: string
  reference: string
  title: string
  organisation_name: string
  submitted_at: string
  /** The time again, exactly, for the next page. */
  position: string
}

export const readReview = query<[applicationId: string], ReviewRow>('review/read-review')
export const listDecisions = query<[applicationId: string], DecisionRow>('review/list-decisions')
export const decide = query<
  [applicationId: string, decision: string, personId: string, personName: string, reason: string | null, now: string],
  { application_id: string; reference: string; title: string; contact_name: string; email: string }
>('review/decide-application')
export const readStatus = query<[applicationId: string], { status: string }>('review/read-status')
export const listApplications = query<
  [status: string, position: string | null, id: string | null, limit: number],
  QueueRow
>('review/list-applications')
export const countApplications = query<[], { status: string; applications: number }>('review/count-applications')
