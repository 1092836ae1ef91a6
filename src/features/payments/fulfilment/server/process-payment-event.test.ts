import { beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { startCheckout } from '#features/payments/checkout/server/start-checkout.ts'
import { refundOrder } from '#features/payments/refunds/server/refund-order.ts'
import { funnelOfFile, ready, sessionOf } from '#features/payments/server/funnel-fixture.ts'
import { lapseExpired } from '#features/register/server/end-entry.ts'
import type { PaymentEvent } from '#providers/payments/payments.ts'
import { addApplication } from '#test/add-application.ts'
import { emptyTables } from '#test/empty-tables.ts'
import { randomOf, shuffled } from '#test/shuffle.ts'
import { waiveIdentityCheck } from '#test/waive-identity-check.ts'
import { fulfilCheckout } from './fulfil-checkout.ts'
import { listDiscrepancies } from './queries.ts'

// Many of these hear the same news in two dozen orders: a busy machine needs its time.
setDefaultTimeout(60_000)

const funnel = await funnelOfFile()
beforeEach(async () => {
  funnel.state.time = new Date('2026-11-21T12:00:00Z')
  funnel.logged.length = 0
  await emptyTables(
    funnel.sql,
    'register_history, register_entries, payment_events, payment_discrepancies, order_refunds, orders, applications, organisations, mails, sandbox.payment_objects, sandbox.payment_deliveries, sandbox.payment_faults cascade',
  )
})

type Bought = Awaited<ReturnType<typeof funnel.open>>

/** Where our books stand: what must not depend on the order in which we hear of things. */
async function books({ id }: Bought) {
  const orders =
    await funnel.sql`select status, paid_at is not null as was_paid from orders where application_id = ${id}`
  const entries = await funnel.sql`
    select register_status(status, valid_until) as register_status, status from register_entries where application_id = ${id}`
  return { orders: [...orders], entries: [...entries] }
}

/** As if nothing had been heard: the order open, the register empty. */
async function forget({ id, sessionId, url }: Bought) {
  await emptyTables(
    funnel.sql,
    'register_history, register_entries, payment_events, payment_discrepancies, order_refunds, mails cascade',
  )
  await funnel.sql`delete from graphile_worker._private_jobs`
  await funnel.sql`delete from coupon_redemptions where order_id in (select id from orders where application_id = ${id})`
  await funnel.sql`
    update orders set status = 'pending', checkout_session_id = ${sessionId}, checkout_url = ${url}, payment_intent_id = null,
      subscription_id = null, paid_at = null, covers_until = null, ended_by_payment = null, payment_failed_at = null,
      renewal_stopped = false, waits_since = null
    where application_id = ${id}`
}

function permutations<T>(items: T[]): T[][] {
  if (items.length < 2) return [items]
  return items.flatMap((item, index) => permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]))
}

/** Every order of a few items; of more, so many orders that differ from run to run no further than their seed. */
function ordersOf<T>(items: T[], max = 24): T[][] {
  if (items.length <= 4) return permutations(items)
  const random = randomOf(20_261_121)
  return Array.from({ length: max }, () => shuffled(items, random))
}

/** Works the events off in every order (of many: in a choice of orders), each of them twice, and expects the same books every time. */
async function expectSameBooks(
  bought: Bought,
  events: PaymentEvent[],
  expected: { order: string; entry: string | null },
) {
  for (const order of ordersOf(events)) {
    await forget(bought)
    for (const event of order) {
      await funnel.take(event)
      await funnel.take(event)
    }
    await funnel.takeWaiting()
    for (const event of order) await funnel.take({ ...event, id: `${event.id}_again` })
    const events = order.map((event) => event.type).join(', ')
    const { orders, entries } = await books(bought)
    expect({ events, orders: orders.map(({ status }) => status) }).toEqual({ events, orders: [expected.order] })
    // Whatever came of it: what was paid has one receipt.
    const receipts = await funnel.mails('order-paid')
    expect({ events, receipts: receipts.length }).toEqual({ events, receipts: orders[0]!.was_paid ? 1 : 0 })
    expect({ events, entries: entries.map(({ register_status }) => register_status) }).toEqual({
      events,
      entries: expected.entry ? [expected.entry] : [],
    })
  }
}

const kinds = [
  'checkout.session.completed',
  'invoice.paid',
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.closed',
  'customer.subscription.deleted',
]

async function paymentOf({ sessionId }: Bought): Promise<string> {
  const session = await funnel.services.payments.retrieveCheckoutSession(sessionId)
  if ('failure' in session || !session.paymentIntentId) throw new Error('Nothing was paid.')
  return session.paymentIntentId
}

async function subscriptionOf({ sessionId }: Bought): Promise<string> {
  const session = await funnel.services.payments.retrieveCheckoutSession(sessionId)
  if ('failure' in session || !session.subscriptionId) throw new Error('There is no subscription.')
  return session.subscriptionId
}

test('a payment publishes one entry, valid to the end of the paid year', async () => {
  const bought = await funnel.open()
  await funnel.controls.paySession(bought.sessionId)
  await expectSameBooks(bought, await funnel.events(...kinds), { order: 'paid', entry: 'active' })
  const [entry] = await funnel.sql`select valid_until, organiser from register_entries`
  expect(entry).toMatchObject({ valid_until: '2027-11-22T12:00:00.000Z', organiser: 'Harbour Lights Festival Ltd' })
})

test('the free first year is booked like a paid one', async () => {
  const bought = await funnel.open('LAUNCH100')
  await waiveIdentityCheck(funnel.sql, bought.id)
  await funnel.controls.paySession(bought.sessionId)
  await expectSameBooks(bought, await funnel.events(...kinds), { order: 'paid', entry: 'active' })
})

test('a refund takes the listing back, whatever is heard first', async () => {
  const bought = await funnel.open()
  await funnel.controls.paySession(bought.sessionId)
  await funnel.controls.refund(await paymentOf(bought))
  await expectSameBooks(bought, await funnel.events(...kinds), { order: 'refunded', entry: 'lapsed' })
})

test('a refunded listing is not billed again', async () => {
  const bought = await funnel.open()
  await funnel.controls.paySession(bought.sessionId)
  const subscription = await subscriptionOf(bought)
  await funnel.controls.refund(await paymentOf(bought))
  const events = await funnel.events(...kinds)
  await funnel.controls.fault('rate-limit', { count: 4, matching: 'DELETE /v1/subscriptions' })
  await expect(Promise.all(events.map((event) => funnel.take(event)))).rejects.toThrow('did not answer')
  await funnel.sql`delete from sandbox.payment_faults`
  await funnel.takeWaiting()
  expect(await funnel.services.payments.retrieveSubscription(subscription)).toMatchObject({ status: 'canceled' })
  // The news of its end change nothing more.
  for (const event of await funnel.events('customer.subscription.deleted')) {
    expect(await funnel.take(event)).toBe('unchanged')
  }
  expect(await funnel.order(bought.id)).toMatchObject({ status: 'refunded' })
})

