import { query } from '../../../database/query.ts'
import type { RegisterStatus } from '../../../domain/register-status.ts'
import type { EventDraft } from '../schema.ts'
import type { CompanyCheck } from './company-check.ts'

export type OrganisationRow = {
  id: string
  name: string
  trading_name: string
  contact_name: string
  email: string
  phone: string
  website: string
  company_no: string
}

export type ApplicationRow = {
  id: string
  reference: string
  organisation_id: string
  status: string
  event_draft: EventDraft
  submitted_at: string
}

export type ShownApplicationRow = {
  id: string
  reference: string
  title: string
  status: string
  entry_standing: RegisterStatus | null
  slug: string | null
  is_listing_open: boolean
}

export const insertOrganisation = query<
  [
    name: string,
    tradingName: string,
    contactName: string,
    email: string,
    phone: string,
    website: string,
    companyNo: string,
    submissionKey: string | null,
    sentFrom: string | null,
  ],
  { id: string; created: boolean }
>('application/insert-organisation')

export const findOrganisationByKey = query<[submissionKey: string], { id: string; sent_from: string | null }>(
  'application/find-organisation-by-key',
)

export const findOrganisation = query<[id: string], OrganisationRow>('application/find-organisation')

export const lockOrganisation = query<[id: string], OrganisationRow>('application/lock-organisation')

export const lockOrganisationByKey = query<[submissionKey: string], { id: string }>(
  'application/lock-organisation-by-key',
)

export const insertApplication = query<
  [
    reference: string,
    organisationId: string,
    status: 'submitted' | 'approved',
    couponCode: string,
    eventDraft: EventDraft,
    companyCheck: CompanyCheck,
    submissionKey: string | null,
  ],
  ApplicationRow
>('application/insert-application')

export const findApplication = query<[id: string], ApplicationRow>('application/find-application')

export const findShownApplication = query<[id: string], ShownApplicationRow>('application/find-shown-application')

export const findApplicationByKey = query<[submissionKey: string], ApplicationRow>(
  'application/find-application-by-key',
)

export const insertRegistryApproval = query<[applicationId: string, reason: string]>(
  'application/insert-registry-approval',
)

export const setCopyWaits = query<[applicationId: string, waits: boolean]>('application/set-copy-waits')
export const listWaitingCopies = query<[email: string], { id: string }>('application/list-waiting-copies')
export const lockWaitingCopy = query<[applicationId: string], ApplicationRow & { by_registry: boolean }>(
  'application/lock-waiting-copy',
)
