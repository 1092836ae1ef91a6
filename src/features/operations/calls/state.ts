import type { AdminSays } from '#ui/admin-notice.tsx'

export const callOutcomes = ['held', 'no-show', 'follow-up'] as const
export type CallOutcome = (typeof callOutcomes)[number]

export const outcomeWords: Record<CallOutcome, string> = {
  held: 'Held',
  'no-show': 'No one answered',
  'follow-up': 'To follow up',
}

/** A call of the agenda. Day and time are London's. */
export type AgendaCall = {
  id: string
  applicationId: string
  reference: string
  title: string
  organisation: string
  contact: string
  phone: string
  message: string
  /** Names of the recognition levels that the applicant chose. */
  levels: string[]
  day: string
  time: string
  /** Its time has come: its outcome can be recorded, and it cannot be moved any more. */
  hasBegun: boolean
  outcome: { outcome: CallOutcome; by: string; at: string } | null
}

export type CallsData = {
  /** The first day that is shown. */
  from: string
  days: { day: string; calls: AgendaCall[] }[]
  previousHref: string
  nextHref: string
  isToday: boolean
  times: readonly string[]
  says: AdminSays | null
  /** What was typed about a call and not stored. */
  typed: { call: string; note: string; day: string; time: string } | null
}
