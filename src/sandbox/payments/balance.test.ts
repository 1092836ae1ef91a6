import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import { awardRequest, listingRequest, must, openSandboxFixture, type SandboxFixture } from './sandbox-fixture.ts'

let world: SandboxFixture
beforeAll(async () => {
  world = await openSandboxFixture()
})
beforeEach(() => {
  world.received.length = 0
  world.state.time = new Date('2026-11-20T12:00:00Z')
})
afterAll(() => world.close())

async function buy(request = awardRequest()) {
  const { sessionId } = must(await world.payments().createCheckoutSession(request))
  await world.sandbox.controls.paySession(sessionId)
  return must(await world.payments().retrieveCheckoutSession(sessionId)).paymentIntentId!
}

const movesOf = async (source: string) => (await world.stripe().balanceTransactions.list({ source })).data

test('a card payment moves the balance by its amount less 1.5 % and 20p, and names the card', async () => {
  const payment = await world.stripe().paymentIntents.retrieve(await buy(), {
    expand: ['latest_charge.balance_transaction'],
  })
  expect(payment.latest_charge).toMatchObject({
    payment_method_details: { type: 'card', card: { last4: '4242' } },
    balance_transaction: {
      type: 'charge',
      reporting_category: 'charge',
      amount: 19_900,
      fee: 319,
      fee_details: [{ amount: 319, type: 'stripe_fee' }],
      net: 19_581,
      status: 'pending',
      // Three working days after a Friday.
      available_on: Date.parse('2026-11-25T00:00:00Z') / 1000,
    },
  })
})

test('a bank debit costs 1 % and has no card', async () => {
  const { sessionId } = must(await world.payments().createCheckoutSession(listingRequest()))
  await world.sandbox.controls.completeUnpaid(sessionId)
  await world.sandbox.controls.settleDelayed(sessionId, 'paid')
  const { paymentIntentId } = must(await world.payments().retrieveCheckoutSession(sessionId))
  const [charge] = (await world.stripe().charges.list({ payment_intent: paymentIntentId! })).data
  expect(charge!.payment_method_details).toEqual({
    type: 'bacs_debit',
    bacs_debit: { fingerprint: null, last4: '2345', sort_code: '108800', mandate: null },
  } as never)
  expect(await movesOf(charge!.id)).toMatchObject([{ type: 'payment', amount: 4_900, fee: 49, net: 4_851 }])
})

test('a refund leaves the balance without its fee, and one that fails comes back', async () => {
  const { controls } = world.sandbox
  const refund = await controls.refund(await buy(), 5_000)
  expect(await movesOf(refund.id)).toMatchObject([{ type: 'refund', amount: -5_000, fee: 0, net: -5_000 }])
  const failed = await controls.failRefund(refund.id)
  expect(await movesOf(refund.id)).toMatchObject([
    { id: failed.failure_balance_transaction as string, type: 'refund_failure', net: 5_000 },
    { id: refund.balance_transaction as string },
  ])
})

test('a dispute takes the money and £20, won on appeal it brings back the money alone', async () => {
  const { controls } = world.sandbox
  const { id } = await controls.openDispute(await buy(), { reason: 'product_not_received' })
  await controls.closeDispute(id, 'lost')
  await controls.updateDispute(id, 'won')
  await world.receiveEvents(
    'charge.dispute.created',
    'charge.dispute.funds_withdrawn',
    'charge.dispute.closed',
    'charge.dispute.funds_reinstated',
  )
  expect(await world.stripe().disputes.retrieve(id)).toMatchObject({
    amount: 19_900,
    reason: 'product_not_received',
    evidence_details: { due_by: Date.parse('2026-12-04T12:00:00Z') / 1000 },
    status: 'won',
    balance_transactions: [
      { type: 'adjustment', reporting_category: 'dispute', amount: -19_900, fee: 2_000, net: -21_900 },
      { type: 'adjustment', reporting_category: 'dispute_reversal', amount: 19_900, fee: 0 },
    ],
  })
})

test('an early warning takes nothing before it becomes a dispute', async () => {
  const { controls } = world.sandbox
  const { id } = await controls.openDispute(await buy(), { status: 'warning_needs_response' })
  expect(await movesOf(id)).toEqual([])
  await controls.updateDispute(id, 'needs_response')
  expect(await movesOf(id)).toMatchObject([{ net: -21_900 }])
})

test('what is available is paid out once a day, with its parts, and arrives on the next working day', async () => {
  const earlier = await world.sandbox.controls.payOut()
  if (earlier) {
    await world.sandbox.controls.settlePayout(earlier.id, 'paid')
    await world.receiveEvents('payout.created', 'payout.paid')
  }
  world.received.length = 0
  const first = await buy()
  await world.sandbox.controls.refund(first, 900)
  world.state.time = new Date('2026-11-25T09:00:00Z')
  await world.receiveEvents('payout.created')
  const [payout] = (
    await world
      .stripe()
      .payouts.list({ status: 'in_transit', created: { gte: Date.parse('2026-11-25T00:00:00Z') / 1000 } })
  ).data
  expect(payout).toMatchObject({
    amount: 18_681,
    automatic: true,
    arrival_date: Date.parse('2026-11-26T00:00:00Z') / 1000,
  })
  const parts = await world.stripe().balanceTransactions.list({ payout: payout!.id, expand: ['data.source'] })
  expect(parts.data.map(({ type, net }) => [type, net])).toEqual([
    ['payout', -18_681],
    ['refund', -900],
    ['charge', 19_581],
  ])
  expect(parts.data.at(-1)!.source).toMatchObject({ object: 'charge', payment_intent: first })
  world.state.time = new Date('2026-11-26T00:00:01Z')
  await world.receiveEvents('payout.paid')
  expect(await world.stripe().payouts.retrieve(payout!.id)).toMatchObject({
    status: 'paid',
    reconciliation_status: 'completed',
  })
})

test('a payout that fails goes out again with the next', async () => {
  const { controls } = world.sandbox
  await controls.payOut()
  await buy()
  const payout = await controls.payOut()
  await controls.settlePayout(payout!.id, 'failed')
  await world.receiveEvents('payout.failed')
  const failed = await world.stripe().payouts.retrieve(payout!.id, { expand: ['failure_balance_transaction'] })
  expect(failed).toMatchObject({
    status: 'failed',
    failure_code: 'account_closed',
    failure_balance_transaction: { type: 'payout_failure', net: 19_581 },
  })
  expect((await controls.payOut())!.amount).toBe(19_581)
  expect(await controls.payOut()).toBeNull()
})

test('balance transactions are listed page by page, newest first, and by time', async () => {
  const wanted = { created: { gte: Math.floor(Date.parse('2026-11-20T00:00:00Z') / 1000) }, type: 'charge' }
  await buy()
  const all = await world
    .stripe()
    .balanceTransactions.list({ ...wanted, limit: 1 })
    .autoPagingToArray({ limit: 100 })
  expect(all.length).toBeGreaterThan(2)
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
  const none = await world.stripe().balanceTransactions.list({ created: { lt: 1_000 } })
  expect(none).toMatchObject({ data: [], has_more: false })
})
