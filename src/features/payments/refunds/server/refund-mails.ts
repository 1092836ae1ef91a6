import { orderLabel } from '#domain/catalogue.ts'
import type { Pence } from '#domain/formats.ts'
import { poundsAndPence } from '#domain/money.ts'
import { payersFacts, payersMail } from '#features/payments/server/order-mails.ts'
import {
  type FunnelApplication,
  type Order,
  readFunnelApplication,
  readOrder,
} from '#features/payments/server/queries.ts'
import { queueMail } from '#mail/queue-mail.ts'
import { href } from '#pages.ts'
import type { Services } from '#requests/services.ts'

type SentRefund = { refundId: string; amountPence: Pence; state: string }

/** The payer hears of each refund once, by the provider's id of it, and of one that did not arrive. */
export async function mailPayer(services: Services, orderId: string, refund: SentRefund): Promise<void> {
  const write = { pending: refundSentMail, succeeded: refundSentMail, failed: refundFailedMail }[refund.state]
  if (!write) return
  await services.sql.begin(async (tx) => {
    const [order] = await readOrder(tx, { orderId })
    const [application] = order ? await readFunnelApplication(tx, { applicationId: order.applicationId }) : []
    if (order && application) await queueMail(tx, write(order, application, refund), services)
  })
}

const refundSentMail = (order: Order, application: FunnelApplication, { refundId, amountPence }: SentRefund) =>
  payersMail(
    'payment-refunded',
    refundId,
    application,
    `Refund of ${poundsAndPence(amountPence)}: ${orderLabel(order.type)}`,
  )`
    We have refunded ${poundsAndPence(amountPence)} to you.

    ${payersFacts(order, application, [{ term: 'Refunded', details: poundsAndPence(amountPence) }])}

    The money goes to the card or bank account that you paid with. It usually arrives within 10 working days. On your statement it has our name. A refund soon after the payment can make the payment itself disappear instead.

    [Go to your application](${href('myApplication', { appId: application.id })})`

const refundFailedMail = (order: Order, application: FunnelApplication, { refundId, amountPence }: SentRefund) =>
  payersMail('refund-failed', refundId, application, `Your refund did not arrive: ${orderLabel(order.type)}`)`
    Your bank did not take the refund of ${poundsAndPence(amountPence)}, and sent it back to us. This happens when a card or an account is closed.

    ${payersFacts(order, application, [{ term: 'Not refunded', details: poundsAndPence(amountPence) }])}

    We will contact you about another way to pay you back. You can also reply to this email.`
