import type { ContentFlag } from '#domain/content-flags.ts'
import type { FieldFailure } from '#wire/failure.ts'

export type FlagState = {
  name: ContentFlag
  isOn: boolean
  /** When it was last switched, an ISO time in UTC; null when it never was. */
  changedAt: string | null
  changedBy: string | null
  /** When the event takes place, of a switch that opens its form. */
  date: DateState | null
}

export type DateState = {
  /** `YYYY-MM-DD` and `HH:MM` in London; no time for an event that is announced without one. */
  day: string
  time: string | null
  revision: number
  isPast: boolean
  changedAt: string | null
  changedBy: string | null
  /** What was typed and refused. */
  typed: { day: string; time: string } | null
  problems: FieldFailure[]
}

export type AdminContentData = {
  flags: FlagState[]
  /** The switch that has just been set. */
  done: ContentFlag | null
  /** The switch whose event has just got a date. */
  dated: ContentFlag | null
}
