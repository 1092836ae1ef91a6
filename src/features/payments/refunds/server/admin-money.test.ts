import { beforeAll, beforeEach, expect, test } from 'bun:test'
import { type OrderSort, usualOrderSort } from '#features/payments/admin/rules.ts'
import { countAdminOrders, listAdminOrders } from '#features/payments/admin/server/order-list-queries.ts'
import { replayPaymentEvent } from '#features/payments/admin/server/payments.ts'
import { listPaymentEvents } from '#features/payments/admin/server/queries.ts'
import { startCheckout } from '#features/payments/checkout/server/start-checkout.ts'
import { fulfilCheckout } from '#features/payments/fulfilment/server/fulfil-checkout.ts'
import { listDiscrepancies, settleDiscrepancy } from '#features/payments/fulfilment/server/queries.ts'
import { reconcilePayments } from '#features/payments/fulfilment/server/reconcile-payments.ts'
import { funnelOfFile, ready, sessionOf } from '#features/payments/server/funnel-fixture.ts'
import { addApplication } from '#test/add-application.ts'
import { emptyTables } from '#test/empty-tables.ts'
import { listRefunds } from './queries.ts'
import { readRefundable, refundOrder } from './refund-order.ts'

let by: { id: string; name: string }
const funnel = await funnelOfFile()
beforeAll(async () => {
  by = { id: 'person-1', name: 'Jo Ledger' }
  await funnel.sql`insert into people (id, name, email, roles) values (${by.id}, ${by.name}, 'jo@desk.example', '{finance}')`
})
beforeEach(async () => {
  funnel.state.time = new Date('2026-11-21T12:00:00Z')
  await emptyTables(
    funnel.sql,
    'register_history, register_entries, payment_events, payment_discrepancies, order_refunds, reconciliation_runs, orders, applications, organisations, mails, sandbox.payment_objects, sandbox.payment_deliveries, sandbox.payment_faults, sandbox.payment_idempotency_keys cascade',
  )
})

async function buy(product: 'listing' | 'award' | 'marketing' | 'ads' = 'award', coupon: string | null = null) {
  const application = await addApplication(funnel.sql, { status: 'approved' })
  const metadata: Record<string, string> = product === 'award' ? { engraving: 'For Whitby' } : {}
  const url = ready(
    await startCheckout(funnel.services, { applicationId: application.id, product, coupon, metadata }, null),
  )
  const sessionId = sessionOf(url)
  await funnel.controls.paySession(sessionId)
  expect(await fulfilCheckout(funnel.services, sessionId)).toMatchObject({ kind: 'paid' })
  return { ...application, sessionId, order: (await funnel.order(application.id)).id as string }
}

const refund = (orderId: string, given: { amountPence?: number | null; requestKey?: string } = {}) =>
  refundOrder(funnel.services, {
    orderId,
    amountPence: given.amountPence ?? null,
    reason: 'Asked for by telephone.',
    requestKey: given.requestKey ?? crypto.randomUUID(),
    by,
  })
const everything = { status: '', type: '', q: '', from: '', until: '' }
const providerRefunds = () => funnel.sql`select body from sandbox.payment_objects where object = 'refund'`

test('part of an order goes back, and then the rest: only all of it ends the order', async () => {
  const { id, order } = await buy()
  expect(await refund(order, { amountPence: 5_000 })).toMatchObject({ kind: 'refunded', amountPence: 5_000 })
  expect(await funnel.order(id)).toMatchObject({ status: 'paid' })
  expect(await readRefundable(funnel.services, { orderId: order })).toMatchObject({
    leftPence: 14_900,
    refundedPence: 5_000,
  })
  expect(await refund(order, { amountPence: 15_000 })).toEqual({ kind: 'too-much', leftPence: 14_900 })
  expect(await refund(order)).toMatchObject({ kind: 'refunded', amountPence: 14_900, state: 'succeeded' })
  expect(await funnel.order(id)).toMatchObject({ status: 'refunded' })
  expect(await refund(order)).toEqual({ kind: 'nothing-left' })
  // The provider's own news of it add nothing.
  for (const event of await funnel.events()) await funnel.take(event)
  expect(await listRefunds(funnel.sql, { orderId: order })).toMatchObject([
    { amountPence: 14_900, state: 'succeeded', requestedByName: 'Jo Ledger', reason: 'Asked for by telephone.' },
    { amountPence: 5_000, state: 'succeeded' },
  ])
  const ofOrder = { filters: { ...everything, q: order }, sort: usualOrderSort, limit: 10, offset: 0 }
  expect(await listAdminOrders(funnel.sql, ofOrder)).toMatchObject([{ refunded_pence: 19_900, status: 'refunded' }])
  expect(await funnel.mails('order-refunded')).toHaveLength(1)
})

