import { addJob } from '#database/add-job.ts'
import { isPaymentsFailure } from '#providers/payments/payments.ts'
import type { Services } from '#requests/services.ts'
import { addPaymentEvent } from './payment-event-queries.ts'

/**
 * Takes one webhook delivery: verifies the signature over the untouched body, stores the event under the provider's id and leaves
 * the work to the queue, in one transaction. An event that came before changes nothing.
 *
 * @param raw the body, byte for byte. @param signature the `Stripe-Signature` header.
 */
export async function takePaymentEvent(
  { payments, sql }: Services,
  raw: string,
  signature: string | null,
): Promise<'taken' | 'known' | 'bad-signature'> {
  const event = await payments.verifyWebhook(raw, signature)
  if (isPaymentsFailure(event)) return 'bad-signature'
  return await sql.begin(async (tx) => {
    const [added] = await addPaymentEvent(tx, { eventId: event.id, type: event.type, json: raw })
    if (!added) return 'known'
    await addJob(tx, 'work-off-payment-event', { eventId: event.id })
    return 'taken'
  })
}
