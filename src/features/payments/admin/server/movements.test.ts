import { beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { usualOrderSort } from '#features/payments/admin/rules.ts'
import { listAdminOrders } from '#features/payments/admin/server/order-list-queries.ts'
import { sumRevenue } from '#features/payments/ledger/server/sum-movements.ts'
import { funnelOfFile } from '#features/payments/server/funnel-fixture.ts'
import { emptyTables } from '#test/empty-tables.ts'

setDefaultTimeout(60_000)

const funnel = await funnelOfFile()
beforeAll(async () => {
  await funnel.sql`
    insert into people (id, name, email, roles) values
      ('fin', 'Fay Nance', 'fay@beaa.example', '{finance}'), ('own', 'Owen Owner', 'owen@beaa.example', '{owner}'),
      ('rev', 'Rae View', 'rae@beaa.example', '{reviewer}')`
})
beforeEach(async () => {
  funnel.state.time = new Date('2026-11-21T12:00:00Z')
  await emptyTables(
    funnel.sql,
    'payment_events, payment_discrepancies, order_refunds, order_renewals, order_disputes, money_movements, register_history, register_entries, orders, applications, organisations, mails, sandbox.payment_objects, sandbox.payment_deliveries cascade',
  )
})

async function buy() {
  const bought = await funnel.open()
  await funnel.controls.paySession(bought.sessionId)
  await hear()
  return bought
}

async function hear(): Promise<void> {
  for (const event of await funnel.events()) await funnel.take(event)
}

const list = (status = '') => {
  const filters = { status, type: '', q: '', from: '', until: '' }
  return listAdminOrders(funnel.sql, { filters, sort: usualOrderSort, limit: 10, offset: 0 })
}
const found = async (status: string) => (await list(status)).map(({ id }) => id)
const row = async () => (await list())[0]!
const revenue = async (first: string, last: string) => (await sumRevenue(funnel.sql, { first, last }))[0]
const dispute = async () => (await funnel.sql`select * from order_disputes`)[0]!
const renew = async (id: string, day: string) => {
  funnel.state.time = new Date(`${day}T11:59:00Z`)
  await funnel.controls.renewSubscription((await funnel.order(id)).subscription_id)
  await hear()
}

test('a renewal is money: of its order, and of the day on which it was paid', async () => {
  const { id } = await buy()
  await renew(id, '2027-11-21')
  // Heard again under another name.
  for (const event of await funnel.events('invoice.paid')) await funnel.take({ ...event, id: `${event.id}_again` })
  expect(await row()).toMatchObject({ renewals: 1, renewed_pence: 4_900, renewed_at: '2027-11-21T11:59:00.000Z' })
  expect(await revenue('2027-11-01', '2027-11-30')).toMatchObject({ payments: 1, paidPence: 4_900 })
  expect(await revenue('2026-11-01', '2027-11-30')).toMatchObject({ payments: 2, paidPence: 9_800 })
})

test('two renewals are two, also where the later one is heard first', async () => {
  const { id } = await buy()
  const subscription = (await funnel.order(id)).subscription_id
  for (const year of [2027, 2028]) {
    funnel.state.time = new Date(`${year}-11-21T11:59:00Z`)
    await funnel.controls.renewSubscription(subscription)
  }
  for (const event of (await funnel.events('invoice.paid')).toReversed()) await funnel.take(event)
  expect(await row()).toMatchObject({ renewals: 2, renewed_pence: 9_800, status: 'paid' })
})

test('a disputed payment is no revenue until it is won', async () => {
  const { id } = await buy()
  const opened = await funnel.controls.openDispute((await funnel.order(id)).payment_intent_id)
  await hear()
  expect(await revenue('2026-11-01', '2026-11-30')).toMatchObject({ paidPence: 4_900, disputedPence: 4_900 })
  await funnel.controls.closeDispute(opened.id, 'lost')
  await hear()
  expect(await revenue('2026-11-01', '2026-11-30')).toMatchObject({ paidPence: 4_900, disputedPence: 4_900 })
  expect(await row()).toMatchObject({ status: 'refunded', disputed_pence: 4_900 })
  await funnel.controls.updateDispute(opened.id, 'won')
  await hear()
  expect(await revenue('2026-11-01', '2026-11-30')).toMatchObject({ paidPence: 4_900, disputedPence: 0 })
})

test('a dispute is kept with its amount, reason and deadline, and a renewal after it does not hide it', async () => {
  const { id } = await buy()
  const order = await funnel.order(id)
  await funnel.controls.openDispute(order.payment_intent_id)
  await hear()
  await renew(id, '2027-11-21')
  expect((await funnel.order(id)).status).toBe('paid')
  expect(await dispute()).toMatchObject({
    order_id: order.id,
    amount_pence: 4_900,
    reason: 'fraudulent',
    status: 'needs_response',
    due_by: '2026-12-05T12:00:00.000Z',
    ended_at: null,
  })
  expect(await row()).toMatchObject({ has_open_dispute: true, disputed_pence: 4_900, renewed_pence: 4_900 })
  expect(await found('disputed')).toEqual([order.id])
  await funnel.controls.closeDispute((await dispute()).id, 'won')
  await hear()
  expect(await dispute()).toMatchObject({ status: 'won', ended_at: '2027-11-21T11:59:00.000Z' })
  expect(await found('disputed')).toEqual([])
})

test('news of a dispute that come late do not open it again', async () => {
  const { id } = await buy()
  const opened = await funnel.controls.openDispute((await funnel.order(id)).payment_intent_id)
  await funnel.controls.closeDispute(opened.id, 'won')
  for (const event of (await funnel.events('charge.dispute.created', 'charge.dispute.closed')).toReversed())
    await funnel.take(event)
  expect(await dispute()).toMatchObject({ status: 'won' })
})

test('who looks after the money hears of a dispute at once, with amount, deadline and link, and of its end', async () => {
  const { id } = await buy()
  const order = await funnel.order(id)
  const opened = await funnel.controls.openDispute(order.payment_intent_id)
  await hear()
  await funnel.controls.updateDispute(opened.id, 'under_review')
  await hear()
  const mails = await funnel.mails('payment-dispute')
  expect(mails.map(({ to_email }) => to_email).sort()).toEqual(['fay@beaa.example', 'owen@beaa.example'])
  for (const part of ['49.00 GBP', '5 December 2026', 'who applied, and how', `/admin/orders/${order.id}`])
    expect(mails[0]!.text_body).toContain(part)
  await funnel.controls.closeDispute(opened.id, 'lost')
  await hear()
  const [, , ended] = await funnel.mails('payment-dispute')
  expect(ended!.text_body).toContain('Lost, the money went back to the payer')
})

test('an early warning is told and is revenue all the same; the dispute that it becomes is told again', async () => {
  const { id } = await buy()
  const opened = await funnel.controls.openDispute((await funnel.order(id)).payment_intent_id)
  await funnel.controls.updateDispute(opened.id, 'warning_needs_response')
  await hear()
  expect(await revenue('2026-11-01', '2026-11-30')).toMatchObject({ disputedPence: 0 })
  expect(await funnel.mails('payment-dispute')).toHaveLength(2)
  await funnel.controls.updateDispute(opened.id, 'needs_response')
  await hear()
  expect(await funnel.mails('payment-dispute')).toHaveLength(4)
})

test('a part that went back is shown, found under “Refunded”, and counted on its own day', async () => {
  const { id } = await buy()
  const order = await funnel.order(id)
  funnel.state.time = new Date('2027-01-10T12:00:00Z')
  await funnel.controls.refund(order.payment_intent_id, 2_000)
  // Heard a week later.
  funnel.state.time = new Date('2027-01-17T12:00:00Z')
  await hear()
  expect(await row()).toMatchObject({
    status: 'paid',
    refunded_pence: 2_000,
    refunded_at: '2027-01-10T12:00:00.000Z',
  })
  expect(await found('refunded')).toEqual([order.id])
  expect(await found('paid')).toEqual([order.id])
  expect(await revenue('2027-01-01', '2027-01-12')).toMatchObject({ payments: 0, refundedPence: 2_000 })
})

test('who cancels is told until when it goes on, each time, and not by other news of the subscription', async () => {
  const { id } = await buy()
  const subscription = (await funnel.order(id)).subscription_id
  expect(await funnel.mails('renewal-stopped')).toHaveLength(0)
  await funnel.controls.cancelAtPeriodEnd(subscription)
  await hear()
  for (const event of await funnel.events('customer.subscription.updated'))
    await funnel.take({ ...event, id: `${event.id}_again` })
  const [told, ...more] = await funnel.mails('renewal-stopped')
  expect(more).toEqual([])
  expect(told!.text_body).toContain('You have cancelled. Your order ends on 21 November 2027. Nothing more is charged.')
})
