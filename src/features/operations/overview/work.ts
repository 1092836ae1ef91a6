import { adminHref } from '#admin-pages.ts'
import type { Day, Instant, Pence } from '#domain/formats.ts'
import { londonDateOf } from '#domain/london-time.ts'
import { carries, type Permission, type Role } from '#domain/permissions.ts'
import { caseMailsHref, incomingHref } from '#features/applications/review/emails/rules.ts'
import { assessmentHref, beginningOf, type QueueView, queueHref } from '#features/assessments/cases/queue.ts'
import { submissionHref } from '../submissions/rules.ts'

type WorkKind = {
  permission: Permission
  words: [one: string, several: string]
  hrefOf: (id: string) => string
  /** The list with all of them; null where there is none. */
  href: string | null
  note?: string
  /** What the day of an item is. */
  day?: string
  /** A deadline of ours: afterwards it is late. */
  isDeadline?: true
  /** Nobody is wanted: the charts alone count it. */
  isCharted?: true
}

const ofCases = (
  view: QueueView,
  words: WorkKind['words'],
  more: Pick<WorkKind, 'day' | 'isDeadline' | 'isCharted' | 'note'> = {},
) =>
  ({
    permission: 'assess',
    words,
    hrefOf: (id) => assessmentHref(id, beginningOf(view)),
    href: queueHref(beginningOf(view)),
    ...more,
  }) satisfies WorkKind

const ofApplication = (id: string) => adminHref('review', { id })

const ofQueue = (status: 'identity' | 'sampled' | 'proposed' | null, words: WorkKind['words'], note?: string) =>
  ({
    permission: 'review',
    words,
    hrefOf: ofApplication,
    href: adminHref('queue', { status }),
    ...(note && { note }),
  }) satisfies WorkKind

const ofMails = (state: 'bounced' | 'failed' | 'waiting', words: WorkKind['words'], note?: string) =>
  ({
    permission: 'mail',
    words,
    hrefOf: (id) => adminHref('mail', { id }),
    href: adminHref('mailbox', { state }),
    ...(note && { note }),
  }) satisfies WorkKind

