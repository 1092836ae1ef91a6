import { describe, expect, test } from 'bun:test'
import { type ApplicationFacts, applicationStatusNames } from './application-facts.ts'
import { applicationState, type IdentityFacts, identityWaits } from './application-state.ts'
import {
  type AccreditAfter,
  type Assurance,
  accreditAfterNames,
  mayBeAccredited,
  publishedStatusOf,
} from './assurance.ts'
import { openDecisions } from './open-decisions.ts'
import {
  afterEvent,
  isAccredited,
  isWithheld,
  type RegisterEvent,
  type RegisterStatus,
  registerStatusAt,
  registerStatusNames,
} from './register-status.ts'
import { situations } from './situations.ts'

const facts: IdentityFacts = {
  isApproved: true,
  isAddressConfirmed: true,
  paidPence: 4900,
  isNumberElsewhere: false,
  isDomainConfirmed: false,
  isIdentityWaived: false,
}

test.each([
  ['paid, confirmed, nobody else of this number', {}, []],
  ['the address is not confirmed', { isAddressConfirmed: false }, ['address']],
  ['nothing was paid', { paidPence: 0 }, ['reviewer']],
  ['somebody else carries the number', { isNumberElsewhere: true }, ['reviewer']],
  ['nothing was paid, but the domain is confirmed', { paidPence: 0, isDomainConfirmed: true }, []],
  [
    'somebody else carries the number, but the domain is confirmed',
    { isNumberElsewhere: true, isDomainConfirmed: true },
    [],
  ],
  ['nothing was paid, but a reviewer waives the check', { paidPence: 0, isIdentityWaived: true }, []],
  ['waived, but the address is not confirmed', { isIdentityWaived: true, isAddressConfirmed: false }, ['address']],
  ['free from a stranger’s mailbox', { paidPence: 0, isAddressConfirmed: false }, ['address', 'reviewer']],
  ['not approved, whatever was proven', { isApproved: false, isIdentityWaived: true }, ['reviewer']],
] as [string, Partial<IdentityFacts>, string[]][])('%s', (_, change, waits) => {
  expect(identityWaits({ ...facts, ...change })).toEqual(waits as never)
})

test('of all sixty-four cases those alone are published that the rule names', () => {
  const both = [true, false]
  for (const isApproved of both)
    for (const isAddressConfirmed of both)
      for (const paidPence of [0, 4900])
        for (const isNumberElsewhere of both)
          for (const isDomainConfirmed of both)
            for (const isIdentityWaived of both) {
              const known = {
                isApproved,
                isAddressConfirmed,
                paidPence,
                isNumberElsewhere,
                isDomainConfirmed,
                isIdentityWaived,
              }
              const isProven = isIdentityWaived || isDomainConfirmed || (paidPence > 0 && !isNumberElsewhere)
              expect({ known, isPublished: identityWaits(known).length === 0 }).toEqual({
                known,
                isPublished: isApproved && isAddressConfirmed && isProven,
              })
            }
})

const [yesterday, today, tomorrow] = ['2026-11-20', '2026-11-21', '2026-11-22'] as const
const either = [true, false]
const combinations: ApplicationFacts[] = applicationStatusNames.flatMap((status) =>
  either.flatMap((isListingPaid) =>
    either.flatMap((isWaiting) =>
      either.flatMap((isCheckoutClosed) =>
        [null, ...registerStatusNames].flatMap((registerStatus) =>
          (['open', 'passed', 'refused'] as const).flatMap((assessment) =>
            [null, tomorrow, yesterday].map((eventDay) => ({
              status,
              isWithdrawn: false,
              isListingPaid,
              isWaiting,
              isCheckoutClosed,
              registerStatus,
              assessment,
              eventDay,
              lapsedOn: null,
            })),
          ),
        ),
      ),
    ),
  ),
)

