import { londonDateOf } from './london-time.ts'
import type { Standing } from './register-status.ts'

/** How far a register entry was checked, from least to most, in words; `meaning`: what that is and is not. */
export const assuranceLevels = {
  declared: {
    label: 'Declared',
    sentence: 'We confirmed the organisation. What it says about the event is its own word.',
    meaning:
      'We confirmed who the organisation is and that it applied. What it says about the event is its own word: we have accepted no documents for it. This tells you nothing about how safe the event is.',
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

/** Whether an entry was checked as far as is asked, or further. */
function isAssured(assurance: Assurance, asked: Assurance): boolean {
  return assuranceNames.indexOf(assurance) >= assuranceNames.indexOf(asked)
}

/** When a paid entry becomes accredited, as the authority has chosen (`ACCREDIT_AFTER`): by how far it has to have been checked. */
export const accreditAfter = {
  listing: { asked: 'declared', when: 'as soon as its annual listing is paid' },
  evidence: { asked: 'evidence', when: 'as soon as its documents have been checked and accepted' },
  assessment: { asked: 'assessed', when: 'as soon as it has passed its assessment' },
} as const satisfies Record<string, { asked: Assurance; when: string }>
export type AccreditAfter = keyof typeof accreditAfter
export const accreditAfterNames = Object.keys(accreditAfter) as AccreditAfter[]

/** Whether an entry was checked as far as it has to be for its accreditation. */
export function mayBeAccredited(assurance: Assurance, after: AccreditAfter): boolean {
  return isAssured(assurance, accreditAfter[after].asked)
}

/**
 * How an entry stands while its listing is paid: refused after an assessment that ended so, otherwise accredited once it was checked as far
 * as the authority asks, and listed until then.
 */
export function standingOf(
  { assurance, isRefused }: { assurance: Assurance; isRefused: boolean },
  after: AccreditAfter,
): Standing {
  if (isRefused) return 'refused'
  return mayBeAccredited(assurance, after) ? 'active' : 'listed'
}

/** On what a result that is met can rest; `document`: an accepted one that is valid, the others are written by an assessor. */
export const bases = {
  document: 'An accepted document',
  call: 'Seen at the call',
  answer: 'The organiser’s written answer',
  record: 'A public record',
} as const
export type Basis = keyof typeof bases
export const basisNames = Object.keys(bases) as Basis[]

/** Days are `YYYY-MM-DD`; of a document `basisOn` is its last day, null where it has none. No `basis`: it was not recorded. */
export type RestsOn = { basis: Basis | null; basisOn: string | null; basisText: string }

/** On what a result rests, as the public reads it; '' for a result that needs no basis. */
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

/** Whether it was recorded on what each of these results rests. */
export function areBasesRecorded(checks: readonly { result: CheckResult; basis: Basis | null }[]): boolean {
  return checks.every(({ result, basis }) => basis !== null || !needsBasis(result))
}

/** What a level means and does not mean: what rests on nothing that was recorded is not said to. */
export function meaningOf(level: Assurance, hasBases: boolean): string {
  return hasBases
    ? assuranceLevels[level].meaning
    : 'We did not record what each result rests on. We did not visit the event. The organiser is responsible for how it is run.'
}

/** The public result of a criterion, in words. */
export const checkResults = {
  accepted: 'Accepted',
  met: 'Met',
  'met-with-condition': 'Met, with a condition',
  'not-met': 'Not met',
  'not-applicable': 'Does not apply',
} as const
export type CheckResult = keyof typeof checkResults
