import type { Sort } from '#wire/list-pages.ts'

/** `invited`: has not set a password yet. */
export type PersonState = 'invited' | 'active' | 'deactivated'

export const personStateLabels: Record<PersonState, string> = {
  invited: 'Invited',
  active: 'Active',
  deactivated: 'Deactivated',
}

/** By what the list can be sorted. Those who may sign in are first by name. */
export const peopleColumns = ['name', 'signed-in'] as const
export type PeopleSort = Sort<(typeof peopleColumns)[number]>
export const usualPeopleSort: PeopleSort = { by: 'name', descending: false }

/** How long a link for a password can be used. */
export const linkDays = 7
