import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import type Stripe from 'stripe'
import { until } from '#test/until.ts'
import {
  awardRequest,
  listingRequest,
  must,
  openPage,
  openSandboxFixture,
  press,
  type SandboxFixture,
} from './sandbox-fixture.ts'

let world: SandboxFixture
beforeAll(async () => {
  world = await openSandboxFixture()
})
beforeEach(() => {
  world.received.length = 0
  world.state.time = new Date('2026-11-21T12:00:00Z')
})
afterAll(() => world.close())

async function buyListing(changes: Parameters<typeof listingRequest>[0] = {}) {
  const payments = world.payments()
  const { sessionId } = must(await payments.createCheckoutSession(listingRequest(changes)))
  await world.sandbox.controls.paySession(sessionId)
  return must(await payments.retrieveCheckoutSession(sessionId))
}

function lastOf<T extends Stripe.Event.Type>(type: T) {
  const events = world.received.filter((event) => event.type === type)
  return events.at(-1) as Extract<Stripe.Event, { type: T }>
}

test('a renewal begins the next year and charges the card', async () => {
  const { subscriptionId } = await buyListing()
  await world.sandbox.controls.renewSubscription(subscriptionId!)
  await world.receiveEvents('invoice.paid', 'invoice.paid', 'customer.subscription.updated')
  const cycle = world.received.find(
    (event) => event.type === 'invoice.paid' && event.data.object.billing_reason === 'subscription_cycle',
  )
  expect(cycle).toBeDefined()
  expect(must(await world.payments().retrieveSubscription(subscriptionId!))).toMatchObject({
    status: 'active',
    currentPeriodEnd: '2028-11-21T12:00:00.000Z',
  })
})

test('a renewal that fails leaves the listing past due, and the portal puts it right', async () => {
  const { subscriptionId, customerId } = await buyListing()
  await world.sandbox.controls.failRenewal(subscriptionId!)
  await world.receiveEvents('invoice.payment_failed', 'payment_intent.payment_failed', 'customer.subscription.updated')
  expect(lastOf('customer.subscription.updated').data.previous_attributes).toMatchObject({ status: 'active' })
  expect(must(await world.payments().retrieveSubscription(subscriptionId!)).status).toBe('past_due')

  const { url } = must(
    await world.payments().createPortalSession({ customerId: customerId!, returnUrl: 'http://127.0.0.1:9/back' }),
  )
  const page = await openPage(url)
  expect(page.html).toContain('Payment overdue')
  await press(url, { token: page.token, subscription: subscriptionId!, action: 'card' })
  expect(must(await world.payments().retrieveSubscription(subscriptionId!)).status).toBe('active')
  await world.receiveEvents('invoice.paid', 'invoice.paid')
})

test('a renewal by bank debit is under way for three days, and then comes or is refused', async () => {
  const payments = world.payments()
  const { sessionId } = must(await payments.createCheckoutSession(listingRequest()))
  await world.sandbox.controls.completeUnpaid(sessionId)
  await world.sandbox.controls.settleDelayed(sessionId, 'paid')
  const { subscriptionId: id } = must(await payments.retrieveCheckoutSession(sessionId))
  const latest = async () => {
    const { status, latestInvoiceId } = must(await payments.retrieveSubscription(id!))
    return { status, invoice: must(await payments.retrieveInvoice(latestInvoiceId!)) }
  }
  // By itself, as falls due.
  world.state.time = new Date('2027-11-21T12:00:01Z')
  await until(async () => (await latest()).invoice.isUnderWay)
  expect(await latest()).toMatchObject({
    status: 'active',
    invoice: { status: 'open', isUnderWay: true, paidPence: 0 },
  })
  world.state.time = new Date('2027-11-24T12:00:02Z')
  await until(async () => (await latest()).invoice.status === 'paid')
  expect(await latest()).toMatchObject({ status: 'active', invoice: { status: 'paid', isUnderWay: false } })

  world.state.time = new Date('2028-11-21T11:59:00Z')
  await world.sandbox.controls.renewSubscription(id!)
  await world.sandbox.controls.settleRenewal(id!, 'failed')
  expect(await latest()).toMatchObject({ status: 'past_due', invoice: { status: 'open', isUnderWay: false } })
  await world.sandbox.controls.retryRenewal(id!, 'on-file')
  expect(await latest()).toMatchObject({ status: 'past_due', invoice: { status: 'open', isUnderWay: true } })
  expect(world.sandbox.controls.retryRenewal(crypto.randomUUID(), 'on-file')).rejects.toThrow('No such')
  await world.sandbox.controls.settleRenewal(id!, 'paid')
  expect(await latest()).toMatchObject({ status: 'active', invoice: { status: 'paid', isUnderWay: false } })
  expect(world.sandbox.controls.settleRenewal(id!, 'paid')).rejects.toThrow('waits for no debit')
  expect(world.sandbox.controls.retryRenewal(id!, 'on-file')).rejects.toThrow('Nothing is overdue')
})

test('a free first year renews by itself at its end, and ends where no card was ever given', async () => {
  const payments = world.payments()
  must(await payments.ensureCoupon({ id: 'LAUNCH100', percentOff: 100, duration: 'once', name: 'First year free' }))
  const { subscriptionId } = await buyListing({ discount: { couponId: 'LAUNCH100' } })
  world.state.time = new Date('2027-11-21T12:00:01Z')
  await world.receiveEvents('invoice.payment_failed', 'customer.subscription.updated')
  expect(lastOf('invoice.payment_failed').data.object).toMatchObject({ amount_due: 4_900, status: 'open' })
  expect(must(await payments.retrieveSubscription(subscriptionId!)).status).toBe('past_due')
  world.state.time = new Date('2027-12-13T12:00:01Z')
  await world.receiveEvents('customer.subscription.deleted')
  expect(must(await payments.retrieveSubscription(subscriptionId!)).status).toBe('canceled')
})