test('a renewal that is paid hours after the period has ended lapses nothing', async () => {
  const bought = await funnel.open()
  await funnel.controls.paySession(bought.sessionId)
  for (const event of await funnel.events(...kinds)) await funnel.take(event)
  const lapsedAt = async (time: string) => {
    funnel.state.time = new Date(time)
    return await lapseExpired(funnel.services)
  }
  expect(await lapsedAt('2027-11-21T15:00:00Z')).toBe(0)
  await funnel.controls.renewSubscription(await subscriptionOf(bought))
  for (const event of await funnel.events('invoice.paid')) await funnel.take(event)
  expect(await lapsedAt('2027-11-22T15:00:00Z')).toBe(0)
  expect(await lapsedAt('2028-11-21T15:00:00Z')).toBe(0)
  expect(await lapsedAt('2028-11-22T12:00:00Z')).toBe(1)
})

test('part of the money back changes nothing', async () => {
  const bought = await funnel.open()
  await funnel.controls.paySession(bought.sessionId)
  await funnel.controls.refund(await paymentOf(bought), 1_000)
  await expectSameBooks(bought, await funnel.events(...kinds), { order: 'paid', entry: 'active' })
})

test('a dispute rests the listing', async () => {
  const bought = await funnel.open()
  await funnel.controls.paySession(bought.sessionId)
  await funnel.controls.openDispute(await paymentOf(bought))
  await expectSameBooks(bought, await funnel.events(...kinds), { order: 'disputed', entry: 'lapsed' })
  expect(await funnel.start(bought.id)).toEqual({ kind: 'paid' })
})

test.each([
  ['won', { order: 'paid', entry: 'active' }],
  ['lost', { order: 'refunded', entry: 'lapsed' }],
  ['prevented', { order: 'refunded', entry: 'lapsed' }],
] as const)('a dispute that is %s ends in the same books, whatever is heard first', async (outcome, expected) => {
  const bought = await funnel.open()
  await funnel.controls.paySession(bought.sessionId)
  const dispute = await funnel.controls.openDispute(await paymentOf(bought))
  await funnel.controls.closeDispute(dispute.id, outcome)
  await expectSameBooks(bought, await funnel.events(...kinds), expected)
  expect(await funnel.services.payments.retrieveSubscription(await subscriptionOf(bought))).toMatchObject({
    status: outcome === 'won' ? 'active' : 'canceled',
  })
})

test('a dispute stands as the provider says, not as an event said once', async () => {
  const bought = await funnel.open()
  await funnel.controls.paySession(bought.sessionId)
  for (const event of await funnel.events()) await funnel.take(event)
  const dispute = await funnel.controls.openDispute(await paymentOf(bought))
  await funnel.controls.updateDispute(dispute.id, 'warning_needs_response')
  // It speaks of a dispute; by now the provider says that it is an early warning.
  for (const event of await funnel.events('charge.dispute.created')) expect(await funnel.take(event)).toBe('unchanged')
  expect(await books(bought)).toMatchObject({ orders: [{ status: 'paid' }] })
  await funnel.controls.updateDispute(dispute.id, 'needs_response')
  expect(await funnel.take((await funnel.events('charge.dispute.updated')).at(-1)!)).toBe('disputed')
  expect(await books(bought)).toMatchObject({
    orders: [{ status: 'disputed' }],
    entries: [{ register_status: 'lapsed' }],
  })
})

test('a dispute that was lost and is won on appeal brings the listing back', async () => {
  const bought = await funnel.open()
  await funnel.controls.paySession(bought.sessionId)
  const dispute = await funnel.controls.openDispute(await paymentOf(bought))
  await funnel.controls.closeDispute(dispute.id, 'lost')
  for (const event of await funnel.events()) await funnel.take(event)
  expect(await books(bought)).toMatchObject({
    orders: [{ status: 'refunded' }],
    entries: [{ register_status: 'lapsed' }],
  })
  await funnel.controls.updateDispute(dispute.id, 'won')
  const all = await funnel.events()
  for (const event of [...all, ...all.map((event) => ({ ...event, id: `${event.id}_again` }))]) await funnel.take(event)
  // Its subscription was ended when it was lost: it stands to the end of what was paid.
  expect(await books(bought)).toMatchObject({
    orders: [{ status: 'cancelled' }],
    entries: [{ register_status: 'active' }],
  })
  expect(await funnel.mails('order-reinstated')).toHaveLength(1)
})

test('a listing that was given back at the payer’s request is not brought back by a dispute that is won', async () => {
  const bought = await funnel.open()
  await funnel.controls.paySession(bought.sessionId)
  await funnel.controls.refund(await paymentOf(bought))
  for (const event of await funnel.events()) await funnel.take(event)
  const dispute = await funnel.controls.openDispute(await paymentOf(bought))
  await funnel.controls.closeDispute(dispute.id, 'won')
  for (const event of await funnel.events()) await funnel.take(event)
  expect(await books(bought)).toMatchObject({
    orders: [{ status: 'refunded' }],
    entries: [{ register_status: 'lapsed' }],
  })
})

test.each(['refunded', 'disputed'] as const)(
  'an earlier order that is %s ends no listing that a later order pays for',
  async (what) => {
    const first = await funnel.open()
    await funnel.controls.paySession(first.sessionId)
    await funnel.controls.endSubscription(await subscriptionOf(first))
    for (const event of await funnel.events()) await funnel.take(event)
    const second = sessionOf(ready(await funnel.start(first.id)))
    await funnel.controls.paySession(second)
    expect(await fulfilCheckout(funnel.services, second)).toMatchObject({ kind: 'paid' })
    if (what === 'refunded') await funnel.controls.refund(await paymentOf(first))
    else await funnel.controls.openDispute(await paymentOf(first))
    for (const event of await funnel.events()) await funnel.take(event)
    expect(await statusesOf(first.id)).toEqual([what, 'paid'])
    expect((await books(first)).entries).toMatchObject([{ register_status: 'active' }])
    expect(await funnel.mails('entry-lapsed')).toHaveLength(0)
    expect(await funnel.mails(`order-${what}`)).toMatchObject([
      { text_body: expect.stringContaining('a later order pays for its listing') },
    ])
  },
)

test('a subscription that ends at once leaves the listing until the end of what was paid', async () => {
  const bought = await funnel.open()
  await funnel.controls.paySession(bought.sessionId)
  await funnel.controls.endSubscription(await subscriptionOf(bought))
  await expectSameBooks(bought, await funnel.events(...kinds), { order: 'cancelled', entry: 'active' })
  const [entry] = await funnel.sql`select valid_until from register_entries`
  expect(entry!.valid_until).toBe('2027-11-21T12:00:00.000Z')
  expect(await funnel.start(bought.id)).toMatchObject({ kind: 'ready' })
})

