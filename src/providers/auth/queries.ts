import { query } from '../../database/query.ts'
import type { Role } from '../../domain/duties.ts'
import type { DeskSession } from './auth.ts'

export const savePerson = query<[email: string, name: string, role: string], { id: string }>('people/save-person')
export const replacePassword = query<[personId: string, hash: string]>('people/replace-password')
export const readPassword = query<[personId: string], { hash: string }>('people/read-password')
export const beginSession = query<[token: string, browser: string], { id: string }>('people/begin-session')
export const readSession = query<
  [sessionId: string, isFactorCompulsory: boolean, minutesToWait: number],
  { id: string; person_id: string; name: string; role: Role; needs: DeskSession['needs'] }
>('people/read-session')
export const renewSession = query<
  [sessionId: string, token: string, isFactorGiven: boolean, seconds: number],
  { id: string }
>('people/renew-session')
export const endOtherSessions = query<[personId: string, keptSessionId: string | null]>('people/end-other-sessions')
export const deleteExpiredSessions = query<[]>('people/delete-expired-sessions')
export const findAnyPerson = query<[], { id: string }>('people/find-any-person')
