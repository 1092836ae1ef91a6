import { type } from 'arktype'
import { chosenExtras, extras } from '#domain/catalogue.ts'
import { applicationParams, ordersSchema } from '#features/payments/schema.ts'
import { answer, command, read } from '#requests/command.ts'
import { failure } from '#wire/failure.ts'
import { takePaymentEvent } from '../fulfilment/server/take-payment-event.ts'
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