test('a subscription that was cancelled for the end of its period lapses the listing then', async () => {
  const bought = await funnel.open()
  await funnel.controls.paySession(bought.sessionId)
  const subscription = await subscriptionOf(bought)
  await funnel.controls.cancelAtPeriodEnd(subscription)
  for (const event of await funnel.events()) await funnel.take(event)
  expect(await funnel.order(bought.id)).toMatchObject({ status: 'paid', renewal_stopped: true })
  funnel.state.time = new Date('2027-11-21T12:00:01Z')
  await funnel.controls.renewSubscription(subscription)
  await expectSameBooks(bought, await funnel.events(...kinds), { order: 'cancelled', entry: 'lapsed' })
  const [entry] = await funnel.sql`select status_reason from register_entries`
  expect(entry!.status_reason).toBe('The annual listing has ended.')
  expect(await funnel.mails('entry-lapsed')).toMatchObject([
    { text_body: expect.stringContaining('The annual listing has ended.') },
  ])
})

test('a paid renewal extends the entry by its year, once', async () => {
  const bought = await funnel.open()
  await funnel.controls.paySession(bought.sessionId)
  // Just before the sandbox would renew it by itself.
  funnel.state.time = new Date('2027-11-21T11:59:00Z')
  await funnel.controls.renewSubscription(await subscriptionOf(bought))
  await expectSameBooks(bought, await funnel.events(...kinds), { order: 'paid', entry: 'active' })
  const [entry] = await funnel.sql`select valid_until from register_entries`
  expect(entry!.valid_until).toStartWith('2028-11-22T')
})

test('a refunded renewal stays refunded, even when its payment is heard of later', async () => {
  const bought = await funnel.open()
  await funnel.controls.paySession(bought.sessionId)
  // Just before the sandbox would renew it by itself.
  funnel.state.time = new Date('2027-11-21T11:59:00Z')
  await funnel.controls.renewSubscription(await subscriptionOf(bought))
  const [charge] = await funnel.sql`
    select id from sandbox.payment_objects where object = 'charge' order by position desc limit 1`
  await funnel.controls.refund(charge!.id)
  await expectSameBooks(bought, await funnel.events(...kinds), { order: 'refunded', entry: 'lapsed' })
})

test('a renewal that is not paid warns once, stands while the provider tries, and lapses after that', async () => {
  const bought = await funnel.open()
  await funnel.controls.paySession(bought.sessionId)
  for (const event of await funnel.events()) await funnel.take(event)
  funnel.state.time = new Date('2027-11-21T11:59:00Z')
  const subscription = await subscriptionOf(bought)
  await funnel.controls.failRenewal(subscription)
  const [failed] = await funnel.events('invoice.payment_failed')
  expect(await funnel.take(failed!)).toBe('warned')
  // Each further attempt of the provider is told of by an event of its own.
  expect(await funnel.take({ ...failed!, id: 'evt_second_attempt' })).toBe('unchanged')
  expect(await funnel.mails('payment-failed')).toMatchObject([
    {
      subject: 'Payment failed: Annual Listing',
      text_body: expect.stringContaining('until 13 December 2027 at the latest'),
    },
  ])
  expect(await funnel.order(bought.id)).toMatchObject({ status: 'paid', payment_failed_at: '2027-11-21T11:59:00.000Z' })
  const entry = async () =>
    (
      await funnel.sql`select status, status_reason, valid_until from register_entries where application_id = ${bought.id}`
    )[0]!
  expect(await entry()).toMatchObject({ status: 'active', valid_until: '2027-12-13T12:00:00.000Z' })

  funnel.state.time = new Date('2027-12-11T12:00:00Z')
  expect(await lapseExpired(funnel.services)).toBe(0)
  await funnel.controls.endSubscription(subscription)
  for (const event of await funnel.events('customer.subscription.deleted')) {
    expect(await funnel.take(event)).toBe('cancelled')
  }
  expect(await funnel.order(bought.id)).toMatchObject({ status: 'cancelled' })
  expect(await entry()).toMatchObject({
    status: 'lapsed',
    status_reason: 'The renewal of the annual listing was not paid.',
  })
  expect(await funnel.mails('entry-lapsed')).toHaveLength(1)
})

test('a renewal that is not paid is told of by the news of its subscription as well, once', async () => {
  const bought = await funnel.open()
  await funnel.controls.paySession(bought.sessionId)
  for (const event of await funnel.events()) await funnel.take(event)
  funnel.state.time = new Date('2027-11-21T11:59:00Z')
  await funnel.controls.failRenewal(await subscriptionOf(bought))
  for (const event of await funnel.events('customer.subscription.updated')) {
    expect(await funnel.take(event)).toBe('warned')
  }
  for (const event of await funnel.events('invoice.payment_failed')) expect(await funnel.take(event)).toBe('unchanged')
  expect(await funnel.mails('payment-failed')).toHaveLength(1)
  const [entry] = await funnel.sql`select valid_until from register_entries`
  expect(entry!.valid_until).toBe('2027-12-13T12:00:00.000Z')
})

test('a renewal that nobody hears the end of lapses by the clock', async () => {
  const bought = await funnel.open()
  await funnel.controls.paySession(bought.sessionId)
  funnel.state.time = new Date('2027-11-21T11:59:00Z')
  await funnel.controls.failRenewal(await subscriptionOf(bought))
  for (const event of await funnel.events()) await funnel.take(event)
  funnel.state.time = new Date('2027-12-13T12:00:00Z')
  expect(await lapseExpired(funnel.services)).toBe(1)
})

test('a renewal that is paid at a later attempt stands like any other, whatever is heard first', async () => {
  const bought = await funnel.open()
  await funnel.controls.paySession(bought.sessionId)
  funnel.state.time = new Date('2027-11-21T11:59:00Z')
  await funnel.controls.failRenewal(await subscriptionOf(bought))
  const [failed] = await funnel.events('invoice.payment_failed')
  expect(await funnel.take(failed!)).toBe('warned')
  funnel.state.time = new Date('2027-11-25T12:00:00Z')
  await funnel.controls.payOverdue(await subscriptionOf(bought))
  const events = await funnel.events(
    'checkout.session.completed',
    'invoice.paid',
    'invoice.payment_failed',
    'customer.subscription.updated',
  )
  await expectSameBooks(bought, events, { order: 'paid', entry: 'active' })
  const [entry] = await funnel.sql`select valid_until from register_entries`
  expect(entry!.valid_until).toBe('2028-11-22T12:00:00.000Z')
  expect(await funnel.order(bought.id)).toMatchObject({ payment_failed_at: null })
}, 60_000)

