import { type Assurance, assuranceNames } from '#domain/assurance.ts'
import { isDay } from '#domain/calendar-day.ts'
import { readDates } from '#domain/date-filters.ts'
import { type RegisterStatus, registerStatusNames } from '#domain/register-status.ts'
import { type Sort, sorts } from '#features/register/rules.ts'
import { cleanText } from '#wire/clean-text.ts'

export type RegisterFilters = {
  /** Words that an entry's title, venue, city, organiser or number hold; empty for none. */
  q: string
  /** A city's name in any case and with or without accents; empty for all. */
  city: string
  /** One of the 13 categories or of the five sectors; empty for all. */
  category: string
  verified: boolean
  assurance: Assurance | ''
  status: RegisterStatus | ''
  /** `weekend`, `month` (this one) or a month, `2027-03`; empty for any time. */
  when: string
  /** First and last day, YYYY-MM-DD; empty for none. */
  from: string
  to: string
}

export const noFilters: RegisterFilters = {
  q: '',
  city: '',
  category: '',
  verified: false,
  assurance: '',
  status: '',
  when: '',
  from: '',
  to: '',
}

/** A place in the register's order: after the entry with this segment, date and id. In a list by name or age the id alone tells it. */
export type Cursor = {
  /**
   * 0 upcoming featured, 1 other upcoming, 2 past featured, 3 other past. In a search these are the entries whose title or number hold
   * all its words, and 4 to 7 the others.
   */
  segment: number
  /** YYYY-MM-DD, or infinity for entries without a date. */
  date: string
  id: string
}

/** Of ids the one before all others. */
export const firstId = '00000000-0000-0000-0000-000000000000'
const pattern = /^([0-7])\.(\d{4}-\d\d-\d\d|infinity)\.([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/

/** Reads a cursor as an address carries it (`1.2027-05-01.<uuid>`); null for anything else, impossible dates included. */
export function readCursor(text: string): Cursor | null {
  const [, segment, date, id] = pattern.exec(text) ?? []
  if (!segment || !date || !id || !(date === 'infinity' || isDay(date))) return null
  return { segment: Number(segment), date, id }
}

/** The filters of an address. What cannot be read is left out: an address that somebody mended by hand still shows a page. */
export function readFilters(query: URLSearchParams): RegisterFilters {
  const category = cleanText(query.get('category'))
  return {
    q: cleanText(query.get('q')),
    city: cleanText(query.get('city')),
    category: category === 'all' ? '' : category,
    verified: ['1', 'true', 'on'].includes(query.get('verified') ?? ''),
    assurance: assuranceNames.find((known) => known === query.get('assurance')) ?? '',
    status: registerStatusNames.find((known) => known === query.get('status')) ?? '',
    ...readDates(query),
  }
}

/** The order that an address asks for. Without a search, the register's own is the one by date. */
export function readSort(query: URLSearchParams, q: string): Sort {
  const sort = sorts.find((known) => known === query.get('sort')) ?? ''
  return sort === 'date' && !q ? '' : sort
}

/** Where the list of what is to come starts to read on a day. */
export function startOfUpcoming(cursor: Cursor | null, today: string): Pick<Cursor, 'date' | 'id'> {
  return cursor?.segment === 1 && cursor.date >= today ? cursor : { date: today, id: firstId }
}
