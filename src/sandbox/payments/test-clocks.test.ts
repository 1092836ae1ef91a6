import { afterAll, expect, test } from 'bun:test'
import { listingRequest, must, openSandboxFixture } from './sandbox-fixture.ts'

const fixture = await openSandboxFixture()
afterAll(fixture.close)

const seconds = (time: string) => Date.parse(time) / 1000

test('a year passes by a test clock, through the official SDK, for its own customers alone', async () => {
  const stripe = fixture.stripe()
  const clock = await stripe.testHelpers.testClocks.create({
    frozen_time: seconds('2028-02-29T12:00:00Z'),
    name: 'Leap',
  })
  const { id: customerId } = await stripe.customers.create({ name: 'Leap Ltd', test_clock: clock.id })
  const payments = fixture.payments()
  const begun = must(await payments.createCheckoutSession(listingRequest({ customerId })))
  const other = must(await payments.createCheckoutSession(listingRequest()))
  for (const { sessionId } of [begun, other]) await fixture.sandbox.controls.paySession(sessionId)
  const { subscriptionId, currentPeriodEnd } = must(await payments.retrieveCheckoutSession(begun.sessionId))
  expect(currentPeriodEnd).toBe('2029-02-28T12:00:00.000Z')
  const advance = (time: string) => stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: seconds(time) })
  expect((await advance('2029-02-28T11:59:00Z')).status).toBe('advancing')
  expect((await stripe.testHelpers.testClocks.retrieve(clock.id)).status).toBe('ready')
  const billed = async () => (await stripe.invoices.list({ subscription: subscriptionId!, limit: 10 })).data.length
  expect(await billed()).toBe(1)
  // Two renewals are due on the way.
  await advance('2030-03-01T00:00:00Z')
  expect(await billed()).toBe(3)
  expect((await stripe.invoices.list({ limit: 10 })).data).toHaveLength(4)
  expect(advance('2030-01-01T00:00:00Z')).rejects.toThrow('only moves forward')
  await fixture.receiveEvents('test_helpers.test_clock.ready', 'invoice.paid')
}, 20_000)