test('a refund that fails at the bank brings the listing back until the end of what was paid', async () => {
  const bought = await funnel.open()
  await funnel.controls.paySession(bought.sessionId)
  const refund = await funnel.controls.refund(await paymentOf(bought))
  for (const event of await funnel.events()) await funnel.take(event)
  const entry = async () =>
    (
      await funnel.sql`select register_status(status, valid_until) as register_status, valid_until from register_entries`
    )[0]!
  expect(await entry()).toMatchObject({ register_status: 'lapsed' })
  await funnel.controls.failRefund(refund.id)
  // Our own cancellation of the refunded listing is heard of too.
  const all = await funnel.events()
  for (const event of all) await funnel.take(event)
  expect(await funnel.order(bought.id)).toMatchObject({ status: 'cancelled' })
  expect(await entry()).toEqual({ register_status: 'active', valid_until: '2027-11-21T12:00:00.000Z' })
  expect(await funnel.mails('order-reinstated')).toHaveLength(1)
  const [kept] = await funnel.sql`select state from order_refunds`
  expect(kept).toEqual({ state: 'failed' })
  await expectSameBooks(
    bought,
    await funnel.events('checkout.session.completed', 'charge.refunded', 'refund.created', 'refund.failed'),
    {
      order: 'paid',
      entry: 'active',
    },
  )
}, 60_000)

test('what a refund of each product means: the buyer and the team are told, and only a listing is ended at the provider', async () => {
  for (const [product, metadata, subject] of [
    ['award', { engraving: 'For Whitby' }, 'Gold Award'],
    ['marketing', {}, 'Marketing Package'],
    ['ads', {}, 'Managed Ads'],
  ] as const) {
    const { id } = await addApplication(funnel.sql, { status: 'approved' })
    const started = await startCheckout(funnel.services, { applicationId: id, product, coupon: null, metadata }, null)
    const sessionId = sessionOf(ready(started))
    await funnel.controls.paySession(sessionId)
    const bought = { id, sessionId } as Bought
    await funnel.controls.refund(await paymentOf(bought))
    for (const event of await funnel.events()) await funnel.take(event)
    expect(await funnel.order(id)).toMatchObject({ status: 'refunded' })
    expect((await funnel.mails('order-refunded')).map((mail) => mail.subject)).toContain(`Refunded: ${subject}`)
    const work = (await funnel.mails('order-work-ended')).find((mail) => mail.subject.includes(subject))
    // An award that was never given was no work.
    if (product === 'award') expect(work).toBeUndefined()
    else expect(work!.text_body.includes('is still billed')).toBe(product === 'ads')
    if (product !== 'ads') continue
    expect(await funnel.services.payments.retrieveSubscription(await subscriptionOf(bought))).toMatchObject({
      status: 'active',
    })
  }
})

test('a lost dispute of managed ads ends them at the provider, and the mails say so', async () => {
  const { id } = await addApplication(funnel.sql, { status: 'approved' })
  const started = await startCheckout(
    funnel.services,
    {
      applicationId: id,
      product: 'ads',
      coupon: null,
      metadata: {},
    },
    null,
  )
  const bought = { id, sessionId: sessionOf(ready(started)) } as Bought
  await funnel.controls.paySession(bought.sessionId)
  const dispute = await funnel.controls.openDispute(await paymentOf(bought))
  await funnel.controls.closeDispute(dispute.id, 'lost')
  for (const event of await funnel.events()) await funnel.take(event)
  expect(await funnel.order(id)).toMatchObject({ status: 'refunded' })
  expect(await funnel.services.payments.retrieveSubscription(await subscriptionOf(bought))).toMatchObject({
    status: 'canceled',
  })
  const [mails] = await funnel.mails('order-refunded')
  expect(mails!.text_body).toContain('Your campaign stops')
  const work = (await funnel.mails('order-work-ended')).at(-1)
  expect(work!.text_body).toContain('Nothing more is billed for it.')
  expect(work!.text_body).not.toContain('is still billed')
})

async function buy(id: string, product: 'award' | 'ads' | 'extras', metadata: Record<string, string> = {}) {
  const request = { applicationId: id, product, coupon: null, metadata }
  const sessionId = sessionOf(ready(await startCheckout(funnel.services, request, null)))
  await funnel.controls.paySession(sessionId)
  expect(await fulfilCheckout(funnel.services, sessionId)).toMatchObject({ kind: 'paid' })
  return { id, sessionId } as Bought
}
const statusesOf = async (id: string) =>
  (await funnel.sql`select status from orders where application_id = ${id} order by created_at`).map(
    (row) => row.status,
  )

test('a refund of all is one email, which says how much; of two parts the first has its own, and after a failed refund the next is told too', async () => {
  const { id } = await addApplication(funnel.sql, { status: 'approved' })
  const payment = await paymentOf(await buy(id, 'ads'))
  const { controls } = funnel
  async function toldOf(change: Promise<unknown>): Promise<string[]> {
    await change
    for (const event of await funnel.events('refund.created', 'refund.failed', 'charge.refunded'))
      await funnel.take(event)
    const mails = await funnel.sql`select kind from mails where kind like '%refund%' order by id`
    return mails.map(({ kind }) => kind as string)
  }
  expect(await toldOf(controls.refund(payment, 5_000))).toEqual(['payment-refunded'])
  const rest = controls.refund(payment)
  expect(await toldOf(rest)).toEqual(['payment-refunded', 'order-refunded'])
  const [mail] = await funnel.mails('order-refunded')
  const text = mail!.text_body.replaceAll('\n', ' ')
  expect(text).toContain('We have refunded all of the payment of this order.')
  expect(text).toContain('Refunded: £259.00')
  expect(text).toContain('A refund under our guarantee does not end the campaign.')
  expect(text).toContain('within 10 working days')
  expect(await toldOf(controls.failRefund((await rest).id))).toContain('refund-failed')
  expect(await funnel.order(id)).toMatchObject({ status: 'paid' })
  const all = await toldOf(controls.refund(payment))
  expect(all).toEqual(['payment-refunded', 'order-refunded', 'refund-failed', 'order-refunded'])
  // Heard again under other ids, as a replay by hand has.
  for (const event of await funnel.events('refund.created', 'charge.refunded'))
    await funnel.take({ ...event, id: `${event.id}_x` })
  expect(await funnel.mails('payment-refunded')).toHaveLength(1)
})

test('services that are refunded are not billed again', async () => {
  const { id } = await addApplication(funnel.sql, { status: 'approved' })
  const bought = await buy(id, 'extras', { services: 'crest,advertising' })
  expect((await funnel.order(id)).covers_until).toBe('2026-12-21T12:00:00.000Z')
  await funnel.controls.refund(await paymentOf(bought))
  for (const event of await funnel.events()) await funnel.take(event)
  expect(await statusesOf(id)).toEqual(['refunded'])
  expect(await funnel.services.payments.retrieveSubscription(await subscriptionOf(bought))).toMatchObject({
    status: 'canceled',
  })
  const [work] = await funnel.mails('order-work-ended')
  expect(work!.text_body).not.toContain('is still billed')
})

