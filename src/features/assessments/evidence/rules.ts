import type { ApplicationStatus } from '#domain/application-facts.ts'
import type { Day } from '#domain/formats.ts'
import { londonDateOf } from '#domain/london-time.ts'
import type { RegisterStatus } from '#domain/register-status.ts'
import type { AssessedEvent } from '../criteria/criterion.ts'
import { fileLimits } from '../files/rules.ts'

export const evidenceStates = {
  wanted: { label: 'Not sent yet', tone: 'neutral' },
  received: { label: 'Received', tone: 'neutral' },
  accepted: { label: 'Accepted', tone: 'accredited' },
  'more-needed': { label: 'More needed', tone: 'warning' },
  'not-applicable': { label: 'Does not apply', tone: 'neutral' },
} as const
export type EvidenceState = keyof typeof evidenceStates

export function isAnswered(state: EvidenceState): boolean {
  return state !== 'wanted' && state !== 'more-needed'
}

/** In characters. */
export const reasonLimit = 600

export type EvidenceFacts = {
  status: ApplicationStatus
  isWithdrawn: boolean
  registerStatus: RegisterStatus | null
  /** Of its latest assessment. */
  assessmentStatus: 'open' | 'proposed' | 'panel' | 'notice' | 'decided'
  outcome: 'accredit' | 'accredit-with-conditions' | 'refuse' | null
  hasOpenAppeal: boolean
  isAddressConfirmed: boolean
}

type ClosedBecause = 'unconfirmed' | 'withdrawn' | 'rejected' | 'revoked' | 'refused' | 'deciding'

/** Why no documents can be sent or removed; null where they can, after an accreditation and during an appeal too. */
export function closedBecause({
  status,
  isWithdrawn,
  registerStatus,
  assessmentStatus,
  outcome,
  hasOpenAppeal,
  isAddressConfirmed,
}: EvidenceFacts): ClosedBecause | null {
  if (isWithdrawn) return 'withdrawn'
  if (!hasOpenAppeal) {
    if (status === 'rejected') return 'rejected'
    if (registerStatus === 'revoked') return 'revoked'
    if (assessmentStatus === 'decided' && outcome === 'refuse') return 'refused'
  }
  if (!isAddressConfirmed) return 'unconfirmed'
  return assessmentStatus === 'proposed' || assessmentStatus === 'panel' ? 'deciding' : null
}

const ended = 'You cannot send documents for it. We keep what you sent for a year, then delete it.'

export const closedWords: Record<ClosedBecause, { title: string; text: string }> = {
  unconfirmed: {
    title: 'Confirm your email address first',
    text: 'Open the link in our email “Please confirm your email address” and press the button. Then come back to this page to send documents.',
  },
  withdrawn: { title: 'You have withdrawn this application', text: ended },
  rejected: { title: 'Your application was not approved', text: ended },
  revoked: { title: 'Your accreditation is revoked', text: ended },
  refused: {
    title: 'The assessment ended with a refusal',
    text: 'Our email gave the reasons and how to appeal. We keep what you sent for a year, then delete it.',
  },
  deciding: {
    title: 'Your assessment is being decided',
    text: 'You cannot add or remove documents until then. We will write to you when it is decided.',
  },
}

/** Applications of earlier releases lack fields. */
export function assessedEvent(draft: Record<string, unknown>): AssessedEvent {
  const text = (name: string) => (typeof draft[name] === 'string' ? draft[name] : '')
  const { capacity } = draft
  return {
    eventType: text('eventType') || 'physical',
    category: text('category'),
    capacity: typeof capacity === 'number' && Number.isFinite(capacity) ? capacity : null,
  }
}

/** '3.4 MB', '120 KB'. */
export function sizeWords(bytes: number): string {
  const kilobytes = Math.ceil(bytes / 1024)
  return kilobytes < 1000 ? `${kilobytes} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`
}

export function dayWords(day: Day): string {
  return londonDateOf(`${day}T12:00:00Z`)
}

/** For the browser's file chooser; the server recognises files by their content. */
export const acceptedKinds = '.pdf,.jpg,.jpeg,.png,.heic,.heif,.docx,.xlsx'

/** In place of a criterion: what a document for a condition of the accreditation is for. */
export function conditionDocuments(conditionId: string): string {
  return `condition-${conditionId}`
}

export type Upload = {
  /** Null before the server has given it one. */
  uploadId: string | null
  applicationId: string
  criterionId: string
  /** Empty for a document without a last day. */
  expiresOn: Day | ''
  file: File
}

export type ShownUpload = {
  key: string
  criterionId: string
  name: string
  bytes: number
  /** Bytes that the server has stored. */
  sent: number
  phase: 'waiting' | 'sending' | 'offline' | 'retrying' | 'failed'
  problem: string
}

/** As far as the browser can tell; null where it can be sent. */
export function refusalOf({ name, size }: Pick<File, 'name' | 'size'>): string | null {
  if (size === 0) return 'The file is empty.'
  if (size > fileLimits.fileBytes) return 'The file is larger than 20 MB. Make it smaller, or split it in two.'
  const isKnown = acceptedKinds.split(',').some((ending) => name.toLowerCase().endsWith(ending))
  return isKnown ? null : 'We take PDF, Word (.docx), Excel (.xlsx), JPEG, PNG and HEIC files only.'
}

export function phaseWords({ phase, sent, bytes, problem }: ShownUpload): string {
  const percent = `${Math.floor((sent / bytes) * 100)}%`
  const words = {
    waiting: 'Waiting for other files',
    sending: `Sending: ${percent}`,
    offline: `Offline at ${percent}. Sending continues when you are connected again`,
    retrying: `Interrupted at ${percent}. Sending continues automatically`,
    failed: `Not sent. ${problem}`,
  }
  return words[phase]
}
