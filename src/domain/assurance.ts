import type { Day } from './formats.ts'
import { londonDateOf } from './london-time.ts'
import { type PublishedStatus, type RegisterStatus, registerStatuses } from './register-status.ts'

/** From least to most. */
export const assuranceLevels = {
  declared: {
    label: 'Declared',
    sentence: 'We confirmed the organisation. What it says about the event is the organiser’s statement.',
    meaning:
      'We confirmed who the organisation is and that it applied. What it says about the event is the organiser’s statement: we have accepted no documents for it. This tells you nothing about how safe the event is.',
  },
  evidence: {
    label: 'Evidence checked',
    sentence: 'We read and accepted the documents that the criteria ask for.',
    meaning:
      'We read every document that the criteria ask for. We have not scored them, and we did not visit the event.',
  },
  assessed: {
    label: 'Assessed',
    sentence: 'We scored every criterion. A second person or a panel decided the result.',
    meaning:
      'We scored every criterion from documents and answers. We did not visit the event. The organiser is responsible for how it is run.',
  },
} as const
export type Assurance = keyof typeof assuranceLevels
export const assuranceNames = Object.keys(assuranceLevels) as Assurance[]

/** `assuredOn` is null for `declared`, and where the day was not recorded. */
export type Level = { assurance: Assurance; assuredOn: Day | null }

/** Null before it is published. */
export type PossibleLevel = { assurance: Assurance | null; assuredOn: Day | null }

export function levelOf({ assurance, assuredOn }: PossibleLevel): Level | null {
  return assurance && { assurance, assuredOn }
}

/** 'declared, no documents checked', 'documents checked on 3 May 2026', 'assessed on 3 May 2026'. */
export function levelWords({ assurance, assuredOn }: Level): string {
  if (assurance === 'declared') return 'declared, no documents checked'
  const words = assurance === 'evidence' ? 'documents checked' : 'assessed'
  return assuredOn ? `${words} on ${londonDateOf(assuredOn)}` : words
}

/** Of what is accredited once it is paid, which may be checked before. */
export const unlessChecked = 'declared, no documents checked, until we have accepted your documents'

/** Accredited entries always say their level in the same line: 'Accredited: assessed on 3 May 2026'. */
export function statusWords({ status, ...possible }: PossibleLevel & { status: RegisterStatus }): string {
  const { accredited, label } = registerStatuses[status]
  const level = levelOf(possible)
  return accredited && level ? `${label}: ${levelWords(level)}` : label
}

/** Within a sentence: 'as accredited (assessed on 3 May 2026)'. */
export function asAccredited(level: PossibleLevel): string {
  const known = levelOf(level)
  return known ? `as accredited (${levelWords(known)})` : 'as accredited'
}

/** Of a number of entries: 'Accredited, at any level', 'Lapsed'. */
export function groupWords(status: RegisterStatus): string {
  const { accredited, label } = registerStatuses[status]
  return accredited ? `${label}, at any level` : label
}

/** Where the status is not beside it: 'Documents: none checked yet'. */
export function checkedWords({ assurance, assuredOn }: Level): string {
  const on = assuredOn ? ` on ${londonDateOf(assuredOn)}` : ''
  switch (assurance) {
    case 'declared':
      return 'Documents: none checked yet'
    case 'evidence':
      return `Documents: checked${on}`
    case 'assessed':
      return `Criteria: assessed${on}`
  }
}

export const accreditAfter = {
  listing: { asked: 'declared', when: 'as soon as its annual listing is paid' },
  evidence: { asked: 'evidence', when: 'as soon as its documents have been checked and accepted' },
  assessment: { asked: 'assessed', when: 'as soon as it has passed its assessment' },
} as const satisfies Record<string, { asked: Assurance; when: string }>
export type AccreditAfter = keyof typeof accreditAfter
export const accreditAfterNames = Object.keys(accreditAfter) as AccreditAfter[]

export function mayBeAccredited(assurance: Assurance, after: AccreditAfter): boolean {
  return assuranceNames.indexOf(assurance) >= assuranceNames.indexOf(accreditAfter[after].asked)
}

export function publishedStatusOf(
  { assurance, isRefused }: { assurance: Assurance; isRefused: boolean },
  after: AccreditAfter,
): PublishedStatus {
  if (isRefused) return 'refused'
  return mayBeAccredited(assurance, after) ? 'active' : 'listed'
}

/** `document`: accepted and valid; assessors write the others. */
export const bases = {
  document: 'An accepted document',
  call: 'Seen at the call',
  answer: 'The organiser’s written answer',
  record: 'A public record',
} as const
export type Basis = keyof typeof bases
export const basisNames = Object.keys(bases) as Basis[]

/** `basisOn` is a document's last day, null where it has none; no `basis` was recorded where that is null. */
export type RestsOn = { basis: Basis | null; basisOn: string | null; basisText: string }

export function basisWords({ result, basis, basisOn, basisText }: RestsOn & { result: CheckResult | null }): string {
  if (!needsBasis(result)) return ''
  const day = basisOn ? londonDateOf(`${basisOn}T12:00:00Z`) : ''
  switch (basis) {
    case 'document':
      return day ? `${bases.document}, valid until ${day}` : bases.document
    case 'call':
      return `${bases.call} on ${day}: ${basisText}`
    case 'answer':
      return `${bases.answer} of ${day}: ${basisText}`
    case 'record':
      return `${bases.record}, read on ${day}: ${basisText}`
    case null:
      return 'Basis not recorded'
  }
}

export function needsBasis(result: string | null): boolean {
  return result === 'met' || result === 'met-with-condition' || result === 'accepted'
}

export function areBasesRecorded(checks: readonly { result: CheckResult; basis: Basis | null }[]): boolean {
  return checks.every(({ result, basis }) => basis !== null || !needsBasis(result))
}

export function meaningOf(level: Assurance, hasBases: boolean): string {
  return hasBases
    ? assuranceLevels[level].meaning
    : 'We did not record what each result rests on. We did not visit the event. The organiser is responsible for how it is run.'
}

export const checkResults = {
  accepted: 'Accepted',
  met: 'Met',
  'met-with-condition': 'Met, with a condition',
  'not-met': 'Not met',
  'not-applicable': 'Does not apply',
} as const
export type CheckResult = keyof typeof checkResults
