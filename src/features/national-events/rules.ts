import { isDay } from '#domain/calendar-day.ts'
import { type DateFilters, isByDate, readDates } from '#domain/date-filters.ts'
import { figure } from '#domain/figures.ts'
import { href } from '#pages.ts'

/** What the type dropdown offers, in its order. */
export const eventTypes = [
  { value: '', label: 'All Events' },
  { value: 'featured', label: 'Featured Events' },
  { value: 'accredited', label: 'Accredited Events' },
] as const

/** Orders of the list: what is to come by date, then what is past; what was entered last; by title. */
export const sorts = ['', 'newest', 'name'] as const
export const sortNames: Record<Sort, string> = { '': 'Date', newest: 'Newest', name: 'Name' }
export type Sort = (typeof sorts)[number]

export type EventFilters = DateFilters & {
  /** Words that an event's title, venue, city or organiser hold; empty for any. */
  q: string
  /** Empty for all. */
  category: string
  type: (typeof eventTypes)[number]['value']
  /** A city's name in any case and with or without accents; empty for all. */
  city: string
  sort: Sort
}

export const noFilters: EventFilters = {
  q: '',
  category: '',
  type: '',
  city: '',
  when: '',
  from: '',
  to: '',
  sort: '',
}

/** Longest search text and category name, in characters. */
export const filterLimit = 100
/** Events on a page of the site. */
export const pageSize = 24
/** The most events that a page may come after and still be found by its number; later pages are found by their cursor. */
export const maxSkipped = 10_000
/** Lists that no counter knows are counted exactly up to this. */
export const countLimit = 1000

/** The filters of an address: trimmed and cut to their limits; a type, date or order that does not exist is none. */
export function readFilters(query: URLSearchParams): EventFilters {
  const text = (name: string) =>
    (query.get(name) ?? '').replaceAll('\u0000', '').toWellFormed().trim().slice(0, filterLimit).trim()
  const type = text('type')
  return {
    q: text('q').replace(/\s+/g, ' '),
    category: text('category') === 'all' ? '' : text('category'),
    type: type === 'featured' || type === 'accredited' ? type : '',
    city: text('city'),
    ...readDates(query),
    sort: sorts.find((known) => known === query.get('sort')) ?? '',
  }
}

export function hasFilters({ sort: _, ...filters }: EventFilters): boolean {
  return Object.values(filters).some((value) => value !== '')
}

/** Whether no counter knows how many events match: those are counted one by one, up to `countLimit`. */
export function isUncounted(filters: EventFilters): boolean {
  return filters.q !== '' || filters.city !== '' || isByDate(filters)
}

/** Where a page begins: after the event with this sort day and id, in the order as it was on `asOf`. */
export type Cursor = { asOf: string; sortOn: string; id: string }

/**
 * A cursor in an address. It carries the day that divided upcoming from past events when the reading began, so
 * that a reader who turns pages over midnight meets every event once.
 */
export function cursorText({ asOf, sortOn, id }: Cursor): string {
  return `${asOf}_${sortOn}_${id}`
}

/** The cursor of an address; null for anything else. */
export function readCursor(text: string | null | undefined): Cursor | null {
  const parts = /^(\d{4}-\d{2}-\d{2})_(\d{4}-\d{2}-\d{2}|infinity)_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(
    text ?? '',
  )
  if (!parts) return null
  const [, asOf = '', sortOn = '', id = ''] = parts
  return isDay(asOf) && (sortOn === 'infinity' || isDay(sortOn)) ? { asOf, sortOn, id } : null
}

/** '5,181'; of a list that is counted up to a limit, '1,000' or 'more than 1,000'. */
export function countText(found: number, uncounted: boolean): string {
  return uncounted && found > countLimit ? `more than ${figure(countLimit)}` : figure(found)
}

/** '24' of a first page, '25–48' of the next. @param before events that the pages before have. */
export function rangeText(before: number, shown: number): string {
  return before > 0 && shown > 1 ? `${figure(before + 1)}–${figure(before + shown)}` : figure(before + shown)
}

/** The last page of a list that is found by its number. */
export function lastPage(found: number, uncounted: boolean): number {
  const most = Math.min(found, uncounted ? countLimit : maxSkipped)
  return Math.max(1, Math.ceil(most / pageSize))
}

/** The address of the list with these filters, at its beginning or at a place in it: a page's number or what it comes after. */
export function databasePath(filters: EventFilters, place: { page?: number; cursor?: string } = {}): string {
  return href('database', { ...filters, ...place, ...(place.page === 1 ? { page: null } : {}) })
}