test.each([
  ['2026-11-21', 'lapsed', 'renew'],
  ['2027-01-20', 'lapsed', 'renew'],
  ['2027-01-21', 'over', null],
] as const)('a listing that lapsed on 21 November comes back by paying on %s: %s', (day, situation, listing) => {
  const facts = combinations.find(
    (each) => each.status === 'approved' && each.registerStatus === 'lapsed' && each.eventDay === yesterday,
  )!
  const lapsed = {
    ...facts,
    isListingPaid: false,
    isCheckoutClosed: false,
    assessment: 'passed',
    lapsedOn: today,
  } as const
  expect(applicationState(lapsed, 'assessment', day)).toMatchObject({ situation, listing })
})

describe('for every combination of facts', () => {
  const cases = combinations.flatMap((facts) => accreditAfterNames.map((after) => ({ facts, after })))
  test.each(cases.map((each) => [JSON.stringify(each), each] as const))('%s', (_, { facts, after }) => {
    const { situation, notSold, listing } = applicationState(facts, after, today)
    const words = situations[situation]
    // Nothing is sold unless it is approved, and money lifts no decision.
    expect(notSold === null).toBe(
      facts.status === 'approved' &&
        !isWithheld(facts.registerStatus) &&
        facts.assessment !== 'refused' &&
        !facts.isCheckoutClosed &&
        !(facts.eventDay === yesterday && (facts.registerStatus === null || facts.registerStatus === 'lapsed')),
    )
    // Nothing is published or approved that is refused or over, and who has a conflict decides nothing.
    const open = openDecisions(facts, today)
    const isBarred = facts.assessment === 'refused' || facts.eventDay === yesterday
    expect([open.approve === null, open.reject === null, open.publish === null]).toEqual([
      facts.status === 'submitted' && !isBarred,
      facts.status === 'submitted',
      facts.status === 'approved' && !isBarred,
    ])
    expect(open.assess).toBe(facts.status === 'rejected' ? 'rejected' : null)
    const conflicted = openDecisions(facts, today, true)
    expect([conflicted.approve, conflicted.reject, conflicted.assess]).not.toContain(null)
    if (listing)
      expect([facts.isListingPaid, notSold, isAccredited(facts.registerStatus)]).toEqual([false, null, false])
    // The words and the buttons say what is so.
    expect(situation === 'active').toBe(isAccredited(facts.registerStatus))
    expect(words.certificate === 'ready').toBe(isAccredited(facts.registerStatus))
    expect(/complete\.$|is accredited/.test(words.lead + words.notice.title)).toBe(situation === 'active')
    if (listing) expect(words.notice.text + words.lead).not.toContain('nothing more to pay')
    if (situation === 'payable' || situation === 'listable') expect(listing).toBe('publish')
    // What is promised of a payment is what it does.
    if (situation === 'payable') expect(after === 'listing' || facts.assessment === 'passed').toBe(true)
    if (situation === 'listed') expect(facts.registerStatus).toBe('listed')
    if (situation === 'refused') expect([facts.registerStatus, facts.assessment]).toContain('refused')
    if (situation === 'listed' || situation === 'refused') {
      expect(words.lead).toMatch(/not accredited/)
      expect(listing).toBeNull()
    }
    if (situation === 'closed') expect(listing).toBeNull()
    if (situation === 'lapsed' && facts.status === 'approved') expect([listing, facts.assessment]).toContain('renew')
    if (situation === 'waiting' || situation === 'publishing') expect(words.next.to).toBe('order')
  })
})

/** The authority's choice, which each walk sets. */
let after: AccreditAfter = 'listing'

/** What decides over one application, as its events leave it. `stored` and `runs`: its entry's status, and whether its time still runs. */
type Model = {
  status: ApplicationFacts['status']
  isWithdrawn: boolean
  payment: 'none' | 'paid' | 'disputed'
  isConfirmed: boolean
  isIdentityWaived: boolean
  isClosed: boolean
  assurance: Assurance
  /** Its latest assessment was refused. */
  isRefused: boolean
  isPast: boolean
  stored: RegisterStatus | null
  runs: boolean
}

const now = new Date('2026-11-21T12:00:00Z')
const validUntil = ({ runs }: Model) => new Date(now.getTime() + (runs ? 1 : -1))

