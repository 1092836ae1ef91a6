import { adminHref } from '#admin-pages.ts'
import { applicationStatusNames } from '#domain/application-facts.ts'
import { applicationStatusLabel, type DecisionKind } from '#domain/application-state.ts'
import type { CompanyCheck } from '#domain/company.ts'
import type { Instant } from '#domain/formats.ts'
import { londonClockOf, londonDateOf } from '#domain/london-time.ts'
import type { DecisionBar } from '#domain/open-decisions.ts'
import { rolesWith } from '#domain/permissions.ts'
import type { SampleMatch } from '#features/applications/server/sample-application.ts'
import { type Sort, sortText } from '#wire/list-pages.ts'

export const reviewingRoles = rolesWith('review')

/** In characters. */
export const reasonLimit = 1000
/** For its link. */
export const questionDays = 30

const decisionWords = {
  approved: { past: 'Approved', noun: 'approval' },
  rejected: { past: 'Rejected', noun: 'rejection' },
  withdrawn: { past: 'Approval withdrawn', noun: 'withdrawal' },
  'appeal-upheld': { past: 'Appeal upheld', noun: 'appeal' },
  'withdrawn-by-applicant': { past: 'Withdrawn', noun: 'withdrawal' },
} satisfies Record<DecisionKind, { past: string; noun: string }>

type Decision = { decision: DecisionKind; decidedByName: string; decidedAt: Instant }

/** 'Rejected by Riley Reviewer'. */
export function decidedBy({ decision, decidedByName: name }: Omit<Decision, 'decidedAt'>): string {
  return `${decisionWords[decision].past} by ${name}`
}

/** 'Rejected by Riley Reviewer on 23 August 2026 at 14:05.' */
export function decidedWords(decided: Decision): string {
  const { decidedAt: at } = decided
  return `${decidedBy(decided)} on ${londonDateOf(at)} at ${londonClockOf(at)}.`
}

export const barWords: Record<Exclude<DecisionBar, 'decided' | 'withdrawn'>, string> = {
  conflict: 'You declared a conflict of interest. Someone else decides on this application.',
  refused:
    'The assessment of this application ended in a refusal. It cannot be approved unless an appeal is upheld. You can reject it.',
  past: 'The date of this event has passed, so the application cannot be approved. The applicant can correct the date, or apply for the next event.',
}

export function reasonProblemOf(decision: DecisionKind, reason: string): string | null {
  if (reason.trim() === '') return `Give the reason for the ${decisionWords[decision].noun}`
  if (reason.length > reasonLimit) return `The reason is longer than ${reasonLimit} characters`
  return null
}

export function companyCheckWords({
  state,
  companyName: name = 'another company',
  companyStatus,
}: CompanyCheck): string {
  const words: Record<CompanyCheck['state'], string> = {
    confirmed: `Confirmed: the register knows ${name} as an active company under this number.`,
    'not-asked': 'Not checked: the application has no company number.',
    unknown: 'Not confirmed: the register has no company with this number.',
    'name-differs': `Not confirmed: the number belongs to ${name}, which is not the name of this organisation.`,
    'not-active': `Not confirmed: the register lists ${name} as "${companyStatus ?? 'not active'}".`,
    unavailable:
      'Not checked: we could not reach the register when we received the application. Look up the number yourself.',
  }
  return words[state]
}

export const companyCheckBrief: Record<CompanyCheck['state'], string> = {
  confirmed: 'Confirmed',
  'not-asked': 'No number',
  unknown: 'Unknown number',
  'name-differs': 'Other name',
  'not-active': 'Not active',
  unavailable: 'Not asked',
}

/** `identity`: paid, and not known who applies. `sampled`: approved, and to be checked all the same. */
export const queueStatuses = [...applicationStatusNames, 'withdrawn', 'identity', 'sampled', 'proposed'] as const

export const queueColumns = ['submitted', 'title'] as const
export type QueueColumn = (typeof queueColumns)[number]

export type QueueFilters = {
  status: (typeof queueStatuses)[number]
  q: string
  /** At least so many days; null for all. */
  older: number | null
  whose: 'all' | 'mine' | 'nobody'
  sort: Sort<QueueColumn>
}

