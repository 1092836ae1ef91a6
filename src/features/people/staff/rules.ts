import type { Sort } from '#wire/list-pages.ts'

/** `invited`: without a password. */
export type PersonState = 'invited' | 'active' | 'deactivated'

export const personStateLabels: Record<PersonState, string> = {
  invited: 'Invited',
  active: 'Active',
  deactivated: 'Deactivated',
}

/** By name, people who may sign in come first. */
export const peopleColumns = ['name', 'signed-in'] as const
export type PeopleSort = Sort<(typeof peopleColumns)[number]>
export const usualPeopleSort: PeopleSort = { by: 'name', descending: false }

export const linkDays = 7
