import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
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
afterAll(() => world.close())

describe('a listing bought by subscription', () => {
  test('is paid on the hosted page and told by signed webhooks', async () => {
    const payments = world.payments()
    const request = listingRequest({ metadata: { note: 'spring <fair>' } })
    const started = must(await payments.createCheckoutSession(request))
    expect(started.url).toStartWith(`${world.publicUrl}/sandbox/pay/cs_test_`)
    expect(started.expiresAt).toBe('2026-11-22T12:00:00.000Z')

    const open = must(await payments.retrieveCheckoutSession(started.sessionId))
    expect(open).toMatchObject({ status: 'open', paymentStatus: 'unpaid', amountTotalPence: 4_900, currency: 'gbp' })

    const page = await openPage(started.url)
    expect(page.html).toContain('no money moves, no card is asked for')
    expect(page.html).toContain('Annual Listing')
    expect(page.html).toContain('Pay £49.00')
    expect(page.html).toContain('Renews on 21 November 2027 at £49.00 a year')
    expect(page.html).not.toContain(' style=')
    const answer = await press(started.url, { token: page.token, action: 'pay' })
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe(
      `http://127.0.0.1:9/accreditation/success?session_id=${started.sessionId}&application_id=a1`,
    )

    const paid = must(await payments.retrieveCheckoutSession(started.sessionId))
    expect(paid).toMatchObject({
      status: 'complete',
      paymentStatus: 'paid',
      orderId: request.orderId,
      applicationId: request.applicationId,
      metadata: { note: 'spring <fair>', product: 'listing' },
      currentPeriodEnd: '2027-11-21T12:00:00.000Z',
      paymentIntentId: expect.stringMatching(/^pi_/),
      invoiceId: expect.stringMatching(/^in_/),
    })
    const found = must(await payments.findSubscriptionOfPayment(paid.paymentIntentId!))
    expect(found.subscriptionId).toBe(paid.subscriptionId)
    const subscription = must(await payments.retrieveSubscription(paid.subscriptionId!))
    expect(subscription).toMatchObject({
      status: 'active',
      cancelAtPeriodEnd: false,
      metadata: { order_id: request.orderId },
    })

    const events = await world.receiveEvents(
      'checkout.session.completed',
      'invoice.paid',
      'customer.subscription.created',
      'payment_intent.succeeded',
      'charge.succeeded',
    )
    const invoiceEvent = events.find((event) => event.type === 'invoice.paid')
    expect(invoiceEvent?.data.object).toMatchObject({
      parent: { subscription_details: { subscription: paid.subscriptionId, metadata: { order_id: request.orderId } } },
    })
    expect(world.forged).toBe(0)
  })

  test('costs nothing with a 100% coupon and asks for no card', async () => {
    const payments = world.payments()
    must(await payments.ensureCoupon({ id: 'LAUNCH100', percentOff: 100, duration: 'once', name: 'First year free' }))
    const started = must(await payments.createCheckoutSession(listingRequest({ discount: { couponId: 'LAUNCH100' } })))
    const page = await openPage(started.url)
    expect(page.html).toContain('Start for £0.00')
    expect(page.html).toContain('−£49.00')
    expect(page.html).toContain('at £49.00 a year')
    expect(page.html).not.toContain('Decline the payment')
    await press(started.url, { token: page.token, action: 'pay' })

    const session = must(await payments.retrieveCheckoutSession(started.sessionId))
    expect(session).toMatchObject({
      status: 'complete',
      paymentStatus: 'no_payment_required',
      amountTotalPence: 0,
      amountDiscountPence: 4_900,
      paymentIntentId: null,
    })
    const raw = await world.stripe().subscriptions.retrieve(session.subscriptionId!, { expand: ['latest_invoice'] })
    expect(raw).toMatchObject({
      default_payment_method: null,
      latest_invoice: { total: 0, status: 'paid', subtotal: 4_900 },
    })
  })
})

