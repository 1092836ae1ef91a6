import { query } from '../../../../database/query.ts'
import type { Role } from '../../../../domain/duties.ts'

export type SecondFactorRow = { secret: string; enrolled_at: string; codes_left: number }
export type SessionRow = {
  id: string
  browser: string
  created_at: string
  expires_at: string
  factor_at: string | null
}
export type SignInEvent = 'signed-in' | 'password-refused' | 'code-refused' | 'recovery-code-used' | 'signed-out'
export type SignInEventRow = {
  id: number
  happened_at: string
  person_id: string | null
  person_name: string | null
  event: SignInEvent
  network: string
  browser: string
}

export const readPerson = query<[personId: string], { name: string; email: string; role: Role }>('people/read-person')
export const findPerson = query<[email: string], { id: string }>('people/find-person')
export const listSessions = query<[personId: string], SessionRow>('people/list-sessions')
export const endSession = query<[personId: string, sessionId: string], { id: string }>('people/end-session')

export const readSecondFactor = query<[personId: string], SecondFactorRow>('second-factor/read-second-factor')
export const saveSecondFactor = query<
  [personId: string, sealedHex: string, step: number, now: string, mayReplace: boolean],
  { person_id: string }
>('second-factor/save-second-factor')
export const spendStep = query<[personId: string, step: number], { person_id: string }>('second-factor/spend-step')
export const removeSecondFactor = query<[personId: string], { enrolled_at: string }>(
  'second-factor/remove-second-factor',
)
export const replaceRecoveryCodes = query<[personId: string, labels: string[], hashes: string[]]>(
  'second-factor/replace-recovery-codes',
)
export const listRecoveryCodes = query<[personId: string], { id: number; label: string; hash: string }>(
  'second-factor/list-recovery-codes',
)
export const spendCode = query<[id: number], { id: number }>('second-factor/spend-recovery-code')

export const addSignInEvent =
  query<[personId: string | null, email: string | null, event: SignInEvent, network: string, browser: string]>(
    'sign-in/add-sign-in-event',
  )
export const listSignInEvents = query<
  [personId: string | null, beforeId: number | null, limit: number],
  SignInEventRow
>('sign-in/list-sign-in-events')