test.each(['answers', 'is down'])('managed ads that are bought anew are billed once, the provider %s', async (how) => {
  const { payments } = funnel.services
  const { id } = await addApplication(funnel.sql, { status: 'approved' })
  const first = await buy(id, 'ads')
  await funnel.controls.refund(await paymentOf(first))
  for (const event of await funnel.events()) await funnel.take(event)
  const subscription = await subscriptionOf(first)
  expect(await payments.retrieveSubscription(subscription)).toMatchObject({ status: 'active' })
  if (how === 'is down') await funnel.controls.fault('rate-limit', { count: 4, matching: 'DELETE /v1/subscriptions' })
  const second = await buy(id, 'ads')
  if (how === 'is down') {
    await funnel.sql`delete from sandbox.payment_faults`
    funnel.state.time = new Date('2026-12-21T11:59:00Z')
    await funnel.controls.renewSubscription(subscription)
    const bill = (await funnel.events('invoice.paid')).at(-1)!
    expect(await funnel.take(bill)).toBe('paid-twice')
    expect(await funnel.take({ ...bill, id: 'evt_again' })).toBe('paid-twice')
    expect(await listDiscrepancies(funnel.sql, { onlyOpen: true, orderId: null, offset: 0, limit: 10 })).toMatchObject([
      { kind: 'paid-twice', type: 'ads', amount_pence: 25_900, subscription_id: subscription },
    ])
  } else
    expect(await listDiscrepancies(funnel.sql, { onlyOpen: true, orderId: null, offset: 0, limit: 10 })).toHaveLength(0)
  expect(await payments.retrieveSubscription(subscription)).toMatchObject({ status: 'canceled' })
  expect(await payments.retrieveSubscription(await subscriptionOf(second))).toMatchObject({ status: 'active' })
  expect(await statusesOf(id)).toEqual(['refunded', 'paid'])
})

test('a refund that fails after the product was bought anew is reported as paid twice', async () => {
  const { id } = await addApplication(funnel.sql, { status: 'approved' })
  const first = await buy(id, 'award', { engraving: 'For Whitby' })
  const refund = await funnel.controls.refund(await paymentOf(first))
  for (const event of await funnel.events()) await funnel.take(event)
  await buy(id, 'award', { engraving: 'For Whitby' })
  await funnel.controls.failRefund(refund.id)
  for (const event of await funnel.events('refund.failed')) expect(await funnel.take(event)).toBe('paid-twice')
  expect(await statusesOf(id)).toEqual(['refunded', 'paid'])
  expect(await listDiscrepancies(funnel.sql, { onlyOpen: true, orderId: null, offset: 0, limit: 10 })).toMatchObject([
    { kind: 'paid-twice', type: 'award', amount_pence: 19_900, payment_intent_id: await paymentOf(first) },
  ])
  await funnel.controls.refund(await paymentOf(first))
  await funnel.take((await funnel.events('charge.refunded')).at(-1)!)
  expect(await listDiscrepancies(funnel.sql, { onlyOpen: true, orderId: null, offset: 0, limit: 10 })).toHaveLength(0)
  expect(await statusesOf(id)).toEqual(['refunded', 'paid'])
})

test('a renewal whose refund fails after the listing was bought anew is reported with its own payment and amount', async () => {
  const first = await funnel.open('LAUNCH100')
  await funnel.controls.paySession(first.sessionId)
  for (const event of await funnel.events()) await funnel.take(event)
  funnel.state.time = new Date('2027-11-21T11:59:00Z')
  const subscription = await subscriptionOf(first)
  await funnel.controls.payOverdue(subscription)
  await funnel.controls.renewSubscription(subscription)
  const billed = await funnel.services.payments.findPaidPeriod(subscription)
  const renewal = (billed as { paymentIntentId: string }).paymentIntentId
  const refund = await funnel.controls.refund(renewal)
  for (const event of await funnel.events()) await funnel.take(event)
  const second = sessionOf(ready(await funnel.start(first.id)))
  await funnel.controls.paySession(second)
  expect(await fulfilCheckout(funnel.services, second)).toMatchObject({ kind: 'paid' })
  await funnel.controls.failRefund(refund.id)
  for (const event of await funnel.events('refund.failed')) expect(await funnel.take(event)).toBe('paid-twice')
  expect(await listDiscrepancies(funnel.sql, { onlyOpen: true, orderId: null, offset: 0, limit: 10 })).toMatchObject([
    { kind: 'paid-twice', amount_pence: 4_900, payment_intent_id: renewal },
  ])
})

test('an order that stands again closes the payment page that was to take its place', async () => {
  const { id } = await addApplication(funnel.sql, { status: 'approved' })
  const first = await buy(id, 'ads')
  await funnel.controls.refund(await paymentOf(first))
  for (const event of await funnel.events()) await funnel.take(event)
  const request = { applicationId: id, product: 'ads', coupon: null, metadata: {} } as const
  const page = sessionOf(ready(await startCheckout(funnel.services, request, null)))
  // The campaign went on under the guarantee, and so does its bill.
  funnel.state.time = new Date('2026-12-21T11:59:00Z')
  await funnel.sql`update sandbox.payment_objects set body = body || '{"expires_at": 1800000000}' where id = ${page}`
  await funnel.controls.renewSubscription(await subscriptionOf(first))
  expect(await funnel.take((await funnel.events('invoice.paid')).at(-1)!)).toBe('renewed')
  expect(await statusesOf(id)).toEqual(['paid', 'expired'])
  expect(await funnel.services.payments.retrieveCheckoutSession(page)).toMatchObject({ status: 'expired' })
})

test('a page that ran out ends its order and publishes nothing', async () => {
  const bought = await funnel.open('LAUNCH100')
  await funnel.controls.expireSession(bought.sessionId)
  await expectSameBooks(bought, await funnel.events('checkout.session.expired'), { order: 'expired', entry: null })
  expect(await funnel.start(bought.id, 'LAUNCH100')).toMatchObject({ kind: 'ready' })
})

test('the payer and the webhook at the same time book once', async () => {
  const bought = await funnel.open()
  await funnel.controls.paySession(bought.sessionId)
  const bookings = await Promise.all(
    Array.from({ length: 10 }, () => fulfilCheckout(funnel.services, bought.sessionId)),
  )
  expect(bookings.map(({ kind }) => kind)).toEqual(Array(10).fill('paid'))
  expect(await funnel.sql`select from register_entries`).toHaveLength(1)
  expect(await funnel.sql`select from register_history`).toHaveLength(1)
})

