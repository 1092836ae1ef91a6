/** How far a register entry was checked, from least to most. Shown in words wherever an entry is shown. */
export const assuranceLevels = {
  declared: {
    label: 'Declared',
    sentence: 'The organisation was confirmed. Its documents have not been checked yet.',
  },
  evidence: {
    label: 'Evidence checked',
    sentence: 'The documents that the criteria ask for were read and accepted.',
  },
  assessed: {
    label: 'Assessed',
    sentence: 'Every criterion was judged and scored, and the result was decided by a second person or a panel.',
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
  assessment: { asked: 'assessed', when: 'as soon as it has been assessed and every must is met' },
} as const satisfies Record<string, { asked: Assurance; when: string }>
export type AccreditAfter = keyof typeof accreditAfter
export const accreditAfterNames = Object.keys(accreditAfter) as AccreditAfter[]

/** Whether an entry was checked as far as it has to be for its accreditation. */
export function mayBeAccredited(assurance: Assurance, after: AccreditAfter): boolean {
  return isAssured(assurance, accreditAfter[after].asked)
}
