import { isDay } from '../../../domain/calendar-day.ts'

/** A place in the register's order: after the entry with this segment, date and id. */
export type Cursor = {
  /** 0 upcoming featured, 1 other upcoming, 2 past featured, 3 other past. */
  segment: number
  /** YYYY-MM-DD, or infinity for entries without a date. */
  date: string
  id: string
}

const noId = '00000000-0000-0000-0000-000000000000'
const pattern = /^([0-3])\.(\d{4}-\d\d-\d\d|infinity)\.([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/

/** Reads a cursor as an address carries it (`1.2027-05-01.<uuid>`); null for anything else, impossible dates included. */
export function readCursor(text: string): Cursor | null {
  const [, segment, date, id] = pattern.exec(text) ?? []
  if (!segment || !date || !id || !(date === 'infinity' || isDay(date))) return null
  return { segment: Number(segment), date, id }
}

/**
 * Where a query starts to read on a day: from the cursor, or from the top.
 *
 * A cursor made yesterday may name a day that is past by now: then what is upcoming starts with today.
 */
export function startOf(cursor: Cursor | null, today: string): Cursor {
  if (!cursor) return { segment: 0, date: today, id: noId }
  if (cursor.segment < 2 && cursor.date < today) return { ...cursor, date: today, id: noId }
  return cursor
}
