import { expect, test } from 'bun:test'
import { applicationState } from '#domain/application-state.ts'
import { type Step, type StepFacts, stepsOf } from './steps.ts'

const facts = {
  status: 'submitted',
  isWithdrawn: false,
  isListingPaid: false,
  isWaiting: false,
  isCheckoutClosed: false,
  registerStatus: null,
  assessment: 'open',
  eventDay: null,
  lapsedOn: null,
} as const
const start: StepFacts = {
  state: applicationState(facts, 'listing', '2026-11-20'),
  submittedAt: '2026-11-20T09:00:00.000Z',
  withdrawnAt: null,
  confirmedAt: '2026-11-01T09:00:00.000Z',
  decision: null,
  isAsked: false,
  answerDue: '2026-11-20T13:00:00.000Z',
  paidAt: null,
  listingPrice: '£49 a year',
  publishedAt: null,
  evidence: { wanted: 3, answered: 0, moreNeeded: 0, sentAt: null, deletedAt: null },
  assessment: { status: 'open', outcome: null, decidedAt: null, answerUntil: null },
  medians: { decision: null, assessment: null },
  promisedHours: 4,
  now: new Date('2026-11-20T10:00:00Z'),
}
const approved = {
  decision: { kind: 'approved', at: '2026-11-20T11:00:00.000Z', isByRegistry: false },
} as const
const at = '2026-11-20T12:00:00.000Z'

function states(given: Partial<StepFacts>): Record<string, string> {
  const summary = ({ state, waitsFor }: Step) => (waitsFor ? `${state} ${waitsFor}` : state)
  return Object.fromEntries(stepsOf({ ...start, ...given }).map((step) => [step.id, summary(step)]))
}

test.each([
  ['sent', {}, { identity: 'done', eligibility: 'current us', listing: 'later', evidence: 'current you' }],
  ['unconfirmed', { confirmedAt: null }, { identity: 'current you' }],
  ['asked', { isAsked: true }, { eligibility: 'current you' }],
  [
    'approved',
    { ...approved, state: applicationState({ ...facts, status: 'approved' }, 'listing', '2026-11-20') },
    { eligibility: 'done', listing: 'current you', published: 'later' },
  ],
  [
    'paid, and waiting for a reviewer',
    {
      ...approved,
      paidAt: at,
      state: applicationState(
        { ...facts, status: 'approved', isListingPaid: true, isWaiting: true },
        'listing',
        '2026-11-20',
      ),
    },
    { identity: 'current us', listing: 'done', published: 'current us' },
  ],
  [
    'lapsed',
    {
      ...approved,
      paidAt: at,
      publishedAt: at,
      state: applicationState({ ...facts, status: 'approved', registerStatus: 'lapsed' }, 'listing', '2026-11-20'),
    },
    { listing: 'current you', published: 'done' },
  ],
  [
    'more is needed',
    { evidence: { wanted: 3, answered: 3, moreNeeded: 1, sentAt: at, deletedAt: null } },
    { evidence: 'current you', assessment: 'current us' },
  ],
  [
    'all sent',
    { evidence: { wanted: 3, answered: 3, moreNeeded: 0, sentAt: at, deletedAt: null } },
    { evidence: 'done' },
  ],
  [
    'documents deleted, and the rest does not apply',
    { evidence: { wanted: 3, answered: 3, moreNeeded: 0, sentAt: at, deletedAt: at } },
    { evidence: 'current you' },
  ],
  [
    'a refusal is intended',
    { assessment: { status: 'notice', outcome: null, decidedAt: null, answerUntil: at } },
    { assessment: 'current you', decision: 'later' },
  ],
  [
    'refused',
    { assessment: { status: 'decided', outcome: 'refuse', decidedAt: at, answerUntil: null } },
    { evidence: 'done', assessment: 'done', decision: 'ended' },
  ],
] as [string, Partial<StepFacts>, Record<string, string>][])('%s', (_, given, expected) => {
  expect(states(given)).toMatchObject(expected)
})

test('what is over shows what was done, how it ended, and nothing to come', () => {
  const rejected = applicationState({ ...facts, status: 'rejected' }, 'listing', '2026-11-20')
  const decision = { kind: 'rejected', at, isByRegistry: false } as const
  expect(states({ state: rejected, decision })).toEqual({ submitted: 'done', identity: 'done', eligibility: 'ended' })
  expect(states({ withdrawnAt: at }).eligibility).toBe('ended')
})

test('nothing is expected that is neither promised nor measured', () => {
  const expected = (given: Partial<StepFacts>) =>
    stepsOf({ ...start, ...given }).flatMap((step) => (step.expected ? [[step.id, step.expected]] : []))
  expect(expected({})).toEqual([['eligibility', '2026-11-20T13:00:00.000Z']])
  const medians = { decision: { days: 2, cases: 12 }, assessment: { days: 10, cases: 12 } }
  expect(expected({ ...approved, medians })).toEqual([['decision', '2026-11-30T09:00:00.000Z']])
  const late = stepsOf({ ...start, medians, now: new Date('2026-11-21T10:00:00Z') })[2]!.text
  expect(late).toContain('We are late')
  expect(late).toContain('took 2 days or less')
})
