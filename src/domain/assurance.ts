/** How far a register entry was checked, from least to most, in words; `meaning`: what that is and is not. */
export const assuranceLevels = {
  declared: {
    label: 'Declared',
    sentence: 'The organisation was confirmed. Its documents have not been checked yet.',
    meaning:
      'We confirmed who the organisation is and that it has applied. What it says about the event is its own word: we have not seen a document, and this says nothing about how safe the event is.',
  },
  evidence: {
    label: 'Evidence checked',
    sentence: 'The documents that the criteria ask for were read and accepted.',
    meaning:
      'We read every document that the criteria ask of this event. We have not scored them, and nobody of ours was at the event.',
  },
  assessed: {
    label: 'Assessed',
    sentence: 'Every criterion was judged and scored, and the result was decided by a second person or a panel.',
    meaning:
      'We judged and scored every criterion on documents and answers. Nobody of ours was at the event: whoever holds it answers for it.',
  },
} as const
export type Assurance = keyof typeof assuranceLevels
export const assuranceNames = Object.keys(assuranceLevels) as Assurance[]

/** Whether an entry was checked as far as is asked, or further. */
export function isAssured(assurance: Assurance, asked: Assurance): boolean {
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

/** The public result of a criterion, in words. */
export const checkResults = {
  accepted: 'Accepted',
  met: 'Met',
  'met-with-condition': 'Met, with a condition',
  'not-met': 'Not met',
  'not-applicable': 'Does not apply',
} as const
export type CheckResult = keyof typeof checkResults
