import { addJob } from '#database/add-job.ts'
import { finishRun, readLastRun, startRun } from '#features/payments/admin/server/admin-queries.ts'
import { takeStaleSessions } from '#features/payments/checkout/server/checkout-queries.ts'
import { carryOutRefund } from '#features/payments/refunds/server/refund-order.ts'
import { listAskedRefunds } from '#features/payments/refunds/server/refund-queries.ts'
import { isPaymentsFailure, type PaymentEvent } from '#providers/payments/payments.ts'
import type { Services } from '#requests/services.ts'
import { fulfilCheckout } from './fulfil-checkout.ts'
import { addPaymentEvent, listStaleEvents } from './payment-event-queries.ts'
import { paymentEventTypes } from './process-payment-event.ts'

const hour = 60 * 60 * 1000
/**
 * How far back events are listed, in milliseconds: to an hour before the last run that heard everything, so that a site that was away
 * for a week misses nothing; the first time three days, as long as the provider itself repeats a webhook; never further than the
 * thirty days that it keeps them.
 */
const overlap = hour
const firstLookBack = 3 * 24 * hour
const maxLookBack = 30 * 24 * hour
/** What is younger is still on its way. In milliseconds. */
const minAge = hour / 4
const atATime = 200

/**
 * Finds what no webhook brought: events that the provider has and we do not, events that nobody processed, open orders of which
 * nothing was heard, and refunds that were asked for without an answer. Everything found goes the ordinary way, so discrepancy it twice
 * changes nothing. What a run has found is kept.
 *
 * @throws when the provider does not answer: the queue tries again.
 */
export async function reconcilePayments(_: Record<string, never>, services: Services): Promise<void> {
  const { sql, payments, now } = services
  const start = now().getTime()
  const [last] = await readLastRun(sql)
  const since = Math.max(start - maxLookBack, last ? Date.parse(last.started_at) - overlap : start - firstLookBack)
  const [run] = await startRun(sql, { now: now().toISOString() })
  const before = new Date(now().getTime() - minAge).toISOString()
  const found = { staleEvents: 0, asked: 0, paid: 0, refunds: 0, listed: 0, missed: 0 }

  for (const { id } of await listStaleEvents(sql, { before, limit: atATime })) {
    await addJob(sql, 'work-off-payment-event', { eventId: id }, { key: `payment-event:${id}` })
    found.staleEvents++
  }
  for (const { session_id } of await takeStaleSessions(sql, { before, limit: atATime, now: now().toISOString() })) {
    const { kind } = await fulfilCheckout(services, session_id)
    found.asked++
    if (kind === 'paid') found.paid++
  }
  for (const { id } of await listAskedRefunds(sql, { before, limit: atATime })) {
    await carryOutRefund(services, id)
    found.refunds++
  }
  const types = [...paymentEventTypes]
  const listed = await payments.listEvents({ types, since: new Date(since), limit: 10_000 })
  if (isPaymentsFailure(listed)) {
    await finish('unavailable')
    throw new Error('The payment provider did not list its events.')
  }
  found.listed = listed.events.length
  // Oldest first, as they happened.
  for (const event of listed.events.toReversed()) if (await take(event)) found.missed++
  await finish('done')

  async function take(event: PaymentEvent): Promise<boolean> {
    return await sql.begin(async (tx) => {
      const [added] = await addPaymentEvent(tx, { eventId: event.id, type: event.type, json: JSON.stringify(event) })
      if (added) await addJob(tx, 'work-off-payment-event', { eventId: event.id })
      return Boolean(added)
    })
  }

  async function finish(outcome: 'done' | 'unavailable'): Promise<void> {
    const { staleEvents, asked, paid, refunds, listed: events, missed } = found
    await finishRun(sql, {
      runId: run!.id,
      now: now().toISOString(),
      outcome,
      staleEvents,
      sessionsAsked: asked,
      sessionsPaid: paid,
      refundsAsked: refunds,
      eventsListed: events,
      eventsMissed: missed,
    })
  }
}
