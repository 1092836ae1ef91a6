import { answer, endpoint } from '../../endpoint.ts'
import { apiPatterns, paths } from '../../paths.ts'
import { failure } from '../../wire/failure.ts'
import { mayPay } from './may-pay.ts'
import { listOrders, readFunnelApplication } from './queries.ts'
import { tidyCoupon } from './rules.ts'
import { applicationParams, checkoutAddressSchema, createListingSessionSchema, ordersSchema } from './schema.ts'
import { startCheckout } from './start-checkout.ts'
import { takePaymentEvent } from './take-payment-event.ts'

/** Orders of an application, as its order summary shows them. Payment ids stay with us. */
const ordersByApplication = endpoint({
  method: 'GET',
  path: apiPatterns.ordersByApplication,
  permission: 'anyone',
  summary: 'Orders of an application',
  description:
    'Whoever holds the link of an application may see what was ordered for it. `amountPence` is what is due after any discount.',
  params: applicationParams,
  answers: ordersSchema,
  limit: { name: 'orders', points: 120, seconds: 60 },
  async handle({ params, services }) {
    const [application] = await readFunnelApplication(services.sql, params.appId)
    if (!application) return failure('not-found', "The application you're looking for doesn't exist.")
    const orders = await listOrders(services.sql, application.id)
    return answer(
      orders.map(({ id, type, amount_pence, status, metadata }) => ({
        id,
        type,
        amountPence: amount_pence,
        status,
        metadata: metadata.engraving ? { engraving: metadata.engraving } : {},
      })),
    )
  },
})

/** Starts the payment of the annual listing. */
const createListingSession = endpoint({
  method: 'POST',
  path: apiPatterns.createListingSession,
  permission: 'owner',
  summary: 'Start the payment of the annual listing',
  description:
    'Answers the address of the payment page, or of the page to try again from. Needs the cookie of the browser that applied, or an admin. `customerEmail` and `customerName` are not read: the payer is the organisation. Repeated and parallel calls answer the same page.',
  body: createListingSessionSchema,
  answers: checkoutAddressSchema,
  limit: { name: 'checkout', points: 60, seconds: 600 },
  async handle({ body, visitor, services }) {
    if (!(await mayPay(visitor, body.applicationId))) {
      return failure('forbidden', 'Only the applicant can pay for this application.')
    }
    const coupon = tidyCoupon(body.coupon)
    const started = await startCheckout(services, {
      applicationId: body.applicationId,
      product: 'listing',
      coupon,
      metadata: {},
    })
    switch (started.kind) {
      case 'ready':
        return answer({ url: started.url })
      case 'unavailable':
        return answer({ fallbackUrl: paths.listingCheckoutFallback({ appId: body.applicationId, coupon }) })
      case 'not-found':
        return failure('not-found', "The application you're looking for doesn't exist.")
      case 'not-approved':
        return failure('conflict', 'This application has not been approved yet.', {
          details: { status: started.status },
        })
      case 'paid':
        return failure('conflict', 'The annual listing of this application has been paid.')
      case 'payment-under-way':
        return failure('conflict', 'A payment for this listing is under way. It can take a few days to arrive.')
      case 'coupon-refused':
        return failure('invalid', 'This coupon code is not valid', {
          fields: [{ field: 'coupon', message: 'This coupon code is not valid' }],
        })
    }
  },
})

/** The payment provider's webhook. */
const stripeWebhook = endpoint({
  method: 'POST',
  path: apiPatterns.stripeWebhook,
  permission: 'signature',
  summary: 'Events of the payment provider',
  description: 'Signed by Stripe. The event is stored and answered at once; the work is done from a queue.',
  rawBody: true,
  async handle({ raw, headers, services }) {
    const outcome = await takePaymentEvent(services, raw, headers.get('stripe-signature'))
    return outcome === 'bad-signature'
      ? failure('malformed', 'The signature does not fit.')
      : answer({ received: true })
  },
})

export const funnelEndpoints = [ordersByApplication, createListingSession, stripeWebhook]
