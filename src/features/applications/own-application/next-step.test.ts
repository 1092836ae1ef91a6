import { expect, test } from 'bun:test'
import type { Situation } from '#domain/situations.ts'
import { type NextFacts, nextStep } from './next-step.ts'

const facts = (situation: Situation, more: Partial<NextFacts> = {}): NextFacts => ({
  appId: 'a',
  state: { situation, registerStatus: null, notSold: null, listing: situation === 'payable' ? 'publish' : null },
  isConfirmed: true,
  isAsked: false,
  appealUntil: null,
  mayChange: false,
  evidence: { wanted: 3, answered: 3, moreNeeded: 0 },
  answerUntil: null,
  isRenewalUnpaid: false,
  backUntil: null,
  confirmBy: null,
  isListed: false,
  answerDue: null,
  number: null,
  ...more,
})
const label = (situation: Situation, more?: Partial<NextFacts>) =>
  nextStep(facts(situation, more)).button?.label ?? null

test.each<[Situation, Partial<NextFacts>, string | null]>([
  ['submitted', {}, null],
  ['submitted', { isConfirmed: false }, 'Email me the link again'],
  ['submitted', { isAsked: true }, null],
  ['submitted', { evidence: { wanted: 3, answered: 1, moreNeeded: 0 } }, 'Send your documents'],
  ['rejected', { appealUntil: '2026-12-05T00:00:00Z' }, 'Appeal against this decision'],
  ['rejected', {}, 'Apply again'],
  ['withdrawn', {}, 'Apply again'],
  ['payable', {}, 'Pay for the annual listing'],
  ['payable', { isConfirmed: false }, 'Email me the link again'],
  ['waiting', {}, null],
  ['past', { mayChange: true }, 'Correct the date'],
  ['past', {}, 'Apply for your next event'],
  ['over', {}, 'Apply for your next event'],
  ['over', { isListed: true }, 'Enter the next edition'],
  ['over', { isListed: true, confirmBy: '2027-11-21T12:00:00Z' }, 'Confirm the facts'],
  ['active', { confirmBy: '2027-11-21T12:00:00Z' }, 'Confirm the facts'],
  ['closed', {}, 'Write to us'],
  ['suspended', {}, 'Appeal against this decision'],
  ['active', { number: 'BEAA-2026-ABCDEF' }, 'Download Certificate'],
  ['active', { isRenewalUnpaid: true }, 'Manage Billing'],
  ['active', { evidence: { wanted: 3, answered: 3, moreNeeded: 1 } }, 'Send your documents'],
])('%s with %j: %p', (situation, more, button) => {
  expect(label(situation, more)).toBe(button)
})

test('where there is no button, it says who acts and by when', () => {
  expect(nextStep(facts('submitted', { answerDue: '2026-11-20T13:00:00Z' })).text).toContain(
    '20 November 2026 at 13:00',
  )
  expect(nextStep(facts('submitted', { answerUntil: '2026-11-20T13:00:00Z' })).text).toContain(
    'answer with its link by',
  )
})
