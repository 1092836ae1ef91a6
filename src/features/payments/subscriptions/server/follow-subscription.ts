import { openRenewal } from '#features/assessments/evidence/server/open-renewal.ts'
import { changing, isReplaced, type Outcome, takeBack } from '#features/payments/fulfilment/server/change-order.ts'
import { orderOfSubscription } from '#features/payments/fulfilment/server/find-order.ts'
import {
  extendOrder,
  notePaymentFailed,
  noteRenewal,
  setOrderStatus,
} from '#features/payments/fulfilment/server/fulfilment-queries.ts'
import { publish } from '#features/payments/fulfilment/server/publish-listing.ts'
import { reportPayment } from '#features/payments/fulfilment/server/report-payment.ts'
import { withRetries } from '#features/payments/rules.ts'
import { readFunnelApplication } from '#features/payments/server/queries.ts'
import { endEntryAt } from '#features/register/server/end-entry.ts'
import { queueMail } from '#mail/queue-mail.ts'
import { type Invoice, isPaymentsFailure } from '#providers/payments/payments.ts'
import type { Services } from '#requests/services.ts'
import { endSubscription } from './end-subscription.ts'
import { paymentFailedMail, renewalStoppedMail } from './renewal-mails.ts'

/** A subscription's bill was paid, or could not be: its subscription, period and state are read from the provider as it is now. */
export async function settleInvoice(services: Services, invoiceId: string): Promise<Outcome> {
  const invoice = await services.payments.retrieveInvoice(invoiceId)
  if (isPaymentsFailure(invoice)) return invoice.failure === 'payments-unavailable' ? 'unavailable' : 'unknown'
  const { subscriptionId, currency, status } = invoice
  if (!subscriptionId || currency !== 'gbp') return 'ignored'
  if (status === 'paid') return await renewOrder(services, subscriptionId, invoice)
  return status === 'open' ? await warnOfFailedPayment(services, subscriptionId, invoice) : 'ignored'
}

/**
 * A further period of a subscription was paid. Only a period that ends later than the last one counts, so the first invoice, a
 * repeated one and an old one change nothing. An ended order stands again by it, unless its product was bought anew: then the
 * subscription is ended, and what it took is reported as paid twice.
 *
 * @param invoice whose end counts, and not the subscription's: that one moves on even where nobody has paid.
 */
async function renewOrder(services: Services, subscriptionId: string, invoice: Invoice): Promise<Outcome> {
  const { coversUntil, paidPence, currency, paymentIntentId } = invoice
  const found = await orderOfSubscription(services, subscriptionId)
  const payment = { difference: null, amountPence: paidPence, currency, paymentIntentId, subscriptionId }
  if (found === 'unknown-order' && paymentIntentId) {
    const unknown = { ...payment, kind: found, orderId: null, sessionId: null }
    await services.sql.begin((tx) => reportPayment(tx, services, unknown))
  }
  if (typeof found === 'string') return found
  let isSuperfluous = false
  const outcome = await changing(services, found.orderId, async (tx, order, overtaken) => {
    const isNew = order.covers_until === null || order.covers_until < coversUntil
    if (isNew && (await isReplaced(tx, order, overtaken))) {
      isSuperfluous = true
      await reportPayment(tx, services, {
        ...payment,
        kind: 'paid-twice',
        orderId: order.id,
        sessionId: order.checkout_session_id,
      })
      return 'paid-twice'
    }
    // Its money came in, also where a later period is known already.
    if (invoice.isRenewal && paidPence > 0) {
      const paidAt = invoice.paidAt ?? services.now().toISOString()
      // Once for each bill, and never for a payment that was not recorded.
      await tx<Record<string, never>[]>`
        insert into order_renewals (order_id, invoice_id, payment_intent_id, amount_pence, paid_at)
        select ${order.id}::uuid, ${invoice.id}::text, ${paymentIntentId}::text, ${paidPence}::int, ${paidAt}::timestamptz
        where not exists (
          select from payment_discrepancies
          where payment_intent_id = ${paymentIntentId}::text and kind <> 'not-approved')
        on conflict (invoice_id) do nothing`
    }
    if (!isNew) return 'unchanged'
    const [extended] = await extendOrder(tx, { orderId: order.id, coversUntil })
    if (!extended) return 'unchanged'
    if (order.type === 'listing') {
      await publish(tx, services, order, coversUntil, services.now())
      await openRenewal(tx, { applicationId: order.application_id }, services)
    }
    return 'renewed'
  })
  return (isSuperfluous && (await endSubscription(services, subscriptionId))) || outcome
}