/** In the order of the page. Each counts what its list shows to the same person. */
export const workKinds = {
  votes: {
    permission: 'panel',
    words: ['panel vote wanted from you', 'panel votes wanted from you'],
    hrefOf: (id) => adminHref('panelCase', { id }),
    href: adminHref('panel'),
  },
  mine: {
    permission: 'review',
    words: ['case of yours', 'cases of yours'],
    hrefOf: ofApplication,
    href: queueHref(beginningOf('mine')),
    day: 'Event on',
    note: 'The next event first',
  },
  proposals: ofCases('proposals', ['proposal that needs a second person', 'proposals that need a second person']),
  notices: ofCases('notices', ['notice of refusal to decide', 'notices of refusal to decide']),
  conditions: ofCases('conditions', ['assessment with conditions overdue', 'assessments with conditions overdue'], {
    day: 'Due on',
    isDeadline: true,
  }),
  answered: ofCases('answered', ['assessment with a condition to check', 'assessments with a condition to check'], {
    note: 'A document was sent for it',
  }),
  evidence: ofCases('evidence', ['assessment with evidence to read', 'assessments with evidence to read']),
  expired: ofCases('expired', ['assessment with evidence expired', 'assessments with evidence expired'], {
    day: 'Last day',
    note: 'It was accepted, and there is no new document yet',
  }),
  panel: ofCases('panel', ['assessment before the panel', 'assessments before the panel'], { isCharted: true }),
  open: ofCases('open', ['open assessment', 'open assessments'], { isCharted: true }),
  applications: ofQueue(null, ['application to decide', 'applications to decide']),
  identity: ofQueue('identity', ['identity to confirm', 'identities to confirm'], 'Paid but not published yet'),
  sampled: ofQueue(
    'sampled',
    ['sampled application to look at', 'sampled applications to look at'],
    'Approved by the registry, and chosen at random or similar to a refused application',
  ),
  changes: ofQueue(
    'proposed',
    ['change to decide', 'changes to decide'],
    'Proposed by applicants for events that are paid for',
  ),
  calls: {
    permission: 'review',
    words: ['call today', 'calls today'],
    hrefOf: () => adminHref('adminCalls'),
    href: adminHref('adminCalls'),
  },
  concerns: {
    permission: 'concerns',
    words: ['open concern', 'open concerns'],
    hrefOf: (id) => adminHref('adminConcern', { id }),
    href: adminHref('adminConcerns'),
    day: 'Start by',
    isDeadline: true,
  },
  appeals: {
    permission: 'concerns',
    words: ['open appeal', 'open appeals'],
    hrefOf: (id) => adminHref('adminAppeal', { id }),
    href: adminHref('adminAppeals'),
  },
  answers: {
    permission: 'case-mails',
    words: ['email to answer', 'emails to answer'],
    // The case and the email.
    hrefOf: (id) => `${caseMailsHref(id.split('/')[0]!, { answer: id.split('/')[1]! })}#write`,
    href: incomingHref('answer'),
  },
  incoming: {
    permission: 'case-mails',
    words: ['email without a case', 'emails without a case'],
    hrefOf: () => incomingHref('without'),
    href: incomingHref('without'),
  },
  complaints: {
    permission: 'correspondence',
    words: ['open complaint', 'open complaints'],
    hrefOf: (id) => adminHref('adminComplaint', { id }),
    href: adminHref('adminComplaints'),
  },
  letters: {
    permission: 'correspondence',
    words: ['new submission', 'new submissions'],
    hrefOf: submissionHref,
    href: adminHref('submissions', { kind: 'enquiries' }),
    note: 'Enquiries, leads, sign-ups and reservations',
  },
  disputes: {
    permission: 'money',
    words: ['open dispute', 'open disputes'],
    hrefOf: (id) => (id ? adminHref('order', { id }) : adminHref('payments', { view: 'disputes' })),
    href: adminHref('payments', { view: 'disputes' }),
    day: 'Answer by',
    isDeadline: true,
  },
  approvals: {
    permission: 'money',
    words: ['refund that waits for a second person', 'refunds that wait for a second person'],
    hrefOf: (id) => adminHref('order', { id }),
    href: adminHref('refunds', { state: 'waiting' }),
    note: 'Above £500, and asked for by somebody else',
  },
  refunds: {
    permission: 'money',
    words: ['refund that waits for the payment provider', 'refunds that wait for the payment provider'],
    hrefOf: (id) => adminHref('order', { id }),
    href: adminHref('refunds', { state: 'asked' }),
  },
  discrepancies: {
    permission: 'money',
    words: ['payment to settle', 'payments to settle'],
    hrefOf: () => adminHref('payments'),
    href: adminHref('payments'),
    note: 'Paid twice, not the amount that we asked for, or not the same in the provider’s books',
  },
  returnedMails: ofMails('bounced', ['email that came back', 'emails that came back'], 'In the last 30 days'),
  failedMails: ofMails('failed', ['email not sent', 'emails not sent']),
  waitingMails: ofMails(
    'waiting',
    ['email not sent after 20 minutes', 'emails not sent after 20 minutes'],
    'The mail server may be away',
  ),
  failedJobs: {
    permission: 'mail',
    words: ['job failed', 'jobs failed'],
    hrefOf: () => adminHref('jobs', { state: 'failed' }),
    href: adminHref('jobs', { state: 'failed' }),
  },
} as const satisfies Record<string, WorkKind>
export type WorkName = keyof typeof workKinds
const workNames = Object.keys(workKinds) as WorkName[]

/** What a person with these roles is wanted for, in the order of the page. */
export function worksOf(held: readonly Role[]): WorkName[] {
  return workNames.filter((work) => !workKind(work).isCharted && carries(held, workKinds[work].permission))
}

export type WorkItem = {
  id: string
  title: string
  reference: string | null
  since: Instant
  day: Day | null
  pence: Pence | null
}

export function workKind(work: WorkName): WorkKind {
  return workKinds[work]
}

/** '3 calls today' without its number. */
export function workWords(work: WorkName, count: number): string {
  return workKinds[work].words[count === 1 ? 0 : 1]
}

/** 'Answer by 3 December 2026'; null where nothing has a day. */
export function dayOfWork(work: WorkName, { day }: WorkItem, today: Day): { words: string; isOverdue: boolean } | null {
  const kind = workKind(work)
  if (!kind.day || day === null) return null
  return {
    words: `${kind.day} ${londonDateOf(`${day}T12:00:00Z`)}`,
    isOverdue: kind.isDeadline === true && day < today,
  }
}