test('a refund asked for twice with one key goes back once', async () => {
  const { order } = await buy()
  const requestKey = crypto.randomUUID()
  const outcomes = await Promise.all(Array.from({ length: 5 }, () => refund(order, { amountPence: 1_000, requestKey })))
  for (const outcome of outcomes) expect(['refunded', 'under-way']).toContain(outcome.kind)
  expect(await refund(order, { amountPence: 1_000, requestKey })).toMatchObject({ kind: 'refunded' })
  expect(await providerRefunds()).toHaveLength(1)
})

test.each(['rate-limit', 'hang', 'in-use'] as const)(
  'a refund that the provider does not answer (%s) is made good by reconciliation, once',
  async (fault) => {
    const { id, order } = await buy('marketing')
    await funnel.controls.fault(fault, { count: 2, matching: 'POST /v1/refunds' })
    expect(await refund(order)).toMatchObject({ kind: 'under-way' })
    await funnel.sql`delete from sandbox.payment_faults`
    funnel.state.time = new Date('2026-11-21T12:20:00Z')
    await reconcilePayments({}, funnel.services)
    await funnel.takeWaiting()
    expect(await funnel.order(id)).toMatchObject({ status: 'refunded' })
    expect(await listRefunds(funnel.sql, { orderId: order })).toMatchObject([{ state: 'succeeded' }])
    expect(await providerRefunds()).toHaveLength(1)
  },
  20_000,
)

test('a refund whose answer is lost is asked for again under the same key, and goes back once', async () => {
  const { order } = await buy()
  await funnel.controls.fault('lost-answer', { matching: 'POST /v1/refunds' })
  expect(await refund(order, { amountPence: 1_000 })).toMatchObject({ kind: 'refunded' })
  expect(await providerRefunds()).toHaveLength(1)
})

test('a refund that the provider refuses says so, and another may be asked for', async () => {
  const { id, order } = await buy()
  const dispute = await funnel.controls.openDispute((await funnel.order(id)).payment_intent_id)
  expect(await refund(order)).toMatchObject({ kind: 'refused', problem: 'charge_disputed' })
  expect(await listRefunds(funnel.sql, { orderId: order })).toMatchObject([
    { state: 'failed', problem: 'charge_disputed' },
  ])
  await funnel.controls.closeDispute(dispute.id, 'won')
  expect(await refund(order)).toMatchObject({ kind: 'refunded' })
})

test.each(['server-error', 'late-error'] as const)(
  'a refund that the provider answers with a %s may have been made: it goes back once, whoever looks',
  async (fault) => {
    const { order } = await buy()
    const requestKey = crypto.randomUUID()
    const part = () => refund(order, { amountPence: 5_000, requestKey })
    await funnel.controls.fault(fault, { matching: 'POST /v1/refunds' })
    expect(await part()).toMatchObject({ kind: 'under-way', amountPence: 5_000 })
    expect(await listRefunds(funnel.sql, { orderId: order })).toMatchObject([{ state: 'asked', problem: null }])
    // Neither the same form nor another one sends more money after it.
    expect(await part()).toMatchObject({ kind: 'under-way' })
    expect(await refund(order, { amountPence: 5_000 })).toEqual({ kind: 'being-asked' })
    expect(await readRefundable(funnel.services, { orderId: order })).toEqual({ kind: 'being-asked' })

    funnel.state.time = new Date('2026-11-21T12:20:00Z')
    await reconcilePayments({}, funnel.services)
    expect(await listRefunds(funnel.sql, { orderId: order })).toMatchObject([
      { state: 'succeeded', amountPence: 5_000 },
    ])
    expect(await part()).toMatchObject({ kind: 'refunded', amountPence: 5_000 })
    await funnel.takeWaiting()
    expect(await providerRefunds()).toHaveLength(1)
    expect(await readRefundable(funnel.services, { orderId: order })).toMatchObject({ leftPence: 14_900 })
  },
)

