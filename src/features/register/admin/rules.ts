import { adminHref } from '#admin-pages.ts'
import { afterEvent, type RegisterStatus } from '#domain/register-status.ts'
import type { Sort } from '#wire/list-pages.ts'
import { sortText } from '#wire/list-pages.ts'

export type RegisterFilters = { q: string; status: RegisterStatus | null; featured: boolean }

/** By what the list can be sorted. */
export const registerColumns = ['published', 'date'] as const

export type RegisterSort = Sort<(typeof registerColumns)[number]>

export const usualRegisterSort: RegisterSort = { by: 'published', descending: true }

const ofTheAdminArea = ' of the admin area'

/** What brought a change about, for the history of the register: a person of the admin. The public does not see it. */
export function causeOf({ name }: { name: string }): string {
  return name + ofTheAdminArea
}

/** The name in such a cause; null for a payment, a job or a command. */
export function personOf(cause: string): string | null {
  return cause.endsWith(ofTheAdminArea) ? cause.slice(0, -ofTheAdminArea.length) : null
}

/** Longest public reason, in characters. */
export const reasonLimit = 500

/** What an admin can do about an entry's status, and the words on the buttons. */
export const registerActs = { suspend: 'Suspend', reinstate: 'Reinstate', revoke: 'Revoke' } as const
export type RegisterAct = keyof typeof registerActs

/** The acts that are open for an entry as it is stored. */
export function actsFor(status: RegisterStatus): RegisterAct[] {
  return (Object.keys(registerActs) as RegisterAct[]).filter((act) => afterEvent(act, status, 'active'))
}

/** What the form calls each field, in its order: for the form, its errors and the comparison of two versions. */
export const fieldLabels = {
  title: 'Title',
  organiser: 'Organiser',
  description: 'Description',
  eventType: 'Type',
  category: 'Category',
  date: 'Date',
  time: 'Time',
  venue: 'Venue',
  address: 'Address',
  city: 'City',
  county: 'County',
  postcode: 'Postcode',
  country: 'Country',
  price: 'Price',
  attendees: 'Attendees',
  capacity: 'Capacity',
  isPro: 'PRO',
  websiteUrl: 'Website',
  ticketUrl: 'Tickets',
  landingPageUrl: 'Landing page',
  buttonText: 'Text of the button',
  partners: 'Partners',
  imageUrl: 'Main picture',
  images: 'Further pictures',
} as const
export type EntryField = keyof typeof fieldLabels
export const entryFields = Object.keys(fieldLabels) as EntryField[]

/** The form as it is typed: every field a text. */
export type TypedEntry = Record<EntryField, string>

type Shown = Record<Exclude<EntryField, 'images' | 'partners' | 'isPro'>, string | number | null> & {
  images: string[]
  partners: string[]
  isPro: boolean
}

/** An entry as its form shows it. */
export function typedEntry(entry: Shown): TypedEntry {
  const typed = Object.fromEntries(entryFields.map((field) => [field, String(entry[field] ?? '')])) as TypedEntry
  return {
    ...typed,
    images: entry.images.join('\n'),
    partners: entry.partners.join('\n'),
    isPro: entry.isPro ? '1' : '',
  }
}

export const emptyEntry: TypedEntry = {
  ...(Object.fromEntries(entryFields.map((field) => [field, ''])) as TypedEntry),
  eventType: 'physical',
  country: 'England',
  attendees: '0',
}

/** The address of the admin area's list of the register. */
export function registerHref(filters: RegisterFilters, sort: RegisterSort, page: number | null = null): string {
  return adminHref('adminRegister', { ...filters, sort: sortText(sort, usualRegisterSort), page })
}
