import { coolingOffUntil, endUnconfirmedDays, remindedUntil, withDebit, withRetries } from '#domain/listing-term.ts'
import { isWithheld } from '#domain/register-status.ts'
import { openRenewal } from '#features/assessments/evidence/server/open-renewal.ts'
import { queueDocuments } from '#features/payments/documents/server/queries.ts'
import {
  changeOrder,
  endOrder,
  endRefunded,
  type Outcome,
  paidTwice,
  reclaimProduct,
} from '#features/payments/fulfilment/server/change-order.ts'
import { orderOfSubscription } from '#features/payments/fulfilment/server/find-order.ts'
import { publish } from '#features/payments/fulfilment/server/publish-listing.ts'
import { writeChange } from '#features/payments/fulfilment/server/write-order.ts'
import { movementsOfInvoice, writeMovements } from '#features/payments/ledger/server/write-movements.ts'
import { readFunnelApplication, readOrder } from '#features/payments/server/queries.ts'
import { endEntryAt } from '#features/register/server/end-entry.ts'
import { queueMail } from '#mail/queue-mail.ts'
import { type Invoice, isPaymentsFailure, lookupFailed } from '#providers/payments/payments.ts'
import type { Services } from '#requests/services.ts'
import { endSubscription } from './end-subscription.ts'
import {
  listingRenewedMail,
  paymentFailedMail,
  renewalNotConfirmedMail,
  renewalStoppedMail,
  renewalWithheldMail,
} from './renewal-mails.ts'

/** A subscription's bill was paid, or could not be: its subscription, period and state are read from the provider as it is now. */
export async function settleInvoice(services: Services, invoiceId: string): Promise<Outcome> {
  const invoice = await services.payments.retrieveInvoice(invoiceId)
  if (isPaymentsFailure(invoice)) return lookupFailed(invoice)
  const { subscriptionId, currency, status } = invoice
  if (!subscriptionId || currency !== 'gbp') return 'ignored'
  if (status === 'paid') return await renewOrder(services, subscriptionId, invoice)
  if (status !== 'open') return 'ignored'
  return invoice.isUnderWay
    ? await waitForDebit(services, subscriptionId, invoice)
    : await warnOfFailedPayment(services, subscriptionId, invoice)
}

/**
 * Only a period that ends later than the last one counts. An ended order is active again by it, unless its product was bought again: then the
 * subscription is ended. @param invoice its end counts: the subscription's moves on even where nobody has paid.
 */