function factsOf(model: Model): ApplicationFacts {
  const { status, payment, isClosed, stored } = model
  return {
    status,
    isWithdrawn: model.isWithdrawn,
    isListingPaid: payment !== 'none',
    isWaiting: payment === 'paid' && stored === null,
    isCheckoutClosed: isClosed,
    registerStatus: stored && registerStatusAt(stored, validUntil(model), now),
    assessment: model.isRefused ? 'refused' : model.assurance === 'assessed' ? 'passed' : 'open',
    eventDay: model.isPast ? yesterday : today,
    lapsedOn: null,
  }
}

/** The rule of decision 0052, after everything that can complete it. */
function publishing(model: Model, paidPence = 0): Model {
  if (model.stored !== null || model.payment !== 'paid') return model
  const { isConfirmed: isAddressConfirmed, isIdentityWaived } = model
  const facts = { isApproved: model.status === 'approved', isAddressConfirmed, isIdentityWaived, paidPence }
  const waits = identityWaits({ ...facts, isNumberElsewhere: false, isDomainConfirmed: false })
  const stored = publishedStatus(model)
  const isOpen = openDecisions(factsOf(model), today).publish === null
  return isOpen && waits.length === 0 ? { ...model, stored, runs: true } : model
}

function happens(model: Model, event: RegisterEvent, changes: Partial<Model>): Model | null {
  if (model.stored === null) return { ...model, ...changes }
  const step = afterEvent(event, model.stored, publishedStatus({ ...model, ...changes }))
  return step && { ...model, ...changes, stored: step.to }
}

const publishedStatus = ({ assurance, isRefused }: Model) => publishedStatusOf({ assurance, isRefused }, after)

/** As `setAssurance` does it. */
function assure(model: Model, assurance: Assurance): Model | null {
  if (model.assurance === assurance || model.isRefused) return null
  const next = { ...model, assurance }
  const [was, is] = [mayBeAccredited(model.assurance, after), mayBeAccredited(assurance, after)]
  return (was !== is && model.stored && happens(next, is ? 'assure' : 'unassure', {})) || next
}

const isOpen = ({ status, isWithdrawn }: Model) => status === 'submitted' && !isWithdrawn

/** What ends a paid time. */
const lapses = ['refund', 'refundForCause', 'dispute', 'lose']

/** @returns null where no button or event leads there. */
const events: Record<string, (model: Model) => Model | null> = {
  approve: (model) =>
    openDecisions(factsOf(model), today).approve === null ? publishing({ ...model, status: 'approved' }) : null,
  reject: (model) => (isOpen(model) ? { ...model, status: 'rejected' } : null),
  withdraw: (model) =>
    model.status === 'approved' && model.payment === 'none' && model.stored === null
      ? { ...model, status: 'submitted' }
      : null,
  withdrawOwn: (model) =>
    model.status !== 'rejected' && !model.isWithdrawn && model.payment === 'none' && model.stored === null
      ? { ...model, status: 'submitted', isWithdrawn: true }
      : null,
  confirmAddress: (model) => publishing({ ...model, isConfirmed: true }),
  waiveIdentity: (model) => (model.status === 'approved' ? publishing({ ...model, isIdentityWaived: true }) : null),
  pay: (model) => pay(model, 4900),
  payNothing: (model) => pay(model, 0),
  refund: (model) => (model.payment === 'paid' ? happens(model, 'lapse', { payment: 'none', runs: false }) : null),
  refundForCause: (model) =>
    model.payment === 'paid' ? happens(model, 'lapse', { payment: 'none', runs: false, isClosed: true }) : null,
  dispute: (model) => (model.payment === 'paid' ? happens(model, 'lapse', { payment: 'disputed', runs: false }) : null),
  win: (model) =>
    model.payment === 'disputed' ? publishing(happens(model, 'pay', { payment: 'paid', runs: true })!) : null,
  lose: (model) => (model.payment === 'disputed' ? happens(model, 'lapse', { payment: 'none', runs: false }) : null),
  renewalFails: (model) => (model.payment === 'paid' ? { ...model, payment: 'none', runs: false } : null),
  suspend: (model) => (model.stored ? happens(model, 'suspend', {}) : null),
  reinstate: (model) => (model.stored ? happens(model, 'reinstate', {}) : null),
  revoke: (model) => (model.stored ? happens(model, 'revoke', {}) : null),
  findDeclared: (model) => assure(model, 'declared'),
  findEvidence: (model) => assure(model, 'evidence'),
  findAssessed: (model) => assure(model, 'assessed'),
  refuse: (model) => {
    if (model.isRefused) return null
    const refused = { ...model, assurance: 'declared', isRefused: true } as const
    return (refused.stored && happens(refused, 'refuse', {})) || refused
  },
  upholdAppeal: (model) => {
    if (!model.isRefused) return null
    const open = { ...model, isRefused: false }
    return publishing((open.stored === 'refused' && happens(open, 'reopen', {})) || open)
  },
  dayPasses: (model) => (model.isPast ? null : { ...model, isPast: true }),
  openCheckout: (model) => (model.isClosed ? { ...model, isClosed: false } : null),
}

