import { query } from '../../database/query.ts'

export type AccessibleApplication = { application_id: string; organisation_id: string; status: string }
export type AccessLinkRow = AccessibleApplication & { used_at: string | null; expires_at: string }
export type AskedApplication = { application_id: string; reference: string; contact_name: string; email: string }

type Hash = string

export const addAccessLink =
  query<[Hash, applicationId: string, now: string, expiresAt: string]>('access/add-access-link')
export const findAccessLink = query<[Hash], AccessLinkRow>('access/find-access-link')
export const spendAccessLink = query<[Hash, now: string], AccessibleApplication>('access/spend-access-link')
export const listAccessApplications = query<[applicationId: string | null, email: string | null], AskedApplication>(
  'access/list-access-applications',
)