test.each([
  ['amount', { amount_pence: 100_000 }],
  ['amount', { amount_pence: 5_000, discount_pence: 100 }],
  ['currency', { currency: 'usd' }],
  ['product', { type: 'ads' }],
  ['session', { checkout_session_id: 'cs_test_another' }],
])('a genuine payment with another %s is booked for nothing', async (difference, change) => {
  const bought = await funnel.open()
  await funnel.controls.paySession(bought.sessionId)
  await funnel.sql`update orders set ${funnel.sql(change as never)} where application_id = ${bought.id}`
  expect(await fulfilCheckout(funnel.services, bought.sessionId)).toEqual({ kind: 'mismatch', difference })
  expect(await fulfilCheckout(funnel.services, bought.sessionId)).toEqual({ kind: 'mismatch', difference })
  expect(await listDiscrepancies(funnel.sql, { onlyOpen: true, orderId: null, offset: 0, limit: 10 })).toMatchObject([
    { kind: 'mismatch', difference, amount_pence: 4_900, currency: 'gbp' },
  ])
  expect(await funnel.sql`select from register_entries`).toHaveLength(0)
  expect(await funnel.sql`select from orders where status = 'paid'`).toHaveLength(0)
  expect(funnel.logged.join()).toContain('payment not booked')
})

test('a page that differs from its order is closed before anybody pays, and nobody is told of money', async () => {
  const bought = await funnel.open()
  await funnel.sql`update orders set amount_pence = 100000 where application_id = ${bought.id}`
  for (let look = 0; look < 2; look++) {
    expect(await fulfilCheckout(funnel.services, bought.sessionId)).toEqual({ kind: 'expired' })
  }
  expect(await listDiscrepancies(funnel.sql, { onlyOpen: false, orderId: null, offset: 0, limit: 10 })).toHaveLength(0)
  expect(await funnel.mails('payment-discrepancy')).toHaveLength(0)
  const mails = await funnel.mails('payment-page-closed')
  expect(mails).toHaveLength(1)
  expect(mails[0]!.text_body).toContain('the amount is different. No one paid on it.')
  expect(mails[0]!.text_body).toContain('Asked for: 49.00 GBP')
  expect(await funnel.services.payments.retrieveCheckoutSession(bought.sessionId)).toMatchObject({ status: 'expired' })
  expect(await statusesOf(bought.id)).toEqual(['expired'])
  expect(await funnel.start(bought.id)).toMatchObject({ kind: 'ready' })
})

test("another page that names an order is closed, and the order's own is not", async () => {
  const bought = await funnel.open()
  const stray = await funnel.open()
  const order = await funnel.order(bought.id)
  await funnel.sql`
    update sandbox.payment_objects set body = body || ${funnel.sql.json({ client_reference_id: order.id })}
    where id = ${stray.sessionId}`
  expect(await fulfilCheckout(funnel.services, stray.sessionId)).toEqual({ kind: 'expired' })
  expect(await funnel.services.payments.retrieveCheckoutSession(stray.sessionId)).toMatchObject({ status: 'expired' })
  await funnel.controls.paySession(bought.sessionId)
  expect(await fulfilCheckout(funnel.services, bought.sessionId)).toMatchObject({ kind: 'paid' })
})

test('a page that differs and was paid before it could be closed is reported with its payment', async () => {
  const bought = await funnel.open()
  await funnel.sql`update orders set amount_pence = 5000 where application_id = ${bought.id}`
  await funnel.controls.fault('server-error', { count: 4, matching: 'POST /v1/checkout/sessions' })
  expect(await fulfilCheckout(funnel.services, bought.sessionId)).toEqual({ kind: 'expired' })
  await funnel.sql`delete from sandbox.payment_faults`
  await funnel.controls.paySession(bought.sessionId)
  for (const event of await funnel.events('checkout.session.completed')) {
    expect(await funnel.take(event)).toBe('mismatch')
  }
  expect(await listDiscrepancies(funnel.sql, { onlyOpen: true, orderId: null, offset: 0, limit: 10 })).toMatchObject([
    { kind: 'mismatch', amount_pence: 4_900, payment_intent_id: await paymentOf(bought) },
  ])
})

test('a page that differs and ran out ends its order and is no discrepancy', async () => {
  const bought = await funnel.open()
  await funnel.sql`update orders set amount_pence = 5000 where application_id = ${bought.id}`
  await funnel.controls.expireSession(bought.sessionId)
  for (const event of await funnel.events('checkout.session.expired')) expect(await funnel.take(event)).toBe('expired')
  expect(await listDiscrepancies(funnel.sql, { onlyOpen: false, orderId: null, offset: 0, limit: 10 })).toHaveLength(0)
  expect(await statusesOf(bought.id)).toEqual(['expired'])
})

test('a slow payment that does not fit is reported when its money has arrived', async () => {
  const bought = await funnel.open()
  await funnel.sql`update orders set amount_pence = 5000 where application_id = ${bought.id}`
  await funnel.controls.completeUnpaid(bought.sessionId)
  expect(await fulfilCheckout(funnel.services, bought.sessionId)).toEqual({ kind: 'waiting' })
  expect(await listDiscrepancies(funnel.sql, { onlyOpen: false, orderId: null, offset: 0, limit: 10 })).toHaveLength(0)
  await funnel.controls.settleDelayed(bought.sessionId, 'paid')
  expect(await fulfilCheckout(funnel.services, bought.sessionId)).toMatchObject({ kind: 'mismatch' })
  expect(await listDiscrepancies(funnel.sql, { onlyOpen: true, orderId: null, offset: 0, limit: 10 })).toMatchObject([
    { kind: 'mismatch', payment_intent_id: await paymentOf(bought) },
  ])
})

test('a payment that did not fit and went back bars nobody from paying', async () => {
  const bought = await funnel.open()
  await funnel.controls.paySession(bought.sessionId)
  await funnel.sql`update orders set amount_pence = 5000 where application_id = ${bought.id}`
  expect(await fulfilCheckout(funnel.services, bought.sessionId)).toMatchObject({ kind: 'mismatch' })
  funnel.state.time = new Date('2026-11-22T12:00:00Z')
  expect(await funnel.start(bought.id)).toEqual({ kind: 'unavailable' })
  await funnel.controls.refund(await paymentOf(bought))
  for (const event of await funnel.events('charge.refunded')) expect(await funnel.take(event)).toBe('refunded')
  expect(await listDiscrepancies(funnel.sql, { onlyOpen: true, orderId: null, offset: 0, limit: 10 })).toHaveLength(0)
  expect(await funnel.start(bought.id)).toMatchObject({ kind: 'ready' })
  for (const event of await funnel.events('invoice.paid')) expect(await funnel.take(event)).toBe('mismatch')
  expect(await statusesOf(bought.id)).toEqual(['failed', 'pending'])
})

test("a payment that names another application's order is booked for neither", async () => {
  const paid = await funnel.open()
  const other = await funnel.open()
  await funnel.controls.paySession(paid.sessionId)
  const order = await funnel.order(other.id)
  await funnel.sql`
    update sandbox.payment_objects set body = body || ${funnel.sql.json({ client_reference_id: order.id })}
    where id = ${paid.sessionId}`
  expect(await fulfilCheckout(funnel.services, paid.sessionId)).toMatchObject({ kind: 'mismatch' })
  expect(await funnel.sql`select from orders where status = 'paid'`).toHaveLength(0)
})

