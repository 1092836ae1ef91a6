import type { ClockTime, Instant } from '#domain/formats.ts'
import { lastMomentOf, londonClockOf, londonDay, longDay } from '#domain/london-time.ts'
import { isWorkingDay, workingDayAfter } from '#domain/office-hours.ts'
import type { StatusTone } from '#domain/register-status.ts'

export const concernSubjects = {
  'false-claim': 'An event or organiser claims to be accredited but is not',
  'copied-certificate': 'A certificate or badge was copied, changed or used for another event',
  safety: 'Safety or safeguarding at an accredited event',
  conduct: 'Something an accredited organiser does or promises',
  other: 'Something else about an accreditation',
} as const
export type ConcernSubject = keyof typeof concernSubjects

/** `text` and `next` are for the reporter. */
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
} as const satisfies Record<string, { label: string; tone: StatusTone; text: string; next: string }>
export type ConcernState = keyof typeof concernStates

export const concernOutcomes = {
  upheld: 'Uphold',
  'not-upheld': 'Do not uphold',
  closed: 'Close without a finding',
} as const
export type ConcernOutcome = keyof typeof concernOutcomes

export function isSettled(state: ConcernState): state is ConcernOutcome {
  return Object.hasOwn(concernOutcomes, state)
}

/** Working days until somebody starts a case. */
export const promisedDays = 2
/** The end of the office hours: later reports count from the next working day. */
const lastClock: ClockTime = '17:30'
export const replyDays = 14

/** By when somebody starts a case: within `promisedDays`, or where somebody is in danger on the same working day. */
export function promisedAt(received: Date, inDanger: boolean): Instant {
  const today = londonDay(received)
  const isToday = isWorkingDay(today) && londonClockOf(received.toISOString()) < lastClock
  const day = isToday ? today : workingDayAfter(today, 1)
  return lastMomentOf(inDanger ? day : workingDayAfter(day, promisedDays))
}

/** Said first wherever somebody may be in danger. */
export const callFirst =
  'If anyone is in danger now, call 999 first. We do not read reports around the clock, and we cannot send help.'

export function promiseWords(promisedAt: Instant): string {
  return `Someone in our team will look at it by the end of ${longDay(londonDay(new Date(promisedAt)))}.`
}

export const concernLists = ['open', ...(Object.keys(concernStates) as ConcernState[])] as const
export type ConcernList = (typeof concernLists)[number]

/** So many words in a row as the reporter wrote them are a quotation. */
const quotedWords = 6
/** Shorter parts of a name, such as initials, are in too many other words. */
const minNameLength = 3

/**
 * Whether a text has the reporter's name or address, or quotes the report, by which its writer may be known. A name that is also a common word
 * counts with a capital letter only.
 *
 * @param texts what the reporter has written. @param event words of its name do not count.
 */
export function couldTellWho(
  text: string,
  reporter: { name: string; email: string } | null,
  { texts, event }: { texts: readonly string[]; event: string },
): boolean {
  const written = wordsOf(text)
  const free = new Set(small(wordsOf(event)))
  const { name, email } = reporter ?? { name: '', email: '' }
  const names = wordsOf(name).filter((part) => part.length >= minNameLength && !free.has(part.toLowerCase()))
  if (names.some((part) => written.some((word) => /^\p{Lu}/u.test(word) && word.toLowerCase() === part.toLowerCase())))
    return true
  if (email && text.toLowerCase().includes(email.toLowerCase())) return true
  const words = small(written)
  return texts.some((each) => {
    const theirs = ` ${small(wordsOf(each)).join(' ')} `
    return words.some((_, at) => {
      const run = words.slice(at, at + quotedWords)
      return run.length === quotedWords && theirs.includes(` ${run.join(' ')} `)
    })
  })
}

function wordsOf(text: string): string[] {
  return text
    .normalize('NFKC')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
}

const small = (words: string[]) => words.map((word) => word.toLowerCase())