function pay(model: Model, pence: number): Model | null {
  // Only where the checkout offers it.
  if (applicationState(factsOf(model), after, today).listing === null) return null
  const paid = happens(model, 'pay', { payment: 'paid', runs: true })
  return paid && publishing(paid, pence)
}

test.each(accreditAfterNames)('every order of events keeps the promises, accredited after %s', (choice) => {
  after = choice
  const start: Model = {
    status: 'submitted',
    isWithdrawn: false,
    payment: 'none',
    isConfirmed: false,
    isIdentityWaived: false,
    isClosed: false,
    assurance: 'declared',
    isRefused: false,
    isPast: false,
    stored: null,
    runs: false,
  }
  // From every state that can be reached, every event: that is every order, of any length.
  const seen = new Map([[JSON.stringify(start), start]])
  for (const model of seen.values()) {
    for (const [event, apply] of Object.entries(events)) {
      const next = apply(model)
      if (!next) continue
      const { registerStatus } = factsOf(next)
      const where = `${event} after ${JSON.stringify(model)}`
      // Nothing is accredited unpaid, and nothing is published undecided, unpaid or unconfirmed.
      if (isAccredited(registerStatus)) {
        expect(next.payment, where).toBe('paid')
        expect(mayBeAccredited(next.assurance, after), where).toBe(true)
      }
      // What was checked far enough does not wait.
      if (next.stored === 'listed') expect(mayBeAccredited(next.assurance, after), where).toBe(false)
      // What was refused is called neither accredited nor under way, and nothing else is called refused.
      if (next.isRefused) expect(['active', 'listed'], where).not.toContain(next.stored)
      if (next.stored === 'refused') expect(next.isRefused, where).toBe(true)
      if (next.stored !== null && model.stored === null) {
        expect([next.status, next.payment, next.isConfirmed], where).toEqual(['approved', 'paid', true])
        expect([next.isRefused, next.isPast], where).toEqual([false, false])
      }
      // A decision of the admin area is lifted there alone.
      if (isWithheld(model.stored) && next.stored !== model.stored)
        expect(
          model.stored === 'refused' ? [...lapses, 'suspend', 'revoke', 'upholdAppeal'] : ['reinstate', 'revoke'],
          where,
        ).toContain(event)
      if (model.stored !== null) expect(next.stored, where).not.toBeNull()
      if (model.isWithdrawn)
        expect([next.isWithdrawn, next.status, next.payment], where).toEqual([true, 'submitted', 'none'])
      if (model.status === 'rejected') expect(next.status, where).toBe('rejected')
      seen.set(JSON.stringify(next), next)
    }
  }
  const reached = new Set([...seen.values()].map((model) => applicationState(factsOf(model), after, today).situation))
  const others = after === 'listing' ? ['listable', 'listed'] : []
  const all = Object.keys(situations).filter((each) => !others.includes(each))
  expect([...reached].sort()).toEqual(all.sort() as never)
})
