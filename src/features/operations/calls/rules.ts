export const callOutcomes = ['held', 'no-show', 'follow-up'] as const
export type CallOutcome = (typeof callOutcomes)[number]

export const outcomeWords: Record<CallOutcome, string> = {
  held: 'Held',
  'no-show': 'No one answered',
  'follow-up': 'To follow up',
}
