import { expect, test } from 'bun:test'
import { funnelOfFile } from '#features/payments/server/funnel-fixture.ts'
import { addApplication } from '#test/add-application.ts'
import { reconcilePayments } from './reconcile-payments.ts'

const funnel = await funnelOfFile()

test('what no webhook brought is found, and found again changes nothing', async () => {
  const paid = await funnel.open()
  await funnel.controls.paySession(paid.sessionId)
  const refunded = await funnel.open()
  await funnel.controls.paySession(refunded.sessionId)
  const [charge] = await funnel.sql`
    select id from sandbox.payment_objects where object = 'charge' order by position desc limit 1`
  await funnel.controls.refund(charge!.id)
  const abandoned = await funnel.open()
  // The orders are older than what may still be on its way.
  await funnel.sql`update orders set created_at = '2026-11-21T11:00:00Z'`

  for (let round = 0; round < 2; round++) {
    await reconcilePayments({}, funnel.services)
    await funnel.takeWaiting()
    expect((await funnel.order(paid.id)).status).toBe('paid')
    expect((await funnel.order(refunded.id)).status).toBe('refunded')
    expect((await funnel.order(abandoned.id)).status).toBe('pending')
  }
  expect(await funnel.sql`select from register_entries`).toHaveLength(2)

  // An abandoned page runs out, and its order with it.
  funnel.state.time = new Date('2026-11-22T13:00:00Z')
  await reconcilePayments({}, funnel.services)
  expect((await funnel.order(abandoned.id)).status).toBe('expired')
})

test('what was paid for an order that a restore has lost is found, and the team is told once', async () => {
  const lost = await funnel.open()
  await funnel.controls.paySession(lost.sessionId)
  await funnel.sql`delete from orders where application_id = ${lost.id}`
  for (let round = 0; round < 2; round++) {
    await reconcilePayments({}, funnel.services)
    await funnel.takeWaiting()
    expect(await funnel.sql`select from payment_discrepancies where kind = 'unknown-order'`).toHaveLength(1)
    expect(await funnel.mails('payment-discrepancy')).toHaveLength(1)
  }
})

test('an event that nobody processed is given to the queue again', async () => {
  await funnel.sql`
    insert into payment_events (id, type, payload, received_at)
    values ('evt_left', 'customer.updated', '{"type": "customer.updated"}', '2026-11-20T10:00:00Z')`
  await reconcilePayments({}, funnel.services)
  await reconcilePayments({}, funnel.services)
  const jobs = await funnel.sql`
    select from graphile_worker._private_jobs where payload ->> 'eventId' = 'evt_left'`
  expect(jobs).toHaveLength(1)
})

test('it tries again later when the provider does not answer', async () => {
  await funnel.controls.fault('rate-limit', { count: 4, matching: 'GET /v1/events' })
  expect(reconcilePayments({}, funnel.services)).rejects.toThrow('did not list')
})

test('two hundred pages that never settle keep no payment waiting', async () => {
  await funnel.sql`delete from sandbox.payment_faults`
  for (let count = 0; count < 50; count++) {
    const { id, organisationId } = await addApplication(funnel.sql, { status: 'approved' })
    await funnel.sql`
      insert into orders (application_id, organisation_id, type, amount_pence, checkout_session_id, created_at)
      select ${id}, ${organisationId}, type, 4900, 'cs_test_unknown_' || ${id} || type, '2026-11-01'
      from unnest(array['listing', 'award', 'marketing', 'ads']) as type`
  }
  const paid = await funnel.open()
  await funnel.controls.paySession(paid.sessionId)
  await funnel.sql`update orders set created_at = '2026-11-21T11:00:00Z' where application_id = ${paid.id}`
  for (let round = 0; round < 2; round++) await reconcilePayments({}, funnel.services)
  expect((await funnel.order(paid.id)).status).toBe('paid')
}, 20_000)