test('an event of something that is not ours is kept and changes nothing', async () => {
  const event = { id: 'evt_x', object: 'event', type: 'customer.created', data: { object: { id: 'cus_x' } } }
  expect(await funnel.take(event as never)).toBe('ignored')
  const foreign = {
    ...event,
    id: 'evt_y',
    type: 'checkout.session.completed',
    data: { object: { id: 'cs_test_unknown' } },
  }
  expect(await funnel.take(foreign as never)).toBe('unknown')
})

test('an event stays to be processed while the provider is down', async () => {
  const bought = await funnel.open()
  await funnel.controls.paySession(bought.sessionId)
  const [completed] = await funnel.events('checkout.session.completed')
  await funnel.controls.fault('rate-limit', { count: 4 })
  await expect(funnel.take(completed!)).rejects.toThrow('did not answer')
  await funnel.sql`delete from sandbox.payment_faults`
  expect(await funnel.take(completed!)).toBe('paid')
})

test('an event stays to be processed while the provider does not take our key', async () => {
  const bought = await funnel.open()
  await funnel.controls.paySession(bought.sessionId)
  const [completed] = await funnel.events('checkout.session.completed')
  await expect(funnel.take(completed!, funnel.strangersServices)).rejects.toThrow('did not answer')
  expect(await funnel.take(completed!)).toBe('paid')
})

test.each([
  [null, 4_900],
  ['LAUNCH100', 0],
] as const)(
  'a session that was completed for an order that does not exist here is found once, and the team is told',
  async (coupon, amount) => {
    const bought = await funnel.open(coupon)
    await funnel.controls.paySession(bought.sessionId)
    // As after the restore of a backup that is older than the order.
    await funnel.sql`delete from orders`
    for (const event of await funnel.events('checkout.session.completed')) {
      expect(await funnel.take(event)).toBe('unknown-order')
      expect(await funnel.take({ ...event, id: 'evt_again' })).toBe('unknown-order')
    }
    for (const event of await funnel.events()) await funnel.take(event)
    const [session] = await funnel.sql`select body from sandbox.payment_objects where id = ${bought.sessionId}`
    expect(await listDiscrepancies(funnel.sql, { onlyOpen: true, orderId: null, offset: 0, limit: 10 })).toMatchObject([
      { kind: 'unknown-order', order_id: null, amount_pence: amount, subscription_id: session!.body.subscription },
    ])
    const mails = await funnel.mails('payment-discrepancy')
    expect(mails).toHaveLength(1)
    expect(mails[0]!.text_body).toContain('an order that does not exist here')
    expect(mails[0]!.text_body).toContain(bought.sessionId)
    if (coupon) return
    await funnel.controls.refund(await paymentOf(bought))
    for (const event of await funnel.events('charge.refunded')) expect(await funnel.take(event)).toBe('refunded')
    expect(await listDiscrepancies(funnel.sql, { onlyOpen: true, orderId: null, offset: 0, limit: 10 })).toHaveLength(0)
    expect(await funnel.services.payments.retrieveSubscription(await subscriptionOf(bought))).toMatchObject({
      status: 'canceled',
    })
  },
)

test('a renewal of an order that does not exist here is found with its payment', async () => {
  const bought = await funnel.open()
  await funnel.controls.paySession(bought.sessionId)
  await funnel.sql`delete from orders`
  funnel.state.time = new Date('2027-11-21T11:59:00Z')
  const subscription = await subscriptionOf(bought)
  await funnel.controls.renewSubscription(subscription)
  expect(await funnel.take((await funnel.events('invoice.paid')).at(-1)!)).toBe('unknown-order')
  const billed = await funnel.services.payments.findPaidPeriod(subscription)
  const { paymentIntentId } = billed as { paymentIntentId: string }
  const known = { kind: 'unknown-order', payment_intent_id: paymentIntentId, subscription_id: subscription }
  expect(await listDiscrepancies(funnel.sql, { onlyOpen: true, orderId: null, offset: 0, limit: 10 })).toMatchObject([
    known,
  ])
  const dispute = await funnel.controls.openDispute(paymentIntentId)
  await funnel.controls.closeDispute(dispute.id, 'lost')
  for (const event of await funnel.events('charge.dispute.closed')) expect(await funnel.take(event)).toBe('refunded')
  expect(await listDiscrepancies(funnel.sql, { onlyOpen: true, orderId: null, offset: 0, limit: 10 })).toHaveLength(0)
})

test("another program's session of the same account is no discrepancy", async () => {
  const bought = await funnel.open()
  await funnel.controls.paySession(bought.sessionId)
  await funnel.sql`delete from orders`
  await funnel.sql`
    update sandbox.payment_objects set body = body - 'metadata' || '{"metadata": {}}' where object in ('checkout.session', 'subscription')`
  for (const event of await funnel.events('checkout.session.completed', 'invoice.paid')) {
    expect(await funnel.take(event)).toBe('unknown')
  }
  expect(await listDiscrepancies(funnel.sql, { onlyOpen: true, orderId: null, offset: 0, limit: 10 })).toHaveLength(0)
})

test('of two renewals that nobody wanted each is found, and each goes back by itself', async () => {
  const { id } = await addApplication(funnel.sql, { status: 'approved' })
  const first = await buy(id, 'ads')
  await funnel.controls.refund(await paymentOf(first))
  for (const event of await funnel.events()) await funnel.take(event)
  const subscription = await subscriptionOf(first)
  await funnel.controls.fault('rate-limit', { count: 4, matching: 'DELETE /v1/subscriptions' })
  await buy(id, 'ads')
  await funnel.sql`delete from sandbox.payment_faults`
  for (const day of ['2026-12-21', '2027-01-21']) {
    funnel.state.time = new Date(`${day}T11:59:00Z`)
    await funnel.controls.renewSubscription(subscription)
  }
  const bills = (await funnel.events('invoice.paid')).filter((event) => JSON.stringify(event).includes(subscription))
  for (const bill of bills.slice(-2)) {
    expect(await funnel.take(bill)).toBe('paid-twice')
    expect(await funnel.take({ ...bill, id: `${bill.id}_again` })).toBe('paid-twice')
  }
  const found = await listDiscrepancies(funnel.sql, {
    onlyOpen: true,
    orderId: null,
    offset: 0,
    limit: 10,
  })
  expect(found).toHaveLength(2)
  expect(new Set(found.map((discrepancy) => discrepancy.payment_intent_id)).size).toBe(2)
  expect(await funnel.mails('payment-discrepancy')).toHaveLength(2)
  const by = { id: null, name: 'The site' }
  const older = found[1]!
  const request = {
    discrepancyId: older.id,
    amountPence: null,
    reason: 'Paid twice.',
    requestKey: crypto.randomUUID(),
    by,
  }
  expect(await refundOrder(funnel.services, request)).toMatchObject({ kind: 'refunded', amountPence: 25_900 })
  expect(await listDiscrepancies(funnel.sql, { onlyOpen: true, orderId: null, offset: 0, limit: 10 })).toMatchObject([
    { id: found[0]!.id },
  ])
  expect(await statusesOf(id)).toEqual(['refunded', 'paid'])
})

