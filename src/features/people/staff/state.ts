import type { Role } from '#domain/permissions.ts'
import type { Sort } from '#wire/list-pages.ts'

/** `invited`: has not set a password yet. */
export type PersonState = 'invited' | 'active' | 'deactivated'

type ListedPerson = {
  id: string
  name: string
  email: string
  roles: Role[]
  state: PersonState
  hasFactor: boolean
  signedInAt: string | null
}

/** By what the list can be sorted. Those who may sign in stand first by name. */
export const peopleColumns = ['name', 'signed-in'] as const
export type PeopleSort = Sort<(typeof peopleColumns)[number]>
export const usualPeopleSort: PeopleSort = { by: 'name', descending: false }

export type PeopleData = {
  sort: PeopleSort
  people: ListedPerson[]
  /** What was typed into the form that invites, and what is wrong with it. */
  form: { name: string; email: string; roles: string }
  errors: { field: string; message: string }[]
}

export const personNotices = [
  'invited',
  'link-sent',
  'roles-changed',
  'deactivated',
  'reactivated',
  'second-factor-reset',
  'sessions-ended',
  'last-owner',
] as const
export type PersonNotice = (typeof personNotices)[number]

export type PersonData = {
  person: {
    id: string
    name: string
    email: string
    roles: Role[]
    state: PersonState
    since: string
    factorSince: string | null
    sessions: number
    linkUntil: string | null
  }
  /** Whether it is the page of whoever looks at it. */
  isMe: boolean
  notice: PersonNotice | null
  events: { id: number; at: string; event: string; browser: string }[]
}

export type InvitationData =
  | { kind: 'usable'; token: string; name: string; email: string; isNew: boolean; problem: string | null }
  | { kind: 'used' | 'expired' | 'unknown' }