test("a refund that was made behind a server error is settled by the provider's news of it", async () => {
  const { id, order } = await buy('marketing')
  await funnel.controls.fault('late-error', { matching: 'POST /v1/refunds' })
  expect(await refund(order)).toMatchObject({ kind: 'under-way' })
  for (const event of await funnel.events('refund.created')) await funnel.take(event)
  expect(await listRefunds(funnel.sql, { orderId: order })).toMatchObject([
    { state: 'succeeded', requestedByName: 'Jo Ledger' },
  ])
  expect(await funnel.order(id)).toMatchObject({ status: 'refunded' })
  expect(await providerRefunds()).toHaveLength(1)
})

test('a refund that was given up without an answer is taken by the news that it was made after all', async () => {
  const { order } = await buy()
  await funnel.controls.fault('hang', { count: 2, matching: 'POST /v1/refunds' })
  expect(await refund(order, { amountPence: 1_000 })).toMatchObject({ kind: 'under-way' })
  funnel.state.time = new Date('2026-11-22T12:20:00Z')
  await reconcilePayments({}, funnel.services)
  const [given] = await listRefunds(funnel.sql, { orderId: order })
  expect(given).toMatchObject({ state: 'failed', problem: 'no-answer' })
  const { paymentIntentId } = given!
  const metadata = { order_id: order, refund_id: given!.id }
  await funnel.services.payments.refundPayment({
    paymentIntentId,
    amountPence: 1_000,
    metadata,
    idempotencyKey: 'late',
  })
  for (const event of await funnel.events('refund.created')) await funnel.take(event)
  expect(await listRefunds(funnel.sql, { orderId: order })).toMatchObject([
    { id: given!.id, state: 'succeeded', problem: null },
  ])
})

test('a refund that is refused because an unheard attempt gave the money back is a refund', async () => {
  const { order } = await buy()
  await funnel.controls.fault('hang', { count: 2, matching: 'POST /v1/refunds' })
  const requestKey = crypto.randomUUID()
  expect(await refund(order, { requestKey })).toMatchObject({ kind: 'under-way' })
  const [asked] = await listRefunds(funnel.sql, { orderId: order })
  const { paymentIntentId, amountPence, id } = asked!
  // The provider has forgotten the key before its day is over.
  const metadata = { order_id: order, refund_id: id }
  await funnel.services.payments.refundPayment({ paymentIntentId, amountPence, metadata, idempotencyKey: 'unheard' })
  expect(await refund(order, { requestKey })).toMatchObject({ kind: 'refunded', refundId: id })
  expect(await providerRefunds()).toHaveLength(1)
})

test('of two forms at once on one payment that meet no answer, one is asked for', async () => {
  const { order } = await buy()
  await funnel.controls.fault('late-error', { matching: 'POST /v1/refunds' })
  const outcomes = await Promise.all([1, 2].map(() => refund(order, { amountPence: 3_000 })))
  expect(outcomes.map(({ kind }) => kind).sort()).toEqual(['being-asked', 'under-way'])
  expect(await providerRefunds()).toHaveLength(1)
})

test('a job without a person may give money back', async () => {
  const { order } = await buy()
  const given = { orderId: order, amountPence: null, reason: 'Nobody confirmed.', requestKey: order }
  const byJob = { ...given, by: { id: null, name: 'The site' } }
  expect(await refundOrder(funnel.services, byJob)).toMatchObject({ kind: 'refunded' })
  expect(await listRefunds(funnel.sql, { orderId: order })).toMatchObject([{ requestedByName: 'The site' }])
})

test('a refund without an answer for a day is not asked for again: it might go back twice', async () => {
  const { order } = await buy()
  await funnel.controls.fault('hang', { count: 2, matching: 'POST /v1/refunds' })
  expect(await refund(order, { amountPence: 1_000 })).toMatchObject({ kind: 'under-way' })
  await funnel.sql`delete from sandbox.payment_faults`
  funnel.state.time = new Date('2026-11-22T12:20:00Z')
  await reconcilePayments({}, funnel.services)
  expect(await listRefunds(funnel.sql, { orderId: order })).toMatchObject([{ state: 'failed', problem: 'no-answer' }])
  expect(await providerRefunds()).toHaveLength(0)
})

