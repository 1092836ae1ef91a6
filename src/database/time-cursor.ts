import { isUuid } from '../domain/is-uuid.ts'

/** A place in a list by time: after (or before) the row with this time, to the microsecond, and this id. */
export type TimeCursor = { position: string; id: string }

/** Writes a place as an address carries it. `position` is the row's time as PostgreSQL writes it (`time::text` in UTC). */
export function timeCursor({ position, id }: TimeCursor): string {
  return Buffer.from(`${position} ${id}`).toString('base64url')
}

/** @returns null for none and for a made-up one, which then is the first page. */
export function readTimeCursor(cursor: string | null): TimeCursor | null {
  const text = Buffer.from((cursor ?? '').slice(0, 200), 'base64url').toString()
  const [, position, id] = /^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?\+00) (\S{36})$/.exec(text) ?? []
  return position && isUuid(id!) && !Number.isNaN(Date.parse(position)) ? { position, id: id! } : null
}
