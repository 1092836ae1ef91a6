import { query } from '../../../../database/query.ts'
import type { Role } from '../../../../domain/duties.ts'

export type PersonRow = {
  id: string
  name: string
  email: string
  role: Role
  deactivated_at: string | null
  has_password: boolean
  has_factor: boolean
  signed_in_at: string | null
}

export type DeskPersonRow = {
  id: string
  name: string
  email: string
  role: Role
  created_at: string
  deactivated_at: string | null
  has_password: boolean
  factor_since: string | null
  sessions: number
  /** Until when their link works; null without one. */
  link_until: string | null
}

export type InvitationRow = {
  person_id: string
  name: string
  email: string
  role: Role
  deactivated_at: string | null
  used_at: string | null
  expires_at: string
  has_password: boolean
}

type Hash = string

export const listPeople = query<[], PersonRow>('people/list-people')
export const readDeskPerson = query<[personId: string, now: string], DeskPersonRow>('people/read-desk-person')
export const addPerson = query<[email: string, name: string, role: string], { id: string }>('people/add-person')
export const changeRoleOf = query<[personId: string, role: string], { before: Role }>('people/change-role')
export const deactivatePerson = query<[personId: string, now: string], { id: string }>('people/deactivate-person')
export const reactivatePerson = query<[personId: string], { id: string }>('people/reactivate-person')
export const handBackApplications = query<
  [personId: string, byId: string, byName: string, now: string],
  { applications: number }
>('people/hand-back-applications')
export const addInvitation = query<[Hash, personId: string, now: string, expiresAt: string]>('people/add-invitation')
export const endInvitations = query<[personId: string]>('people/end-invitations')
export const findInvitation = query<[Hash], InvitationRow>('people/find-invitation')
export const spendInvitation = query<[Hash, now: string], { id: string; name: string; email: string }>(
  'people/spend-invitation',
)
export const verifyEmail = query<[personId: string]>('people/verify-email')
