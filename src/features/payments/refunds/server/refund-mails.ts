import { camel } from '#database/camel.ts'
import { orderLabel } from '#domain/catalogue.ts'
import type { Pence } from '#domain/formats.ts'
import { poundsAndPence } from '#domain/money.ts'
import { payersFacts, payersMail, whenRefundArrives } from '#features/payments/server/order-mails.ts'
import {
  type FunnelApplication,
  type Order,
  readFunnelApplication,
  readOrder,
} from '#features/payments/server/queries.ts'
import { queueMail } from '#mail/queue-mail.ts'
import { href } from '#pages.ts'
import type { Services } from '#requests/services.ts'

type KnownRefund = { refundId: string; paymentIntentId: string; amountPence: Pence; state: string }

/**
 * The payer hears of each refund once, by the provider's id of it, and of one that did not arrive. What ended the order was told with that
 * (`orderEndedMail`).
 */
export async function mailPayer(services: Services, orderId: string, refundId: string): Promise<void> {
  await services.sql.begin(async (tx) => {
    // An event may be older than what is known.
    const [refund] = await camel(tx)<KnownRefund[]>`
      select provider_refund_id as refund_id, payment_intent_id, amount_pence, state from order_refunds
      where provider_refund_id = ${refundId}::text`
    const [order] = await readOrder(tx, { orderId })
    const [application] = order ? await readFunnelApplication(tx, { applicationId: order.applicationId }) : []
    if (!refund || !order || !application) return
    const isInEnding = order.status === 'refunded' && order.endedByPayment === refund.paymentIntentId
    const hasGone = refund.state === 'pending' || refund.state === 'succeeded'
    if (hasGone && !isInEnding) await queueMail(tx, refundSentMail(order, application, refund), services)
    if (refund.state === 'failed') await queueMail(tx, refundFailedMail(order, application, refund), services)
  })
}

const refundSentMail = (order: Order, application: FunnelApplication, { refundId, amountPence }: KnownRefund) =>
  payersMail(
    'payment-refunded',
    refundId,
    application,
    `Refund of ${poundsAndPence(amountPence)}: ${orderLabel(order.type)}`,
  )`
    We have refunded ${poundsAndPence(amountPence)} to you.

    ${payersFacts(order, application, [{ term: 'Refunded', details: poundsAndPence(amountPence) }])}

    ${whenRefundArrives}

    [Go to your application](${href('myApplication', { appId: application.id })})`

const refundFailedMail = (order: Order, application: FunnelApplication, { refundId, amountPence }: KnownRefund) =>
  payersMail('refund-failed', refundId, application, `Your refund did not arrive: ${orderLabel(order.type)}`)`
    Your bank did not take the refund of ${poundsAndPence(amountPence)}, and sent it back to us. This happens when a card or an account is closed.

    ${payersFacts(order, application, [{ term: 'Not refunded', details: poundsAndPence(amountPence) }])}

    We will contact you about another way to pay you back. You can also reply to this email.`