test('the portal ends a subscription at the end of its period, and resumes it', async () => {
  const payments = world.payments()
  const { subscriptionId, customerId } = await buyListing()
  const { url } = must(
    await payments.createPortalSession({ customerId: customerId!, returnUrl: 'http://127.0.0.1:9/back' }),
  )
  const { token, html } = await openPage(url)
  expect(html).toContain('Annual Listing')
  expect(html).toContain('Harbour Lights Festival Ltd')
  const fields = { token, subscription: subscriptionId!, action: 'cancel' }
  expect((await press(url, fields, { origin: 'https://elsewhere.example' })).status).toBe(403)
  expect((await press(url, { ...fields, token: 'x' })).status).toBe(403)
  expect(must(await payments.retrieveSubscription(subscriptionId!)).cancelAtPeriodEnd).toBe(false)

  await press(url, fields)
  const receiveEvents = await world.receiveEvents('customer.subscription.updated')
  const stopped = receiveEvents.find((event) => event.type === 'customer.subscription.updated')
  // As Stripe's portal notes it in flexible billing mode.
  expect(stopped!.data.object).toMatchObject({
    cancel_at_period_end: false,
    cancel_at: Date.parse('2027-11-21T12:00:00Z') / 1000,
  })
  expect(must(await payments.retrieveSubscription(subscriptionId!)).cancelAtPeriodEnd).toBe(true)
  expect((await openPage(url)).html).toContain('Ends on 21 November 2027; it does not renew')
  await press(url, { ...fields, action: 'resume' })
  expect(must(await payments.retrieveSubscription(subscriptionId!)).cancelAtPeriodEnd).toBe(false)

  await press(url, fields)
  world.state.time = new Date('2027-11-21T12:00:00Z')
  await world.receiveEvents('customer.subscription.deleted')
  expect((await openPage(url)).html).toContain('This page has expired')
})

test('the portal of one customer does not touch the subscription of another', async () => {
  const payments = world.payments()
  const mine = await buyListing()
  const theirs = await buyListing()
  const { url } = must(
    await payments.createPortalSession({ customerId: mine.customerId!, returnUrl: 'http://127.0.0.1:9/back' }),
  )
  const { token, html } = await openPage(url)
  expect(html).not.toContain(theirs.subscriptionId!)
  const answer = await press(url, { token, subscription: theirs.subscriptionId!, action: 'cancel' })
  expect(answer.status).toBe(403)
  expect(must(await payments.retrieveSubscription(theirs.subscriptionId!)).cancelAtPeriodEnd).toBe(false)
})

test('refunds in parts and in full are told, and never exceed what was paid', async () => {
  const { paymentIntentId } = await buyListing(awardRequest())
  const { controls } = world.sandbox
  await controls.refund(paymentIntentId!, 5_000)
  await world.receiveEvents('charge.refunded', 'refund.created')
  expect(lastOf('charge.refunded').data.object).toMatchObject({
    amount_refunded: 5_000,
    refunded: false,
    payment_intent: paymentIntentId,
  })
  await expect(controls.refund(paymentIntentId!, 15_000)).rejects.toThrow('greater')
  await controls.refund(paymentIntentId!)
  await world.receiveEvents('charge.refunded', 'charge.refunded')
  expect(lastOf('charge.refunded').data.object).toMatchObject({ amount_refunded: 19_900, refunded: true })
  await expect(controls.refund(paymentIntentId!)).rejects.toThrow('already')
})

test('a dispute opens, is told, and closes', async () => {
  const { paymentIntentId } = await buyListing()
  const { controls } = world.sandbox
  const dispute = await controls.openDispute(paymentIntentId!)
  await world.receiveEvents('charge.dispute.created')
  expect(lastOf('charge.dispute.created').data.object).toMatchObject({ payment_intent: paymentIntentId, amount: 4_900 })
  await controls.closeDispute(dispute.id, 'won')
  await world.receiveEvents('charge.dispute.closed', 'charge.dispute.funds_reinstated')
  expect(lastOf('charge.dispute.closed').data.object.status).toBe('won')
})

test('an open session expires by itself after a day', async () => {
  const { sessionId } = must(await world.payments().createCheckoutSession(awardRequest()))
  world.state.time = new Date('2026-11-22T12:00:00Z')
  await world.receiveEvents('checkout.session.expired')
  expect(await world.sandbox.controls.paySession(sessionId)).toBe('not-open')
})

test('a payment that comes days later is told when it comes, or when it does not', async () => {
  const payments = world.payments()
  const { controls } = world.sandbox
  const late = must(await payments.createCheckoutSession(awardRequest()))
  await controls.completeUnpaid(late.sessionId)
  await world.receiveEvents('checkout.session.completed')
  expect(must(await payments.retrieveCheckoutSession(late.sessionId))).toMatchObject({
    status: 'complete',
    paymentStatus: 'unpaid',
  })
  await controls.settleDelayed(late.sessionId, 'paid')
  await world.receiveEvents('checkout.session.async_payment_succeeded')
  expect(must(await payments.retrieveCheckoutSession(late.sessionId)).paymentStatus).toBe('paid')

  const never = must(await payments.createCheckoutSession(awardRequest()))
  await controls.completeUnpaid(never.sessionId)
  await controls.settleDelayed(never.sessionId, 'failed')
  await world.receiveEvents('checkout.session.async_payment_failed')
  expect(must(await payments.retrieveCheckoutSession(never.sessionId)).paymentStatus).toBe('unpaid')
})
