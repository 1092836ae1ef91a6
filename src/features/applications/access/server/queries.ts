import { query } from '../../../../database/query.ts'
import type { ApplicationStatus } from '../../../../domain/application-status.ts'
import type { RegisterStatus } from '../../../../domain/register-status.ts'

/** What a link leads to: an application, or one that is still being written. */
export type LinkAim =
  | { application_id: string; organisation_id: string; status: string; draft_id: null }
  | { application_id: null; organisation_id: null; status: null; draft_id: string }
export type AccessLinkRow = LinkAim & { draft_email: string | null; used_at: string | null; expires_at: string }
export type AskedApplication = { application_id: string; reference: string; email: string }

export type OwnApplicationRow = {
  id: string
  reference: string
  status: ApplicationStatus
  title: string | null
  submitted_at: string
  organisation: string
  slug: string | null
  number: string | null
  standing: RegisterStatus | null
  is_listing_open: boolean
}

type Hash = string

export const addAccessLink =
  query<[Hash, applicationId: string | null, draftId: string | null, now: string, expiresAt: string, email: string]>(
    'access/add-access-link',
  )
export const findAccessLink = query<[Hash], AccessLinkRow>('access/find-access-link')
/** `email`: the address that it was mailed to; null of links of earlier releases. */
export const spendAccessLink = query<[Hash, now: string], LinkAim & { email: string | null }>(
  'access/spend-access-link',
)
export const listAccessApplications = query<[applicationId: string | null, email: string | null], AskedApplication>(
  'access/list-access-applications',
)
export const forgetBrowser = query<[browser: string, now: string, oldestCookie: string]>('access/forget-browser')
export const findForgottenBrowser = query<[browser: string], { id: string }>('access/find-forgotten-browser')
export const listOwnApplications = query<[applicationIds: string[]], OwnApplicationRow>('access/list-own-applications')