async function renewOrder(services: Services, subscriptionId: string, invoice: Invoice): Promise<Outcome> {
  const { coversUntil, paidPence, currency, paymentIntentId } = invoice
  const found = await orderOfSubscription(services, subscriptionId)
  // Its money came in, whatever becomes of the order.
  if (found === 'unknown-order' || typeof found === 'object') {
    const orderId = typeof found === 'object' ? found.orderId : null
    await writeMovements(services.sql, services, movementsOfInvoice(invoice, orderId, services.now()))
  }
  const payment = { amountPence: paidPence, currency, paymentIntentId, subscriptionId }
  if (found === 'unknown-order' && paymentIntentId) {
    const unknown = { ...payment, kind: found, orderId: null, sessionId: null, difference: null }
    return await writeChange(services, async () => ({ outcome: found, discrepancies: [unknown] }))
  }
  if (typeof found === 'string') return found
  let isSuperfluous = false
  const outcome = await changeOrder(services, found.orderId, async (tx, order) => {
    const isNew = order.coversUntil === null || order.coversUntil < coversUntil
    const closes = isNew ? await reclaimProduct(tx, order) : []
    if (!closes) {
      isSuperfluous = true
      return paidTwice(order, payment)
    }
    // Its money came in, also where a later period is known already.
    const paidAt = invoice.paidAt ?? services.now().toISOString()
    if (invoice.isRenewal && paidPence > 0) {
      // Once for each bill, and never for a payment that was not recorded.
      await tx<Record<string, never>[]>`
        insert into order_renewals (order_id, invoice_id, payment_intent_id, amount_pence, paid_at)
        select ${order.id}::uuid, ${invoice.id}::text, ${paymentIntentId}::text, ${paidPence}::int, ${paidAt}::timestamptz
        where not exists (
          select from payment_discrepancies
          where payment_intent_id = ${paymentIntentId}::text and kind <> 'not-approved')
        on conflict (invoice_id) do nothing`
      await queueDocuments(tx, order.id)
    }
    if (!isNew) return { outcome: 'unchanged' }
    await tx<Record<string, never>[]>`
      update orders
      set status = 'paid', covers_until = ${coversUntil}::timestamptz, ended_by_payment = null, ended_by_dispute = null,
        payment_failed_at = null, subscription_ended_at = null, updated_at = now()
      where id = ${order.id}::uuid`
    if (order.type !== 'listing') return { outcome: 'renewed', closes }
    const { mails } = await publish(tx, services, order, coversUntil)
    await openRenewal(tx, { applicationId: order.applicationId }, services)
    if (invoice.isRenewal && paidPence > 0 && coolingOffUntil(paidAt) > services.now().toISOString()) {
      const [application] = await readFunnelApplication(tx, { applicationId: order.applicationId })
      const paid = { invoiceId: invoice.id, pence: paidPence, at: paidAt, until: coversUntil }
      mails.push(listingRenewedMail(order, application!, paid))
    }
    return { outcome: 'renewed', closes, mails }
  })
  return (isSuperfluous && (await endSubscription(services, subscriptionId))) || outcome
}

/** Nobody has to do anything, and the listing does not lapse meanwhile. The hourly job asks again before it would (`followUnpaid`). */
async function waitForDebit(services: Services, subscriptionId: string, invoice: Invoice): Promise<Outcome> {
  const found = await orderOfSubscription(services, subscriptionId)
  if (typeof found === 'string') return found
  return await changeOrder(services, found.orderId, async (tx, order) => {
    if (order.status !== 'paid' || !order.coversUntil || order.coversUntil >= invoice.coversUntil)
      return { outcome: 'unchanged' }
    const now = services.now()
    const { applicationId } = order
    const [application] = await readFunnelApplication(tx, { applicationId })
    const isEnding = (application!.entryValidUntil ?? '') < remindedUntil(now, 2)
    if (order.type === 'listing' && isEnding) {
      const cause = `bank debit of order ${order.id} under way`
      const { accreditAfter } = services.brand
      await endEntryAt(tx, { applicationId, until: withDebit(now), cause, accreditAfter, now })
    }
    return { outcome: 'waiting' }
  })
}

/** The payer is emailed once for each invoice; a listing is valid while the provider tries, and no longer than `withRetries`. */
async function warnOfFailedPayment(services: Services, subscriptionId: string, invoice: Invoice): Promise<Outcome> {
  const subscription = await services.payments.retrieveSubscription(subscriptionId)
  if (isPaymentsFailure(subscription)) return lookupFailed(subscription)
  // Paid since, over since, or the first payment, which its own page asks for again.
  if (subscription.status !== 'past_due') return 'unchanged'
  const found = await orderOfSubscription(services, subscriptionId)
  if (typeof found === 'string') return found
  return await changeOrder(services, found.orderId, async (tx, order) => {
    const isUnpaid = order.coversUntil !== null && order.coversUntil < invoice.coversUntil
    if (order.status !== 'paid' || !isUnpaid) return { outcome: 'unchanged' }
    const now = services.now()
    const at = now.toISOString()
    const lastDay = withRetries(order.coversUntil!, order.paymentFailedAt ?? at)
    await tx<Record<string, never>[]>`
      update orders set payment_failed_at = coalesce(payment_failed_at, ${at}::timestamptz), updated_at = now()
      where id = ${order.id}::uuid`
    if (order.type === 'listing' && lastDay > at) {
      const cause = `renewal of order ${order.id} not paid yet`
      const { accreditAfter } = services.brand
      await endEntryAt(tx, { applicationId: order.applicationId, until: lastDay, cause, accreditAfter, now })
    }
    const [application] = await readFunnelApplication(tx, { applicationId: order.applicationId })
    const isNew = await queueMail(tx, paymentFailedMail(order, application!, invoice, lastDay), services)
    return { outcome: isNew ? 'warned' : 'unchanged' }
  })
}

