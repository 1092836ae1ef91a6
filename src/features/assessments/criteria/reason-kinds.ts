export const reasonKinds = {
  'more-needed': { label: 'More evidence is needed', use: 'Sent to the applicant with the criterion it is about.' },
  'not-met': { label: 'Criterion not met', use: 'Shown beside the criterion in the decision.' },
  condition: { label: 'Met with a condition', use: 'What the organiser must do, by the date that the assessor sets.' },
  'not-applicable': { label: 'Criterion does not apply', use: 'Why we do not ask for it.' },
  approve: { label: 'Approval of an application', use: 'Kept with the eligibility decision.' },
  reject: { label: 'Rejection of an application', use: 'Sent to the applicant.' },
  refuse: { label: 'Refusal after an assessment', use: 'Sent to the applicant in the notice of refusal.' },
} as const
export type ReasonKind = keyof typeof reasonKinds
export const reasonKindNames = Object.keys(reasonKinds) as ReasonKind[]

/** In characters. */
export const reasonTextLimit = 600
