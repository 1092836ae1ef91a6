import { beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { fulfilCheckout } from '#features/payments/fulfilment/server/fulfil-checkout.ts'
import { reconcilePayments } from '#features/payments/fulfilment/server/reconcile-payments.ts'
import { refundOrder } from '#features/payments/refunds/server/refund-order.ts'
import { funnelOfFile } from '#features/payments/server/funnel-fixture.ts'
import type { Services } from '#requests/services.ts'
import { emptyTables } from '#test/empty-tables.ts'
import { listUnbooked } from './compare-books.ts'
import { fillLedger } from './fill-ledger.ts'

setDefaultTimeout(60_000)

const funnel = await funnelOfFile()
const { sql, controls, services } = funnel
const ledger = 'money_movements, provider_transactions, ledger_differences, ledger_progress'

beforeEach(async () => {
  funnel.state.time = new Date('2026-11-21T12:00:00Z')
  await emptyTables(
    sql,
    `payment_events, payment_discrepancies, order_refunds, order_renewals, order_disputes, ${ledger}, register_history, register_entries, orders, applications, organisations, mails, sandbox.payment_objects, sandbox.payment_deliveries, sandbox.payment_faults cascade`,
  )
})

async function processEvents(): Promise<void> {
  for (const event of await funnel.events()) await funnel.take(event)
}

async function buy() {
  const bought = await funnel.open()
  await controls.paySession(bought.sessionId)
  await processEvents()
  await sql`update orders set created_at = '2026-11-21T12:00:00Z'`
  return await funnel.order(bought.id)
}

/** What a process of the last release leaves: its own tables, and nothing in the ledger. */
const asTheLastReleaseLeavesIt = () => emptyTables(sql, ledger)

const later = (days: number): Services => ({
  ...services,
  now: () => new Date(funnel.state.time.getTime() + days * 24 * 60 * 60 * 1000),
})

async function compared() {
  const [sums] = await sql`
    select (select coalesce(sum(amount_pence), 0)::int from money_movements where moves) as ledger,
      (select sum((body ->> 'net')::int)::int from sandbox.payment_objects where object = 'balance_transaction') as provider`
  const differences = await sql`select from ledger_differences where settled_at is null`
  return { ...sums, differences: differences.length } as { ledger: number; provider: number; differences: number }
}

const kinds = async (where = sql`true`) =>
  (await sql`select kind, source from money_movements where ${where} order by happened_at, id`).map(
    ({ kind, source }) => `${kind} ${source}`,
  )

test('a register of the last release is brought in by a job that stops in the middle, while that release goes on', async () => {
  const renewed = await buy()
  funnel.state.time = new Date('2026-11-25T10:00:00Z')
  const refunded = await buy()
  const asked = await refundOrder(services, {
    orderId: refunded.id,
    amountPence: 1_500,
    reason: 'Goodwill',
    requestKey: crypto.randomUUID(),
    by: { id: null, name: 'Fay Nance' },
  })
  expect(asked.kind).toBe('refunded')
  const disputed = await buy()
  await controls.openDispute(disputed.payment_intent_id)
  await controls.payOut()
  funnel.state.time = new Date('2027-11-21T11:59:00Z')
  await controls.renewSubscription(renewed.subscription_id)
  const failing = await buy()
  await controls.failRefund((await controls.refund(failing.payment_intent_id)).id)
  await processEvents()
  const [dispute] = await sql`select id from order_disputes`
  await controls.closeDispute(dispute!.id, 'lost')
  await processEvents()
  await asTheLastReleaseLeavesIt()

  // The first run ends after a few questions to the provider, in the middle of the renewals.
  const stopping = new AbortController()
  const stopped = {
    ...services,
    payments: {
      ...services.payments,
      retrieveDispute: async (id: string) => {
        stopping.abort(new Error('The process ends.'))
        return await services.payments.retrieveDispute(id)
      },
    },
  }
  expect(fillLedger(stopped, { stopping: stopping.signal })).rejects.toThrow('The process ends.')
  await Bun.sleep(0)
  while (!stopping.signal.aborted) await Bun.sleep(10)
  await Bun.sleep(100)
  const half = await kinds()
  expect(half).toContain('renewal import')
  expect(half.filter((kind) => kind.startsWith('fee'))).toEqual([])

  // Meanwhile the last release sells, and writes what it knows.
  const meanwhile = await buy()
  await controls.refund(meanwhile.payment_intent_id, 900)
  await processEvents()
  await emptyTablesOf(meanwhile.id)

  await fillLedger(later(2))
  const all = await kinds()
  expect(all.filter((kind) => !kind.endsWith(' import'))).toEqual([])
  expect(
    Object.entries(Object.groupBy(all, (kind) => kind.split(' ')[0]!)).map(([kind, of]) => [kind, of!.length]),
  ).toEqual(
    expect.arrayContaining([
      ['payment', 5],
      ['renewal', 1],
      ['refund-asked', 1],
      ['refund-sent', 3],
      ['refund-failed', 1],
      ['dispute-opened', 1],
      ['dispute-lost', 1],
      ['dispute-fee', 1],
      ['payout', 1],
      ['fee', 6],
    ]),
  )
  const first = await compared()
  expect(first).toEqual({ ledger: first.provider, provider: first.provider, differences: 0 })
  expect(await sql`select from money_movements where is_estimated`).toHaveLength(0)

  // Run again it changes nothing, and what the last release writes afterwards comes with the next reconciliation.
  expect(await fillLedger(later(2))).toEqual({ added: 0, differences: 0 })
  funnel.state.time = new Date('2027-11-26T10:00:00Z')
  const afterwards = await buy()
  await emptyTablesOf(afterwards.id)
  await reconcilePayments({}, later(3))
  expect(await kinds(sql`order_id = ${afterwards.id}`)).toEqual(['payment reconciliation', 'fee reconciliation'])
  const last = await compared()
  expect(last).toEqual({ ledger: last.provider, provider: last.provider, differences: 0 })
})

test('what was taken for an order that is gone, and of which only the bill was heard, is brought in once', async () => {
  await buy()
  const gone = await funnel.open()
  await controls.paySession(gone.sessionId)
  await sql`delete from orders where application_id = ${gone.id}`
  expect(await funnel.take((await funnel.events('invoice.paid')).at(-1)!)).toBe('unknown-order')
  await asTheLastReleaseLeavesIt()
  await fillLedger(later(2))
  await fillLedger(later(2))
  expect(await kinds(sql`order_id is null and kind <> 'fee'`)).toEqual(['payment import'])
  const books = await compared()
  expect(books).toEqual({ ledger: books.provider, provider: books.provider, differences: 0 })
})

/** As if the last release had told nobody of this order. */
async function emptyTablesOf(orderId: string): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`delete from money_movements where order_id = ${orderId}`
  })
}