describe('a one-off award', () => {
  test('declined stays payable, then is paid with the same payment', async () => {
    const payments = world.payments()
    const started = must(await payments.createCheckoutSession(awardRequest()))
    const page = await openPage(started.url)
    const declined = await press(started.url, { token: page.token, action: 'decline' })
    expect(declined.headers.get('location')).toEndWith('?declined')
    const again = await openPage(new URL(declined.headers.get('location')!, started.url).href)
    expect(again.html).toContain('The payment was declined.')
    await world.receiveEvents('payment_intent.payment_failed')
    const open = must(await payments.retrieveCheckoutSession(started.sessionId))
    expect(open).toMatchObject({ status: 'open', paymentStatus: 'unpaid' })

    await press(started.url, { token: again.token, action: 'pay' })
    const paid = must(await payments.retrieveCheckoutSession(started.sessionId))
    expect(paid).toMatchObject({
      status: 'complete',
      paymentStatus: 'paid',
      subscriptionId: null,
      currentPeriodEnd: null,
    })
    expect(paid.paymentIntentId).toBe(open.paymentIntentId)
    const payment = await world.stripe().paymentIntents.retrieve(paid.paymentIntentId!)
    expect(payment).toMatchObject({
      status: 'succeeded',
      amount_received: 19_900,
      metadata: { order_id: paid.orderId! },
    })
  })

  test('pressed ten times at once is charged once', async () => {
    const payments = world.payments()
    const started = must(await payments.createCheckoutSession(awardRequest()))
    const { token } = await openPage(started.url)
    await Promise.all(Array.from({ length: 10 }, () => press(started.url, { token, action: 'pay' })))
    const session = must(await payments.retrieveCheckoutSession(started.sessionId))
    const charges = await world.stripe().charges.list({ customer: session.customerId! })
    expect(charges.data).toHaveLength(1)
    const page = await openPage(started.url)
    expect(page.html).toContain('This order is complete')
    expect(page.token).toBe('')
    const since = new Date(world.state.time.getTime() - 1_000)
    const { events } = must(await payments.listEvents({ types: ['checkout.session.completed'], since }))
    const ofThis = events.filter((event) => (event.data.object as { id: string }).id === started.sessionId)
    expect(ofThis).toHaveLength(1)
  })

  test('is not paid by a post from elsewhere, with another token, or after it expired', async () => {
    const payments = world.payments()
    const started = must(await payments.createCheckoutSession(awardRequest()))
    const other = must(await payments.createCheckoutSession(awardRequest()))
    const { token } = await openPage(started.url)
    const { token: otherToken } = await openPage(other.url)
    const fields = { token, action: 'pay' }
    expect((await press(started.url, fields, { origin: 'https://elsewhere.example' })).status).toBe(403)
    expect((await press(started.url, fields, { origin: 'null', 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await press(started.url, { ...fields, token: otherToken })).status).toBe(403)
    expect((await press(started.url, { action: 'pay' })).status).toBe(403)
    expect(must(await payments.retrieveCheckoutSession(started.sessionId)).status).toBe('open')

    expect(must(await payments.expireCheckoutSession(started.sessionId)).status).toBe('expired')
    await press(started.url, fields)
    expect(must(await payments.retrieveCheckoutSession(started.sessionId))).toMatchObject({
      status: 'expired',
      paymentStatus: 'unpaid',
    })
    expect((await openPage(started.url)).html).toContain('This page has expired')
    expect(await payments.expireCheckoutSession(started.sessionId)).toMatchObject({ failure: 'payments-rejected' })
  })
})

test('one-off and monthly lines are bought together, other mixtures are refused', async () => {
  const payments = world.payments()
  const extras = [
    { name: 'Featured placement', amountPence: 4_900, interval: null, quantity: 1 as const },
    { name: 'Advertising package', amountPence: 24_700, interval: 'month' as const, quantity: 1 as const },
  ]
  const started = must(await payments.createCheckoutSession(listingRequest({ product: 'extras', lines: extras })))
  await world.sandbox.controls.paySession(started.sessionId)
  const session = must(await payments.retrieveCheckoutSession(started.sessionId))
  expect(session).toMatchObject({ amountTotalPence: 29_600, currentPeriodEnd: '2026-12-21T12:00:00.000Z' })
  const renewed = await world.sandbox.controls.renewSubscription(session.subscriptionId!)
  expect(await world.stripe().invoices.retrieve(renewed.latest_invoice as string)).toMatchObject({
    total: 24_700,
    status: 'paid',
  })

  const twoRhythms = [
    extras[1]!,
    { name: 'Annual Listing', amountPence: 4_900, interval: 'year' as const, quantity: 1 as const },
  ]
  expect(await payments.createCheckoutSession(listingRequest({ lines: twoRhythms }))).toMatchObject({
    failure: 'payments-rejected',
  })
  expect(await payments.createCheckoutSession(awardRequest({ lines: extras }))).toMatchObject({
    failure: 'payments-rejected',
  })
  const scriptAddress = awardRequest({ successUrl: 'javascript:alert(1)' })
  expect(await payments.createCheckoutSession(scriptAddress)).toMatchObject({
    failure: 'payments-rejected',
    code: 'url_invalid',
  })
})

test('pages outside the sandbox are left alone, unknown ones are not found', async () => {
  const { sandbox, publicUrl } = world
  expect(await sandbox.handleHosted(new Request(`${publicUrl}/sandbox/other/1`))).toBeNull()
  expect(await sandbox.handleHosted(new Request(`${publicUrl}/events`))).toBeNull()
  expect((await sandbox.handleHosted(new Request(`${publicUrl}/sandbox/pay/cs_test_none`)))!.status).toBe(404)
  expect(
    (await sandbox.handleHosted(new Request(`${publicUrl}/sandbox/pay/cs_test_none`, { method: 'PUT' })))!.status,
  ).toBe(405)
  const styles = await sandbox.handleHosted(new Request(`${publicUrl}/sandbox/assets/payments.css`))
  expect(styles!.headers.get('content-type')).toStartWith('text/css')
})