/**
 * A renewal could not be paid, and the provider goes on trying. The payer is told once for each invoice; a listing stands while the
 * provider tries, and no longer than `withRetries`.
 */
async function warnOfFailedPayment(services: Services, subscriptionId: string, invoice: Invoice): Promise<Outcome> {
  const subscription = await services.payments.retrieveSubscription(subscriptionId)
  if (isPaymentsFailure(subscription))
    return subscription.failure === 'payments-unavailable' ? 'unavailable' : 'unknown'
  // Paid since, over since, or the first payment, which its own page asks for again.
  if (subscription.status !== 'past_due') return 'unchanged'
  const found = await orderOfSubscription(services, subscriptionId)
  if (typeof found === 'string') return found
  return await changing(services, found.orderId, async (tx, order) => {
    const isUnpaid = order.covers_until !== null && order.covers_until < invoice.coversUntil
    if (order.status !== 'paid' || !isUnpaid) return 'unchanged'
    const now = services.now()
    const lastDay = withRetries(order.covers_until!)
    await notePaymentFailed(tx, { orderId: order.id, now: now.toISOString() })
    if (order.type === 'listing' && lastDay > now.toISOString()) {
      const cause = `renewal of order ${order.id} not paid yet`
      const { accreditAfter } = services.brand
      await endEntryAt(tx, { applicationId: order.application_id, until: lastDay, cause, accreditAfter, now })
    }
    const [application] = await readFunnelApplication(tx, { applicationId: order.application_id })
    const isNew = await queueMail(tx, paymentFailedMail(order, application!, invoice, lastDay), services)
    return isNew ? 'warned' : 'unchanged'
  })
}

/**
 * A subscription has changed at the provider: its renewal was stopped or taken up again, could not be paid, the provider has given up
 * collecting (`unpaid`), or it has ended.
 */
export async function followSubscription(services: Services, subscriptionId: string): Promise<Outcome> {
  const subscription = await services.payments.retrieveSubscription(subscriptionId)
  if (isPaymentsFailure(subscription))
    return subscription.failure === 'payments-unavailable' ? 'unavailable' : 'unknown'
  const found = await orderOfSubscription(services, subscriptionId)
  if (typeof found === 'string') return found
  const isOver = subscription.status === 'canceled' || subscription.status === 'unpaid'
  if (!isOver) {
    const noted = await changing(services, found.orderId, async (tx, order) => {
      const [changed] = await noteRenewal(tx, { orderId: order.id, isStopped: subscription.cancelAtPeriodEnd })
      if (changed && subscription.cancelAtPeriodEnd && order.covers_until) {
        const [application] = await readFunnelApplication(tx, { applicationId: order.application_id })
        await queueMail(tx, renewalStoppedMail(order, application!, order.covers_until), services)
      }
      return changed ? 'noted' : 'unchanged'
    })
    // The news of the failed payment may have been looked into before the provider had marked the subscription.
    if (subscription.status !== 'past_due' || !subscription.latestInvoiceId) return noted
    const told = await settleInvoice(services, subscription.latestInvoiceId)
    return told === 'warned' || told === 'unavailable' ? told : noted
  }
  const billed = await services.payments.findPaidPeriod(subscriptionId)
  if (isPaymentsFailure(billed) && billed.failure === 'payments-unavailable') return 'unavailable'
  const paidUntil = isPaymentsFailure(billed) ? null : billed.paidUntil
  return await changing(services, found.orderId, async (tx, order) => {
    if (order.status !== 'paid') return 'unchanged'
    await setOrderStatus(tx, {
      orderId: order.id,
      status: 'cancelled',
      coversUntil: paidUntil,
      endedByPayment: null,
      endedByDispute: null,
    })
    await takeBack(tx, services, order, {
      status: 'cancelled',
      by: 'end',
      reason: order.payment_failed_at
        ? 'The renewal of the annual listing was not paid.'
        : 'The annual listing has ended.',
      cause: `${subscriptionId}:${paidUntil}`,
      until: paidUntil,
    })
    return 'cancelled'
  })
}