test('without the provider’s books what is here is brought in, marked as estimated', async () => {
  const order = await buy()
  await asTheLastReleaseLeavesIt()
  const refused = {
    failure: 'payments-rejected',
    code: 'more_permissions_required',
    requestId: null,
    newKeyNeeded: false,
  } as const
  const closed = { ...services, payments: { ...services.payments, listBalanceTransactions: async () => refused } }
  await fillLedger(closed)
  const [row] = await sql`select kind, is_estimated from money_movements where order_id = ${order.id}`
  expect({ ...row }).toEqual({ kind: 'payment', is_estimated: true })
})

test('what only the provider holds is a difference that names both sides, until they agree', async () => {
  const order = await buy()
  await emptyTablesOf(order.id)
  await sql`update orders set paid_at = null, status = 'failed', checkout_session_id = 'cs_other' where id = ${order.id}`
  // Another program's charge of the same account: nothing here knows it.
  await sql`update sandbox.payment_objects set body = body || '{"metadata": {}}' where object = 'charge'`
  await sql`delete from sandbox.payment_objects where object = 'invoice_payment'`
  expect((await fillLedger(later(1))).differences).toBe(1)
  const [difference] = await sql`select provider_pence, ledger_pence, payment_intent_id from ledger_differences`
  expect({ ...difference }).toEqual({
    provider_pence: 4_900,
    ledger_pence: null,
    payment_intent_id: order.payment_intent_id,
  })
  // Named once.
  expect((await fillLedger(later(1))).differences).toBe(0)
  // As many are read at a time as are asked for, each once.
  const unbooked = await listUnbooked(sql, { since: null, after: null, limit: 100 })
  const first = await listUnbooked(sql, { since: null, after: null, limit: 1 })
  const rest = await listUnbooked(sql, { since: null, after: first[0]!.id, limit: 100 })
  expect([...first, ...rest]).toEqual(unbooked)
  const since = unbooked.at(-1)!.createdAt
  const sinceThen = await listUnbooked(sql, { since, after: first[0]!.id, limit: 100 })
  expect(sinceThen.every(({ createdAt }) => createdAt >= since)).toBe(true)
  await sql`update orders set status = 'pending', checkout_session_id = ${order.checkout_session_id} where id = ${order.id}`
  await fulfilCheckout(services, order.checkout_session_id)
  await fillLedger(later(2))
  const [settled] = await sql`select settled_by_name from ledger_differences`
  expect(settled!.settled_by_name).toBe('The comparison')
})