/** Its renewal was stopped or started again, could not be paid, the provider has stopped collecting (`unpaid`), or it has ended. */
export async function followSubscription(services: Services, subscriptionId: string): Promise<Outcome> {
  const subscription = await services.payments.retrieveSubscription(subscriptionId)
  if (isPaymentsFailure(subscription)) return lookupFailed(subscription)
  const found = await orderOfSubscription(services, subscriptionId)
  if (typeof found === 'string') return found
  const isOver = subscription.status === 'canceled' || subscription.status === 'unpaid'
  if (!isOver) {
    const { cancelAtPeriodEnd: isStopped } = subscription
    const noted = await changeOrder(services, found.orderId, async (tx, order) => {
      if (order.renewalStopped === isStopped) return { outcome: 'unchanged' }
      const [application] = await readFunnelApplication(tx, { applicationId: order.applicationId })
      const isListing = order.type === 'listing'
      // In the last days before a charge `stopWithheld` stops it.
      const isNear = (order.coversUntil ?? '') <= remindedUntil(services.now(), endUnconfirmedDays)
      const isNotSold = isStopped && isListing && isNear && isWithheld(application!.registerStatus)
      await tx<Record<string, never>[]>`
        update orders
        set renewal_stopped = ${isStopped}::boolean, withheld_of = case when ${isNotSold}::boolean then covers_until end,
          updated_at = now()
        where id = ${order.id}::uuid`
      if (!isStopped || !order.coversUntil) return { outcome: 'noted' }
      const byUs = await tx<Record<string, never>[]>`
        select from renewal_confirmations
        where application_id = ${order.applicationId}::uuid and covers_until = ${order.coversUntil}::timestamptz
          and stopped_at is not null and confirmed_at is null`
      const unconfirmedMail = isListing && byUs.length > 0 ? renewalNotConfirmedMail : renewalStoppedMail
      const stoppedMail = isNotSold ? renewalWithheldMail : unconfirmedMail
      return { outcome: 'noted', mails: [stoppedMail(order, application!, order.coversUntil)] }
    })
    // The news of the failed payment may have been looked into before the provider had marked the subscription; a debit that has begun
    // is no news of its own.
    const [order] = await readOrder(services.sql, { orderId: found.orderId })
    const isBehind = (order?.coversUntil ?? '') < subscription.currentPeriodEnd
    if (!(isBehind || subscription.status === 'past_due') || !subscription.latestInvoiceId) return noted
    const settled = await settleInvoice(services, subscription.latestInvoiceId)
    return settled === 'unchanged' || settled === 'ignored' ? noted : settled
  }
  const billed = await services.payments.findPaidPeriod(subscriptionId)
  if (isPaymentsFailure(billed) && billed.failure === 'payments-unavailable') return 'unavailable'
  const paidUntil = isPaymentsFailure(billed) ? null : billed.paidUntil
  return await changeOrder(services, found.orderId, async (tx, order) => {
    const cause = `${subscriptionId}:${paidUntil}`
    await tx<Record<string, never>[]>`
      update orders
      set subscription_ended_at = coalesce(subscription_ended_at, ${services.now().toISOString()}::timestamptz)
      where id = ${order.id}::uuid`
    if (order.status === 'refunded') return await endRefunded(tx, services, order, cause)
    if (order.status !== 'paid') return { outcome: 'unchanged' }
    const reason = order.paymentFailedAt
      ? 'The renewal of the annual listing was not paid.'
      : 'The annual listing has ended.'
    return await endOrder(tx, services, order, { status: 'cancelled', by: 'end', reason, cause, paidUntil })
  })
}
