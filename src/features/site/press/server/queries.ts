import { query } from '../../../../database/query.ts'

type Hash = string

export type RequestRow = { used_at: string | null; expires_at: string; ended_at: string | null }
export type Subscription = { id: string; email: string; unsubscribe_token: string }

export const addRequest =
  query<[Hash, email: string, consent: string, now: string, expiresAt: string]>('press/add-request')
export const findRequest = query<[Hash], RequestRow>('press/find-request')
export const confirmRequest = query<[Hash, now: string, unsubscribeToken: string], Subscription & { is_new: boolean }>(
  'press/confirm-request',
)
export const findSubscription = query<[email: string], Subscription>('press/find-subscription')
export const findByToken = query<[token: string], { ended_at: string | null }>('press/find-by-token')
export const endSubscription = query<[token: string, now: string], { id: string }>('press/end-subscription')
export const forgetRequests = query<[now: string]>('press/forget-requests')
export const claimDeliveries = query<[releaseId: string, publishedAt: string, now: string, most: number], Subscription>(
  'press/claim-deliveries',
)
