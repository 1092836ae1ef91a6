import type { ContentFlag } from '../../domain/content-flags.ts'

export type FlagStanding = {
  name: ContentFlag
  isOn: boolean
  /** When it was last switched, an ISO time in UTC; null when it never was. */
  changedAt: string | null
  changedBy: string | null
}

export type ContentDeskData = {
  flags: FlagStanding[]
  /** The switch that has just been set. */
  done: ContentFlag | null
}