test('a free first year has nothing to give back; a refunded listing lapses and is not billed again', async () => {
  const free = await buy('listing', 'LAUNCH100')
  expect(await refund(free.order)).toEqual({ kind: 'nothing-taken' })
  const paid = await buy('listing')
  expect(await refund(paid.order)).toMatchObject({ kind: 'refunded', amountPence: 4_900 })
  const order = await funnel.order(paid.id)
  expect(order.status).toBe('refunded')
  const [entry] = await funnel.sql`
    select register_status(status, valid_until) as status from register_entries where application_id = ${paid.id}`
  expect(entry!.status).toBe('lapsed')
  expect(await funnel.services.payments.retrieveSubscription(order.subscription_id)).toMatchObject({
    status: 'canceled',
  })
  expect(await refund(crypto.randomUUID())).toEqual({ kind: 'not-found' })
})

test('of a subscription the latest payment goes back', async () => {
  const { id, order } = await buy('ads')
  const { subscription_id, payment_intent_id } = await funnel.order(id)
  funnel.state.time = new Date('2026-12-21T11:59:00Z')
  await funnel.controls.renewSubscription(subscription_id)
  const refundable = await readRefundable(funnel.services, { orderId: order })
  expect(refundable).toMatchObject({ kind: 'refundable', leftPence: 25_900 })
  expect((refundable as { paymentIntentId: string }).paymentIntentId).not.toBe(payment_intent_id)
})

test('a payment that was taken twice goes back from its discrepancy, which is settled by that', async () => {
  const first = await buy('award')
  await funnel.sql`update orders set status = 'expired' where id = ${first.order}`
  const request = { applicationId: first.id, product: 'award', coupon: null, metadata: { engraving: 'Again' } } as const
  const sessionId = sessionOf(ready(await startCheckout(funnel.services, request, null)))
  await funnel.controls.paySession(sessionId)
  expect(await fulfilCheckout(funnel.services, sessionId)).toMatchObject({ kind: 'paid' })
  expect(await fulfilCheckout(funnel.services, first.sessionId)).toEqual({ kind: 'paid-twice' })
  const [discrepancy] = await listDiscrepancies(funnel.sql, {
    onlyOpen: true,
    orderId: first.order,
    offset: 0,
    limit: 10,
  })
  expect(
    await listAdminOrders(funnel.sql, { filters: everything, sort: usualOrderSort, limit: 10, offset: 0 }),
  ).toMatchObject([{ has_discrepancy: false }, { has_discrepancy: true }])
  const outcome = await refundOrder(funnel.services, {
    discrepancyId: discrepancy!.id,
    amountPence: null,
    reason: 'Paid twice.',
    requestKey: crypto.randomUUID(),
    by,
  })
  expect(outcome).toMatchObject({ kind: 'refunded', amountPence: 19_900 })
  expect(await listDiscrepancies(funnel.sql, { onlyOpen: true, orderId: null, offset: 0, limit: 10 })).toHaveLength(0)
  expect(await listDiscrepancies(funnel.sql, { onlyOpen: false, orderId: null, offset: 0, limit: 10 })).toMatchObject([
    { note: 'The payment was refunded.' },
  ])
  expect(await funnel.sql`select from orders where status = 'paid'`).toHaveLength(1)
})

test('a discrepancy is settled once, by name and with a note', async () => {
  const { order } = await buy()
  await funnel.sql`
    insert into payment_discrepancies (kind, order_id, checkout_session_id, difference, amount_pence, currency, found_at)
    values ('mismatch', ${order}, 'cs_test_x', 'amount', 100, 'gbp', '2026-11-21T12:00:00Z')`
  const [discrepancy] = await listDiscrepancies(funnel.sql, {
    onlyOpen: true,
    orderId: null,
    offset: 0,
    limit: 10,
  })
  const settle = () =>
    settleDiscrepancy(funnel.sql, {
      discrepancyId: discrepancy!.id,
      personId: by.id,
      personName: by.name,
      note: 'Booked by hand.',
      now: '2026-11-21T13:00:00Z',
    })
  expect(await settle()).toHaveLength(1)
  expect(await settle()).toHaveLength(0)
  expect(await listDiscrepancies(funnel.sql, { onlyOpen: false, orderId: order, offset: 0, limit: 10 })).toMatchObject([
    { settled_by_name: 'Jo Ledger', note: 'Booked by hand.' },
  ])
  expect(
    await listDiscrepancies(funnel.sql, {
      onlyOpen: false,
      orderId: null,
      offset: 1,
      limit: 10,
    }),
  ).toHaveLength(0)
})

