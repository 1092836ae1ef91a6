import { type } from 'arktype'
import { addJob } from '#database/add-job.ts'
import { chosenExtras, extras } from '#domain/catalogue.ts'
import { applicationParams, ordersSchema } from '#features/payments/schema.ts'
import { isPaymentsFailure } from '#providers/payments/payments.ts'
import { answer, command, read } from '#requests/command.ts'
import type { Services } from '#requests/services.ts'
import { failure } from '#wire/failure.ts'
import { addPaymentEvent } from '../fulfilment/server/payment-event-queries.ts'
import { listOrders, readFunnelApplication } from './queries.ts'

/** Orders of an application, as its order summary shows them. Payment ids stay with us. */
export const ordersByApplication = read({
  permission: 'anyone',
  summary: 'Orders of an application',
  description:
    'Anyone with the link of an application can see its orders. `amountPence` is the amount due after any discount.',
  params: applicationParams,
  answers: { 200: ordersSchema },
  failures: { 'not-found': 'There is no such application.' },
  limit: { name: 'orders', points: 120, seconds: 60 },
  async run({ params, services }) {
    const [application] = await readFunnelApplication(services.sql, { applicationId: params.appId })
    if (!application) return failure('not-found', "The application you're looking for doesn't exist.")
    const orders = await listOrders(services.sql, { applicationId: application.id })
    return answer(
      orders.map(({ id, type, amount_pence, status, metadata }) => ({
        id,
        type,
        amountPence: amount_pence,
        status,
        metadata: {
          ...(metadata.engraving ? { engraving: metadata.engraving } : {}),
          ...(metadata.services ? { services: chosenExtras(metadata).map((service) => extras[service].label) } : {}),
        },
      })),
    )
  },
})

/** The payment provider's webhook. */
export const receiveStripeEvent = command({
  permission: 'signature',
  summary: 'Events of the payment provider',
  description: 'Signed by Stripe. We store the event, answer at once, and process it from a queue.',
  rawBody: { contentType: 'application/json', holds: type('object') },
  answers: { 200: type({ received: 'true' }) },
  failures: { malformed: 'The signature does not match the body, or is too old.' },
  async run({ raw, headers, services }) {
    const outcome = await takePaymentEvent(services, raw, headers.get('stripe-signature'))
    return outcome === 'bad-signature'
      ? failure('malformed', 'The signature does not match.')
      : answer({ received: true })
  },
})

/**
 * Takes one webhook delivery: verifies the signature over the untouched body, stores the event under the provider's id and leaves
 * the work to the queue, in one transaction. An event that came before changes nothing.
 *
 * @param raw the body, byte for byte. @param signature the `Stripe-Signature` header.
 */
async function takePaymentEvent(
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
