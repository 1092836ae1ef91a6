import type { Sector } from '#domain/categories.ts'
import { figure } from '#domain/figures.ts'
import type { RegisterStatus } from '#domain/register-status.ts'

/** The slug of an entry as addresses carry it. */
export const slugPattern = /^[a-z\d](?:[a-z\d-]{0,118}[a-z\d])?$/

export const eventFilters = ['all', 'business', 'entertainment', 'sports', 'culture', 'charity'] as const

/** '1,250 / 5,000 attendees', or as much of it as somebody has given (0 attendees: nobody has counted); null for nothing. */
export function attendance(attendees: number, capacity: number | null): string | null {
  if (!capacity) return attendees ? `${figure(attendees)} attendees` : null
  return attendees ? `${figure(attendees)} / ${figure(capacity)} attendees` : `Up to ${figure(capacity)} attendees`
}

/** Orders of a list: the register's own or, of a search, what fits best; by date; what was entered last; by title. */
export const sorts = ['', 'date', 'newest', 'name'] as const
export type Sort = (typeof sorts)[number]

/** What the orders are called; null for one that is not offered: without a search, the register's own is the one by date. */
export function sortNames(isSearch: boolean): Record<Sort, string | null> {
  return { '': isSearch ? 'Best match' : 'Date', date: isSearch ? 'Date' : null, newest: 'Newest', name: 'Name' }
}

/** '24 events found'. */
export function foundText(total: number, isMore: boolean): string {
  if (isMore) return `More than ${figure(total)} events found`
  return `${figure(total)} ${total === 1 ? 'event' : 'events'} found`
}

/** What 'found' counts, beside it: entries of every status. Null where only accredited ones are listed, or all of them are. */
export function countedText({
  total,
  verified,
  filters,
}: {
  total: number
  /** How many of them are accredited now, where that is counted. */
  verified?: number | undefined
  filters: { verified: boolean; status: string }
}): string | null {
  if (total === 0 || filters.verified || filters.status || verified === total) return null
  return verified === undefined
    ? `whatever ${total === 1 ? 'its' : 'their'} status`
    : `${figure(verified)} of them accredited now`
}

/** Neither over nor taken off: what has lapsed, was refused, is suspended or revoked is shown without ornament or invitation. */
export function isOpen(status: RegisterStatus): boolean {
  return status === 'active' || status === 'listed'
}

/** The button whose address is the tours site instead of the event's own. */
const tourButtonText = 'Plan My Tour'

type Leads = { buttonText: string; ticketUrl: string | null; websiteUrl: string | null }

/** Label and address of an event's action button; null when there is nowhere to go. */
export function actionOf(
  { buttonText, ticketUrl, websiteUrl }: Leads,
  toursUrl: string,
): { label: string; href: string } | null {
  if (buttonText === tourButtonText) return { label: buttonText, href: toursUrl }
  const href = ticketUrl ?? websiteUrl
  if (!href) return null
  return { label: buttonText || (ticketUrl ? 'Book Tickets' : 'Visit Event Website'), href }
}

/** Colours of a sector for other sites' renderings of an event (the API's `gradientFrom`, `gradientTo`, `buttonColor`). */
export const sectorColours: Record<Sector, { from: string; to: string; button: string }> = {
  business: { from: '#1c4a6a', to: '#0d2636', button: '#1c4a6a' },
  entertainment: { from: '#732a55', to: '#3a142b', button: '#732a55' },
  sports: { from: '#0f5236', to: '#092f1f', button: '#0f5236' },
  culture: { from: '#87481c', to: '#44230d', button: '#87481c' },
  charity: { from: '#0d5a60', to: '#062e31', button: '#0d5a60' },
}

/**
 * The address at which a calendar program subscribes to a calendar of this site, instead of opening it once.
 *
 * @param publicUrl the site's origin; @param path of the calendar file.
 */
export function webcalAddress(publicUrl: string, path: string): string {
  return publicUrl.replace(/^https?:/, 'webcal:') + path
}
