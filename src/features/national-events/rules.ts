import { isDay } from '#domain/calendar-day.ts'
import { type DateFilters, isByDate, readDates } from '#domain/date-filters.ts'
import { figure } from '#domain/figures.ts'
import { href } from '#pages.ts'

export const eventTypes = [
  { value: '', label: 'All Events' },
  { value: 'featured', label: 'Featured Events' },
  { value: 'accredited', label: 'Accredited Events' },
] as const

/** By date (upcoming, then past); last entered first; by title. */
export const sorts = ['', 'newest', 'name'] as const
export const sortNames: Record<Sort, string> = { '': 'Date', newest: 'Newest', name: 'Name' }
export type Sort = (typeof sorts)[number]

export type EventFilters = DateFilters & {
  q: string
  category: string
  type: (typeof eventTypes)[number]['value']
  /** In any case, with or without accents. */
  city: string
  sort: Sort
}

export const filterLimit = 100
export const pageSize = 24
/** Later pages are found by their cursor. */
export const maxSkipped = 10_000
/** Lists without a counter are counted exactly up to this. */
export const countLimit = 1000

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

export const noFilters = readFilters(new URLSearchParams())

export function hasFilters({ sort: _, ...filters }: EventFilters): boolean {
  return Object.values(filters).some((value) => value !== '')
}

/** Such lists have no counter: their events are counted one by one, up to `countLimit`. */
export function isUncounted(filters: EventFilters): boolean {
  return filters.q !== '' || filters.city !== '' || isByDate(filters)
}

export type Cursor = { asOf: string; sortOn: string; id: string }

/** Carries the day that divided upcoming from past: a reader who turns pages over midnight meets every event once. */
export function cursorText({ asOf, sortOn, id }: Cursor): string {
  return `${asOf}_${sortOn}_${id}`
}

export function readCursor(text: string | null | undefined): Cursor | null {
  const parts = /^(\d{4}-\d{2}-\d{2})_(\d{4}-\d{2}-\d{2}|infinity)_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(
    text ?? '',
  )
  if (!parts) return null
  const [, asOf = '', sortOn = '', id = ''] = parts
  return isDay(asOf) && (sortOn === 'infinity' || isDay(sortOn)) ? { asOf, sortOn, id } : null
}

/** '5,181', or 'more than 1,000'. */
export function countText(found: number, uncounted: boolean): string {
  return uncounted && found > countLimit ? `more than ${figure(countLimit)}` : figure(found)
}

/** '24' on a first page, '25–48' on the next. */
export function rangeText(before: number, shown: number): string {
  return before > 0 && shown > 1 ? `${figure(before + 1)}–${figure(before + shown)}` : figure(before + shown)
}

export function lastPage(found: number, uncounted: boolean): number {
  const reachable = Math.min(found, uncounted ? countLimit : maxSkipped)
  return Math.max(1, Math.ceil(reachable / pageSize))
}

export function databasePath(filters: EventFilters, place: { page?: number; cursor?: string } = {}): string {
  return href('database', { ...filters, ...place, ...(place.page === 1 ? { page: null } : {}) })
}
