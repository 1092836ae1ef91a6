import { adminHref } from '#admin-pages.ts'
import { afterEvent, type RegisterStatus } from '#domain/register-status.ts'
import { type Sort, sortText } from '#wire/list-pages.ts'

export type RegisterFilters = { q: string; status: RegisterStatus | null; featured: boolean }

export const registerColumns = ['published', 'date'] as const

export type RegisterSort = Sort<(typeof registerColumns)[number]>

export const usualRegisterSort: RegisterSort = { by: 'published', descending: true }

const ofTheAdminArea = ' of the admin area'

/** A person of the admin area, as the history names them. The public does not see it. */
export function causeOf({ name }: { name: string }): string {
  return name + ofTheAdminArea
}

/** Null for a payment, a job or a command. */
export function personOf(cause: string): string | null {
  return cause.endsWith(ofTheAdminArea) ? cause.slice(0, -ofTheAdminArea.length) : null
}

export const registerActs = { suspend: 'Suspend', reinstate: 'Reinstate', revoke: 'Revoke' } as const
export type RegisterAct = keyof typeof registerActs

export function actsFor(status: RegisterStatus): RegisterAct[] {
  return (Object.keys(registerActs) as RegisterAct[]).filter((act) => afterEvent(act, status, 'active'))
}

export function registerHref(filters: RegisterFilters, sort: RegisterSort, page: number | null = null): string {
  return adminHref('adminRegister', { ...filters, sort: sortText(sort, usualRegisterSort), page })
}
