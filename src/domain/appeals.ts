export const appealDays = 30

export const howToAppeal = `You can appeal within ${appealDays} days. Tell us what you think is wrong. Someone who had no part in the decision will look at it.`

export const appealedDecisions = {
  rejection: 'The rejection of your application',
  refusal: 'The refusal of your assessment',
  suspension: 'The suspension of your accreditation',
  revocation: 'The revocation of your accreditation',
} as const
export type AppealedDecision = keyof typeof appealedDecisions

export function decisionWord(against: AppealedDecision): string {
  return against.charAt(0).toUpperCase() + against.slice(1)
}

export function appealableUntil(decidedAt: string): Date {
  return new Date(Date.parse(decidedAt) + appealDays * 86_400_000)
}

export function appealableFrom(now: Date): Date {
  return new Date(now.getTime() - appealDays * 86_400_000)
}
