import type { Sector } from '#domain/categories.ts'
import { figure } from '#domain/figures.ts'
import type { RegisterStatus } from '#domain/register-status.ts'
import { href } from '#pages.ts'

export const slugPattern = /^[a-z\d](?:[a-z\d-]{0,118}[a-z\d])?$/

export const eventFilters = ['all', 'business', 'entertainment', 'sports', 'culture', 'charity'] as const

/** '1,250 of 5,000 places taken' or part of it; 0 attendees means that nobody has counted. */
export function attendance(attendees: number, capacity: number | null): string | null {
  if (!capacity) return attendees ? `${figure(attendees)} attendees` : null
  return attendees ? `${figure(attendees)} of ${figure(capacity)} places taken` : `Up to ${figure(capacity)} attendees`
}

/** The register's own, or best match in a search; by date; last entered first; by title. */
export const sorts = ['', 'date', 'newest', 'name'] as const
export type Sort = (typeof sorts)[number]

const byDate = 'Featured first, then date'

/** Null when not offered: without a search, the register's own order is by date. */
export function sortNames(isSearch: boolean): Record<Sort, string | null> {
  return {
    '': isSearch ? 'Best match, featured first' : byDate,
    date: isSearch ? byDate : null,
    newest: 'Newest',
    name: 'Name',
  }
}

export function foundText(total: number, isMore: boolean): string {
  if (isMore) return `More than ${figure(total)} events found`
  return `${figure(total)} ${total === 1 ? 'event' : 'events'} found`
}

/** Neither ended nor withdrawn; other entries are shown without ornament or invitation. */
export function isOpen(status: RegisterStatus): boolean {
  return status === 'active' || status === 'listed'
}

/** Leads to the tours site instead of the event's own. */
const tourButtonText = 'Plan My Tour'

type Leads = { buttonText: string; ticketUrl: string | null; websiteUrl: string | null }

/** Null when there is nowhere to go. */
export function actionOf(
  { buttonText, ticketUrl, websiteUrl }: Leads,
  toursUrl: string,
): { label: string; href: string } | null {
  if (buttonText === tourButtonText) return { label: buttonText, href: toursUrl }
  const address = ticketUrl ?? websiteUrl
  if (!address) return null
  return { label: buttonText || (ticketUrl ? 'Book Tickets' : 'Visit Event Website'), href: address }
}

/** For other sites (the API's `gradientFrom`, `gradientTo`, `buttonColor`). */
export const sectorColours: Record<Sector, [from: string, to: string]> = {
  business: ['#1c4a6a', '#0d2636'],
  entertainment: ['#732a55', '#3a142b'],
  sports: ['#0f5236', '#092f1f'],
  culture: ['#87481c', '#44230d'],
  charity: ['#0d5a60', '#062e31'],
}

/** Before the name of a page of the register. */
export const crumbsTo = (label: string, to?: string) => [
  { label: 'Home', href: href('home') },
  { label: 'Register', href: href('listings') },
  { label, ...(to && { href: to }) },
]

/** A calendar program subscribes to it instead of opening it once. */
export function webcalAddress(publicUrl: string, path: string): string {
  return publicUrl.replace(/^https?:/, 'webcal:') + path
}

/** In the database the folded name finds it again. */
export function cityAddress(name: string): string {
  return href('city', { city: name.toLowerCase().replaceAll(' ', '-') })
}