test('orders are found by what is known of them, page by page', async () => {
  const bought = []
  for (const product of ['award', 'marketing', 'ads', 'listing'] as const) bought.push(await buy(product))
  const list = ({ after = null, ...given }: Partial<typeof everything> & { after?: string | null }, limit = 10) =>
    listAdminOrders(funnel.sql, {
      filters: { ...everything, ...given },
      sort: usualOrderSort,
      afterOrder: after,
      limit,
      offset: 0,
    })
  const ids = async (...wanted: Parameters<typeof list>) => (await list(...wanted)).map(({ id }) => id)
  const newestFirst = bought.map(({ order }) => order).toReversed()
  expect(await ids({})).toEqual(newestFirst)
  expect(await ids({}, 3)).toEqual(newestFirst.slice(0, 3))
  expect(await ids({ after: newestFirst[2]! }, 3)).toEqual(newestFirst.slice(3))
  expect(await ids({ status: 'refunded' })).toEqual([])
  expect(await ids({ until: '2026-11-20' })).toEqual([])
  expect(await ids({ type: 'ads' })).toEqual([bought[2]!.order])
  const sorted = async (sort: OrderSort, offset = 0) =>
    await listAdminOrders(funnel.sql, { filters: everything, sort, limit: 10, offset })
  expect((await sorted({ by: 'ordered', descending: false })).map(({ id }) => id)).toEqual(newestFirst.toReversed())
  expect((await sorted(usualOrderSort, 3)).map(({ id }) => id)).toEqual(newestFirst.slice(3))
  const due = async (descending: boolean) =>
    (await sorted({ by: 'due', descending })).map(({ amount_pence, discount_pence }) => amount_pence - discount_pence)
  expect(await due(false)).toEqual((await due(true)).toReversed())
  expect(await due(true)).toEqual((await due(true)).toSorted((one, other) => other - one))
  const counted = async (type: string) => (await countAdminOrders(funnel.sql, { ...everything, type }, 3))[0]?.count
  expect([await counted(''), await counted('ads')]).toEqual([3, 1])
  expect(await ids({ q: bought[1]!.reference.toLowerCase() })).toEqual([bought[1]!.order])
  expect(await ids({ q: 'HARBOUR lights' })).toHaveLength(4)
  expect(await ids({ q: '100%' })).toEqual([])
  expect(await ids({ q: bought[0]!.sessionId })).toEqual([bought[0]!.order])
})

test('events are listed with their order and what came of them, and one is replayed', async () => {
  const { id, order } = await buy()
  const [completed] = await funnel.events('checkout.session.completed')
  await funnel.take(completed!)
  await funnel.sql`
    insert into payment_events (id, type, payload) values ('evt_waiting', 'customer.created', '{"type": "customer.created", "data": {"object": {}}}')`
  const list = (state: 'waiting' | 'attention' | 'done') =>
    listPaymentEvents(funnel.sql, { state, newestFirst: true, offset: 0, limit: 10 })
  expect(await list('waiting')).toMatchObject([{ id: 'evt_waiting', processed_at: null }])
  expect(await list('done')).toMatchObject([{ id: completed!.id, outcome: 'paid', order_id: order }])
  expect(await list('attention')).toHaveLength(0)
  expect(await listPaymentEvents(funnel.sql, { orderId: order, newestFirst: true, offset: 0, limit: 10 })).toHaveLength(
    1,
  )
  expect(await listPaymentEvents(funnel.sql, { newestFirst: true, offset: 1, limit: 10 })).toHaveLength(1)

  // As if it had not been processed rightly.
  await funnel.sql`update orders set status = 'pending', paid_at = null where id = ${order}`
  expect(await funnel.sql.begin((tx) => replayPaymentEvent(tx, completed!.id))).toBe(true)
  await funnel.takeWaiting()
  expect(await funnel.order(id)).toMatchObject({ status: 'paid' })
  expect(await funnel.mails('order-paid')).toHaveLength(1)
  expect(await funnel.sql.begin((tx) => replayPaymentEvent(tx, 'evt_unknown'))).toBe(false)
})

test('each reconciliation leaves what it found', async () => {
  await buy()
  await reconcilePayments({}, funnel.services)
  await funnel.controls.fault('rate-limit', { count: 4, matching: 'GET /v1/events' })
  await expect(reconcilePayments({}, funnel.services)).rejects.toThrow('did not list')
  const runs = await funnel.sql`select * from reconciliation_runs order by id desc`
  // Of the payment page, of the card, and of the invoice of what was paid once.
  const done = { outcome: 'done', events_listed: 3, events_missed: 3, sessions_asked: 0 }
  expect(runs).toMatchObject([{ outcome: 'unavailable' }, done])
})
