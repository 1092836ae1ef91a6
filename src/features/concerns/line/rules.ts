import { lastMomentOf } from '#domain/london-moments.ts'
import { londonClockOf, londonDay } from '#domain/london-time.ts'
import type { StatusTone } from '#domain/register-status.ts'
import { isWorkingDay, workingDayAfter } from '#domain/working-days.ts'

/** What a concern can be about, in the order of the form. */
export const concernSubjects = {
  'false-claim': 'An event or organiser claims to be accredited but is not',
  'copied-certificate': 'A certificate or badge was copied, changed or used for another event',
  safety: 'Safety or safeguarding at an accredited event',
  conduct: 'Something an accredited organiser does or promises',
  other: 'Something else about an accreditation',
} as const
export type ConcernSubject = keyof typeof concernSubjects

type StateRow = {
  label: string
  tone: StatusTone
  /** What it means, for the reporter. */
  text: string
  /** What happens next, for the reporter. */
  next: string
}

/** Where a concern stands, in the words of its status page. */
export const concernStates = {
  received: {
    label: 'Received',
    tone: 'warning',
    text: 'We have your report. No one has looked at it yet.',
    next: 'Someone in our team will look at it and decide what to ask.',
  },
  looking: {
    label: 'Being looked at',
    tone: 'neutral',
    text: 'Someone in our team is looking at your report.',
    next: 'We check it against the register and the documents, and ask the organiser for an answer if we need one. We never say who reported.',
  },
  upheld: {
    label: 'Upheld',
    tone: 'accredited',
    text: 'We agree with your concern.',
    next: 'If it is about an entry in the register, the entry’s page shows this. You do not need to do anything else.',
  },
  'not-upheld': {
    label: 'Not upheld',
    tone: 'neutral',
    text: 'We looked at your concern. What we found does not support it.',
    next: 'We will not do anything else. If you find out something new, report it again.',
  },
  closed: {
    label: 'Closed',
    tone: 'neutral',
    text: 'We have closed your report without a finding.',
    next: 'We will not do anything else. If you find out something new, report it again.',
  },
} as const satisfies Record<string, StateRow>
export type ConcernState = keyof typeof concernStates
const concernStateNames = Object.keys(concernStates) as ConcernState[]

/** How a concern ends, and the word on the button. */
export const concernOutcomes = {
  upheld: 'Uphold',
  'not-upheld': 'Do not uphold',
  closed: 'Close without a finding',
} as const
export type ConcernOutcome = keyof typeof concernOutcomes

export function isSettled(state: ConcernState): state is ConcernOutcome {
  return Object.hasOwn(concernOutcomes, state)
}

/** Working days within which a report is taken up; one that says that somebody is in danger, on its own day. */
export const promisedDays = 2
/** The last time of a working day, in London, at which a report still counts as of that day (the end of the office hours). */
const lastClock = '17:30'
/** Days in which an organiser may answer. */
export const replyDays = 14

/**
 * The moment by which somebody takes a report up, as the page promises it: the end of the second working day after it came, or where
 * somebody is in danger the end of the same working day. What comes after the office hours or on a weekend counts as of the next one.
 */
export function promisedAt(received: Date, inDanger: boolean): string {
  const today = londonDay(received)
  const isToday = isWorkingDay(today) && londonClockOf(received.toISOString()) < lastClock
  const day = isToday ? today : workingDayAfter(today, 1)
  return lastMomentOf(inDanger ? day : workingDayAfter(day, promisedDays))
}

/** What a list of the admin area shows. */
export const concernLists = ['open', ...concernStateNames] as const
export type ConcernList = (typeof concernLists)[number]