export function queueLabel(status: (typeof queueStatuses)[number]): string {
  if (status === 'withdrawn') return 'Withdrawn by the applicant'
  if (status === 'identity') return 'Identity to confirm'
  if (status === 'proposed') return 'Change to decide'
  return status === 'sampled' ? 'Sampled: check it' : applicationStatusLabel(status)
}

const matchWords: Record<SampleMatch, string> = {
  company: 'company number',
  email: 'email address',
  address: 'postal address',
  contact: 'contact name',
  officer: 'company officer',
  office: 'registered office',
}

export function sampleWords({ reason, matches }: { reason: 'share' | 'refused'; matches: SampleMatch[] }): string {
  if (reason === 'share') return 'Chosen at random from applications approved by the company registry.'
  const same = new Intl.ListFormat('en-GB').format(matches.map((match) => matchWords[match]))
  return `An application with the same ${same} was refused before.`
}

/** In days. */
export const ages = [2, 5, 10] as const

/** 'today', '1 day', '12 days'. */
export function ageWords(from: string, now: string): string {
  const days = Math.floor((Date.parse(now) - Date.parse(from)) / 86_400_000)
  if (days < 1) return 'today'
  return days === 1 ? '1 day' : `${days} days`
}

/** '2 new applications and 1 answer'; null for nothing new. */
export function arrivalWords({ applications, answers }: { applications: number; answers: number }): string | null {
  const parts = [
    applications > 0 && `${applications} new ${applications === 1 ? 'application' : 'applications'}`,
    answers > 0 && `${answers} new ${answers === 1 ? 'answer' : 'answers'}`,
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(' and ') : null
}

export function usualSort(status: QueueFilters['status']): Sort<QueueColumn> {
  return { by: 'submitted', descending: status !== 'submitted' && status !== 'proposed' }
}

export function queueHref({ status, q, older, whose, sort }: QueueFilters, page?: number | null): string {
  return adminHref('queue', {
    status: status === 'submitted' ? null : status,
    q,
    older,
    whose: whose === 'all' ? null : whose,
    sort: sortText(sort, usualSort(status)),
    page,
  })
}

export const sampleColumns = ['chosen', 'reference', 'date'] as const
export type SampleSort = Sort<(typeof sampleColumns)[number]>
export const usualSampleSort: SampleSort = { by: 'chosen', descending: false }

export function sampledHref(sort: SampleSort, page: number | null): string {
  return adminHref('queue', { status: 'sampled', sort: sortText(sort, usualSampleSort), page })
}

export const timelineKinds = {
  sent: 'Sent and answered',
  mails: 'Emails',
  calls: 'Calls',
  documents: 'Documents',
  verdicts: 'Verdicts',
  decisions: 'Decisions',
  payments: 'Payments',
  entry: 'Entry',
  notes: 'Notes',
} as const
export type TimelineKind = keyof typeof timelineKinds
export const timelineKindNames = Object.keys(timelineKinds) as TimelineKind[]

/** @param page 1 is left out. */
export function timelineHref(id: string, kind: TimelineKind | null, page = 1): string {
  return `${adminHref('review', { id }, { kind, page: page === 1 ? null : page })}#timeline`
}

/**
 * The colleagues that a note names: `@Riley Reviewer`, or `@Riley` where nobody else has that first name. `unknown` is what follows an @ and names none
 * of them, or several.
 */
export function mentionsIn<Colleague extends { name: string }>(note: string, colleagues: readonly Colleague[]) {
  const named = new Set<Colleague>()
  for (const { index } of note.matchAll(/(?<=^|[\s(])@(?=\p{L})/gu)) {
    const rest = note.slice(index + 1).toLowerCase()
    const word = /^[\p{L}’'-]+/u.exec(rest)![0]
    const whole = colleagues
      .filter(({ name }) => rest.startsWith(name.toLowerCase()) && !/^\p{L}/u.test(rest.slice(name.length)))
      .toSorted((one, other) => other.name.length - one.name.length)
    const byFirstName = colleagues.filter(({ name }) => name.toLowerCase().split(' ')[0] === word)
    const found = whole[0] ?? (byFirstName.length === 1 ? byFirstName[0] : undefined)
    if (!found) return { named: [], unknown: word }
    named.add(found)
  }
  return { named: [...named], unknown: null }
}
