import { query } from '../../../../database/query.ts'

export type FactsRow = {
  status: string
  organisation_id: string
  name: string
  email: string
  company_no: string | null
  /** The company number as the registry writes it; null without one, or where it cannot be one. */
  company_key: string | null
  is_published: boolean
  is_let_through: boolean
  is_address_confirmed: boolean
  /** Those that a reviewer has confirmed for the company number. */
  domains: string[]
  is_number_elsewhere: boolean
}

export const readFacts = query<[applicationId: string], FactsRow>('identity/read-facts')
export const lockCompany = query<[companyKey: string]>('identity/lock-company')
export const redeem = query<
  [code: string, redeemer: string, organisationId: string, orderId: string, now: string],
  { is_redeemed: boolean }
>('identity/redeem')
export const findRedemption = query<[code: string, redeemer: string, orderId: string]>('identity/find-redemption')
export const letThrough = query<
  [applicationId: string, personId: string, personName: string, reason: string, now: string],
  { application_id: string }
>('identity/let-through')
export const findRelease = query<
  [applicationId: string],
  { released_by_name: string; reason: string; released_at: string }
>('identity/find-release')
export const confirmDomain = query<
  [companyKey: string, domain: string, personId: string, personName: string, now: string],
  { domain: string }
>('identity/confirm-domain')
