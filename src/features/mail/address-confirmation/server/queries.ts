import { query } from '../../../../database/query.ts'
import type { ConfirmationReason } from '../rules.ts'

type Hash = string
type Email = string

export const lockAddress = query<[Email]>('address-confirmation/lock-address')
export const addConfirmedAddress = query<[Email, now: string], { id: string }>('address-confirmation/confirm-address')
export const findConfirmed = query<[Email], { id: string; confirmed_at: string }>('address-confirmation/find-confirmed')
export const readConfirmed = query<[id: string], { email: string }>('address-confirmation/read-confirmed')
export const addConfirmation = query<[Hash, Email, reason: ConfirmationReason, now: string, expiresAt: string]>(
  'address-confirmation/add-confirmation',
)

export type ConfirmationRow = { email: string; reason: ConfirmationReason; expires_at: string; is_confirmed: boolean }
export const findConfirmation = query<[Hash], ConfirmationRow>('address-confirmation/find-confirmation')
