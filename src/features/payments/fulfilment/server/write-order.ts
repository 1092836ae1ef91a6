import type { Transaction } from '#database/sql.ts'
import { queueDocuments } from '#features/payments/documents/server/queries.ts'
import { discrepancyMail, unknownOrderMail } from '#features/payments/server/order-mails.ts'
import {
  lockApplicationOfOrder,
  type Order,
  readFunnelApplication,
  readOrder,
} from '#features/payments/server/queries.ts'
import type { MailDraft } from '#mail/mail-draft.ts'
import { queueAddressConfirmation } from '#mail/queue-address-confirmation.ts'
import { queueMail } from '#mail/queue-mail.ts'
import type { Services } from '#requests/services.ts'
import type { PaymentToCheck } from './queries.ts'

export type Change<Outcome> = {
  outcome: Outcome
  discrepancies?: PaymentToCheck[]
  mails?: (MailDraft | null)[]
  unconfirmed?: string | null
  /** Payment pages that nobody may pay any more. One that cannot be closed now is found when it is paid: 'paid-twice'. */
  closes?: string[]
  /** Subscriptions that another one takes the place of. One that does not end now is found by its next bill. */
  ends?: string[]
}

/** Makes a change in one transaction with its emails and the payments to check, and then has the provider close and end what it ends. */
export async function writeChange<Outcome>(
  services: Services,
  change: (tx: Transaction) => Promise<Change<Outcome>>,
): Promise<Outcome> {
  const { sql, payments } = services
  const { outcome, closes, ends } = await sql.begin(async (tx) => {
    const changed = await change(tx)
    const { discrepancies = [], mails = [], unconfirmed: email } = changed
    for (const payment of discrepancies) await reportPayment(tx, services, payment)
    for (const mail of mails) if (mail) await queueMail(tx, mail, services)
    if (email) await queueAddressConfirmation(tx, { email, reason: 'application' }, services)
    return changed
  })
  for (const id of closes ?? []) await payments.expireCheckoutSession(id)
  for (const id of ends ?? []) await payments.cancelSubscription(id)
  return outcome
}

/** The same for one order, under the lock of its application. */
export async function writeOrder<Outcome>(
  services: Services,
  orderId: string,
  change: (tx: Transaction, order: Order | undefined, status: string | undefined) => Promise<Change<Outcome>>,
): Promise<Outcome> {
  return await writeChange(services, async (tx) => {
    const [application] = await lockApplicationOfOrder(tx, { orderId })
    const [order] = await readOrder(tx, { orderId })
    return await change(tx, order, application?.status)
  })
}

/** Once for each payment and kind. */
async function reportPayment(tx: Transaction, services: Services, payment: PaymentToCheck): Promise<void> {
  const { kind, orderId, sessionId, difference, amountPence, currency, paymentIntentId, subscriptionId } = payment
  const { brand, log, now } = services
  // One of a session that brought no payment is known by the session.
  const [added] = await tx<{ id: string }[]>`
    insert into payment_discrepancies (
      kind, order_id, checkout_session_id, difference, amount_pence, currency, payment_intent_id, subscription_id, found_at)
    values (${kind}::text, ${orderId}::uuid, ${sessionId}::text, ${difference}::text, ${amountPence}::int,
      ${currency}::text, ${paymentIntentId}::text, ${subscriptionId}::text, ${now().toISOString()}::timestamptz)
    on conflict (coalesce(payment_intent_id, checkout_session_id), kind) do nothing
    returning id`
  if (!added) return
  const [order] = orderId ? await readOrder(tx, { orderId }) : []
  if (order && kind !== 'unknown-order') {
    await queueDocuments(tx, order.id)
    const [application] = await readFunnelApplication(tx, { applicationId: order.applicationId })
    await queueMail(tx, discrepancyMail({ ...payment, kind, id: added.id }, order, application!, brand), services)
  } else await queueMail(tx, unknownOrderMail({ ...payment, id: added.id }, brand), services)
  log.error('payment not booked', { outcome: kind, order: orderId, difference })
}