test('a listing paid in two pages is published once, and the second payment is reported', async () => {
  const bought = await funnel.open()
  await funnel.controls.paySession(bought.sessionId)
  await funnel.sql`update orders set status = 'expired' where application_id = ${bought.id}`
  const second = await funnel.start(bought.id)
  if (second.kind !== 'ready') throw new Error(second.kind)
  const sessionId = second.url.split('/').at(-1)!
  await funnel.controls.paySession(sessionId)
  expect(await fulfilCheckout(funnel.services, sessionId)).toMatchObject({ kind: 'paid' })
  expect(await fulfilCheckout(funnel.services, bought.sessionId)).toEqual({ kind: 'paid-twice' })
  expect(await funnel.sql`select from orders where status = 'paid'`).toHaveLength(1)
  expect(funnel.logged.join()).toContain('paid-twice')
  const [discrepancy] = await listDiscrepancies(funnel.sql, {
    onlyOpen: true,
    orderId: null,
    offset: 0,
    limit: 10,
  })
  expect(discrepancy).toMatchObject({ kind: 'paid-twice', amount_pence: 4_900, type: 'listing' })
  const mails = await funnel.mails('payment-discrepancy')
  expect(mails).toHaveLength(1)
  expect(mails[0]!.text_body).toContain('Please refund the money.')
  expect(mails[0]!.text_body).toContain('Taken: 49.00 GBP')
  // The money goes back, wherever that is done, and nothing is left to do.
  await funnel.controls.refund(discrepancy!.payment_intent_id!)
  for (const event of await funnel.events('charge.refunded')) expect(await funnel.take(event)).toBe('refunded')
  expect(await listDiscrepancies(funnel.sql, { onlyOpen: true, orderId: null, offset: 0, limit: 10 })).toHaveLength(0)
  expect(await funnel.sql`select from orders where status = 'paid'`).toHaveLength(1)
  // The second subscription would bill a second renewal.
  const { payments } = funnel.services
  expect(await payments.retrieveSubscription(discrepancy!.subscription_id!)).toMatchObject({ status: 'canceled' })
  const [booked] = await funnel.sql`select subscription_id from orders where status = 'paid'`
  expect(await payments.retrieveSubscription(booked!.subscription_id)).toMatchObject({ status: 'active' })
})

test('a lost dispute of a payment that was not booked ends its subscription and settles its discrepancy', async () => {
  const bought = await funnel.open()
  await funnel.controls.paySession(bought.sessionId)
  await funnel.sql`update orders set status = 'expired' where application_id = ${bought.id}`
  const second = sessionOf(ready(await funnel.start(bought.id)))
  await funnel.controls.paySession(second)
  expect(await fulfilCheckout(funnel.services, second)).toMatchObject({ kind: 'paid' })
  expect(await fulfilCheckout(funnel.services, bought.sessionId)).toEqual({ kind: 'paid-twice' })
  const dispute = await funnel.controls.openDispute(await paymentOf(bought))
  await funnel.controls.closeDispute(dispute.id, 'lost')
  for (const event of await funnel.events('charge.dispute.closed')) expect(await funnel.take(event)).toBe('refunded')
  const { payments } = funnel.services
  expect(await payments.retrieveSubscription(await subscriptionOf(bought))).toMatchObject({ status: 'canceled' })
  expect(await listDiscrepancies(funnel.sql, { onlyOpen: true, orderId: null, offset: 0, limit: 10 })).toHaveLength(0)
  expect(await statusesOf(bought.id)).toEqual(['expired', 'paid'])
})

async function openAward() {
  const { id, organisationId, email } = await addApplication(funnel.sql, { status: 'approved' })
  const request = { applicationId: id, product: 'award', coupon: null, metadata: { engraving: 'For Whitby' } } as const
  const url = ready(await startCheckout(funnel.services, request, null))
  return { id, organisationId, reference: '', email, url, sessionId: sessionOf(url), request }
}

test.each(['paid', 'failed'] as const)(
  'a slow payment that is %s in the end books so, whatever is heard first',
  async (outcome) => {
    const bought = await openAward()
    await funnel.controls.completeUnpaid(bought.sessionId)
    expect(await fulfilCheckout(funnel.services, bought.sessionId)).toEqual({ kind: 'waiting' })
    funnel.state.time = new Date('2026-11-23T12:00:00Z')
    expect(await startCheckout(funnel.services, bought.request, null)).toEqual({ kind: 'payment-under-way' })
    await funnel.controls.settleDelayed(bought.sessionId, outcome)
    const events = (await funnel.events()).filter((event) => event.type.startsWith('checkout.session.'))
    expect(events).toHaveLength(2)
    await expectSameBooks(bought, events, { order: outcome, entry: null })
    const mails = await funnel.mails('payment-failed')
    expect(mails).toHaveLength(outcome === 'failed' ? 1 : 0)
    if (outcome === 'failed') {
      expect(mails[0]!.text_body).toContain(`/upsell/award/${bought.id}`)
      expect(await startCheckout(funnel.services, bought.request, null)).toMatchObject({ kind: 'ready' })
    }
  },
)

test.each(['paid', 'failed'] as const)(
  'a listing that is paid slowly and %s in the end books so, whatever is heard first',
  async (outcome) => {
    const bought = await funnel.open()
    await funnel.controls.completeUnpaid(bought.sessionId)
    expect(await fulfilCheckout(funnel.services, bought.sessionId)).toEqual({ kind: 'waiting' })
    await funnel.controls.settleDelayed(bought.sessionId, outcome)
    const events = (await funnel.events()).filter(({ type }) => /^(checkout|invoice\.pa|customer\.sub)/.test(type))
    await expectSameBooks(bought, events, { order: outcome, entry: outcome === 'paid' ? 'active' : null })
    // What was not paid in the end is not taken after all weeks later.
    expect(await funnel.services.payments.retrieveSubscription(await subscriptionOf(bought))).toMatchObject({
      status: outcome === 'paid' ? 'active' : 'canceled',
    })
    if (outcome === 'failed') expect(await funnel.start(bought.id)).toMatchObject({ kind: 'ready' })
  },
)

test('a dispute of a one-off payment that is heard of first waits for the payment', async () => {
  const bought = await openAward()
  await funnel.controls.paySession(bought.sessionId)
  await funnel.controls.openDispute(await paymentOf(bought))
  const [dispute] = await funnel.events('charge.dispute.created')
  expect(await funnel.take(dispute!)).toBe('early')
  await forget(bought)
  await expectSameBooks(bought, await funnel.events('checkout.session.completed', 'charge.dispute.created'), {
    order: 'disputed',
    entry: null,
  })
})
