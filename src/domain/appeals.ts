/** Days in which an applicant can appeal against a decision. */
export const appealDays = 30

/** Said with every decision that can be appealed against. */
export const howToAppeal = `You can appeal within ${appealDays} days. Tell us what you think is wrong. Someone who had no part in the decision will look at it.`

/** What can be appealed against, in the words of the applicant's pages and mails. */
export const appealedDecisions = {
  rejection: 'The rejection of your application',
  refusal: 'The refusal of your assessment',
  suspension: 'The suspension of your accreditation',
  revocation: 'The revocation of your accreditation',
} as const
export type AppealedDecision = keyof typeof appealedDecisions
export const appealedDecisionNames = Object.keys(appealedDecisions) as AppealedDecision[]

/** 'Rejection': the word of the admin area. */
export function decisionWord(against: AppealedDecision): string {
  return against.charAt(0).toUpperCase() + against.slice(1)
}

/** The last moment at which a decision can be appealed against. @param decidedAt ISO time in UTC. */
export function appealableUntil(decidedAt: string): Date {
  return new Date(Date.parse(decidedAt) + appealDays * 86_400_000)
}

/** What was decided before this moment cannot be appealed against any more. */
export function appealableFrom(now: Date): Date {
  return new Date(now.getTime() - appealDays * 86_400_000)
}
