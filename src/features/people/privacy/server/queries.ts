import { query } from '../../../../database/query.ts'

type Address = [email: string]
type AddressAndNow = [email: string, now: string]
type Ids = [ids: string[]]
type Removed = { one: number }
type Changed = { id: string | number }
export type Removal = (
  sql: Parameters<ReturnType<typeof query<[moment: string], Removed>>>[0],
  moment: string,
) => Promise<Removed[]>

export const retainEnquiries = query<[moment: string], Removed>('privacy/retain-enquiries')
export const retainLeads = query<[moment: string], Removed>('privacy/retain-leads')
export const retainSignUps = query<[moment: string], Removed>('privacy/retain-sign-ups')
export const retainReservations = query<[moment: string], Removed>('privacy/retain-reservations')
export const retainComplaints = query<[moment: string], Removed>('privacy/retain-complaints')
export const retainCalls = query<[moment: string], Removed>('privacy/retain-calls')
export const retainMails = query<[moment: string], Removed>('privacy/retain-mails')
export const retainMailAttachments = query<[moment: string], Removed>('privacy/retain-mail-attachments')
export const retainAccessLinks = query<[moment: string], Removed>('privacy/retain-access-links')
export const retainConfirmedAddresses = query<[moment: string], Removed>('privacy/retain-confirmed-addresses')
export const retainAddressLinks = query<[moment: string], Removed>('privacy/retain-address-links')
export const retainQuestionLinks = query<[moment: string], Removed>('privacy/retain-question-links')
export const retainPaymentEvents = query<[moment: string], Removed>('privacy/retain-payment-events')
export const retainSignInEvents = query<[moment: string], Removed>('privacy/retain-sign-in-events')
export const retainRateLimits = query<[moment: string], Removed>('privacy/retain-rate-limits')
export const retainSessions = query<[moment: string], Removed>('privacy/retain-sessions')
export const retainInvitations = query<[moment: string], Removed>('privacy/retain-invitations')
export const listOldApplications = query<[moment: string], { id: string; organisation_id: string | null }>(
  'privacy/list-old-applications',
)
export const addRetentionRun = query<[startedAt: string, finishedAt: string, removed: unknown], { id: string }>(
  'privacy/add-retention-run',
)
export type RetentionRun = { started_at: string; finished_at: string; removed: Record<string, number> }
export const listRetentionRuns = query<[], RetentionRun>('privacy/list-retention-runs')

export type Held = Record<string, unknown[]> & { mails: { text: string }[] }
export const exportPerson = query<Address, { held: Held }>('privacy/export-person')
export type ContactOf = {
  id: string
  name: string
  stripe_customer_id: string | null
  applications: string[]
  is_waiting: boolean
  /** A listing or a subscription is paid and running. */
  is_billed: boolean
  is_paying: boolean
  has_accounts: boolean
  has_entry: boolean
}
export const listOrganisations = query<AddressAndNow, ContactOf>('privacy/list-organisations')
export const emptyApplications = query<Ids, Changed>('privacy/empty-applications')
export const emptyRemarks = query<Ids, Changed>('privacy/empty-remarks')
export const emptyCalls = query<Ids, Changed>('privacy/empty-calls')
export const dropApplicationLinks = query<Ids, Removed>('privacy/drop-application-links')
export const emptyOrganisations = query<[ids: string[], keepNames: boolean], Changed>('privacy/empty-organisations')
export const eraseEnquiries = query<Address, Changed>('privacy/erase-enquiries')
export const eraseLeads = query<Address, Changed>('privacy/erase-leads')
export const eraseSignUps = query<Address, Changed>('privacy/erase-sign-ups')
export const eraseReservations = query<Address, Changed>('privacy/erase-reservations')
export const eraseDrafts = query<Address, Changed>('privacy/erase-drafts')
export const erasePress = query<AddressAndNow, Removed>('privacy/erase-press')
export const eraseAddress = query<Address, Removed>('privacy/erase-address')
export const eraseComplaints = query<Address, Changed>('privacy/erase-complaints')
export const eraseMails = query<AddressAndNow, Changed>('privacy/erase-mails')
export const countOpenComplaints = query<Address, { open: number }>('privacy/count-open-complaints')
export const addErasure = query<
  [address: string, now: string, personId: string, personName: string, reason: string, erased: unknown, kept: unknown],
  { id: string }
>('privacy/add-erasure')
export type ErasureRow = {
  id: string
  erased_at: string
  erased_by_name: string
  reason: string
  erased: { what: string; count: number }[]
  kept: { what: string; count: number; why: string }[]
}
export const listErasures = query<[address: string | null], ErasureRow>('privacy/list-erasures')

export const addComplaint = query<
  [
    reference: string,
    name: string,
    email: string,
    phone: string,
    about: string,
    concerns: string,
    message: string,
    now: string,
  ],
  { id: string }
>('privacy/add-complaint')
export type ListedComplaint = {
  id: string
  reference: string
  name: string
  email: string
  about: string
  received_at: string
  closed_at: string | null
}
export const listComplaints = query<[isClosed: boolean, before: string | null, most: number], ListedComplaint>(
  'privacy/list-complaints',
)
export type ComplaintRow = ListedComplaint & {
  phone: string
  concerns: string
  message: string
  closed_by_name: string | null
  outcome: string | null
}
export const readComplaint = query<[id: string], ComplaintRow>('privacy/read-complaint')
export const closeComplaint = query<
  [id: string, now: string, personId: string, personName: string, outcome: string],
  { reference: string; name: string; email: string }
>('privacy/close-complaint')
