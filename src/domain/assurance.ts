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
