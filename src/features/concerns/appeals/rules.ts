import type { StatusTone } from '#domain/register-status.ts'

export const appealStates = {
  received: {
    label: 'Received',
    tone: 'warning',
    text: 'We have your appeal. Someone who had no part in the decision will look at it.',
  },
  'being-heard': {
    label: 'Being heard',
    tone: 'neutral',
    text: 'Someone who had no part in the decision is looking at it and at everything that you sent.',
  },
  upheld: { label: 'Upheld', tone: 'accredited', text: 'We agree with your appeal.' },
  'not-upheld': { label: 'Not upheld', tone: 'neutral', text: 'The decision does not change.' },
} as const satisfies Record<string, { label: string; tone: StatusTone; text: string }>
export type AppealState = keyof typeof appealStates

export const appealOutcomes = { upheld: 'Uphold the appeal', 'not-upheld': 'Do not uphold it' } as const
export type AppealOutcome = keyof typeof appealOutcomes

export const upheldEffects = {
  rejection: 'The application is under review again.',
  refusal: 'We will assess the event again.',
  suspension: 'The entry is reinstated in the register.',
  revocation: 'The entry is reinstated in the register.',
} as const

export const appealLists = ['open', 'settled'] as const
