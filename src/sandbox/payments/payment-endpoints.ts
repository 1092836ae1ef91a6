import type Stripe from 'stripe'
import { idOf } from '#providers/payments/stripe-shapes.ts'
import { badRequest } from './api-error.ts'
import { type Books, newId } from './books.ts'
import { type ApiEndpoint, call, listing, merged, paging, retrieve } from './endpoint.ts'
import { address, choice, fields, flag, integer, list, metadata, optional, text } from './parameters.ts'
import { closeDispute, refundCharge } from './payments-taken.ts'
import { endSubscription, setCancelAtPeriodEnd } from './subscriptions.ts'

export const paymentEndpoints: ApiEndpoint[] = [
  retrieve('/v1/payment_intents', 'payment_intent'),
  listing('/v1/payment_intents', 'payment_intent', { customer: optional(text(255)) }),
  retrieve('/v1/payment_methods', 'payment_method'),
  retrieve('/v1/charges', 'charge'),
  listing('/v1/charges', 'charge', { customer: optional(text(255)), payment_intent: optional(text(255)) }),
  retrieve('/v1/prices', 'price'),
  retrieve('/v1/products', 'product'),

  call(
    'POST',
    '/v1/subscriptions/:id',
    { cancel_at_period_end: optional(flag), metadata },
    async ({ books, request, id }) => {
      const { body: before } = await books.lock('subscription', id)
      if (Object.keys(request.metadata).length > 0) {
        await books.change('subscription', id, { metadata: merged(before.metadata, request.metadata) })
      }
      const { cancel_at_period_end: cancel } = request
      return cancel === undefined ? books.get('subscription', id) : setCancelAtPeriodEnd(books, id, cancel, 'call')
    },
  ),
  call('DELETE', '/v1/subscriptions/:id', {}, ({ books, id }) => endSubscription(books, id)),
  retrieve('/v1/subscriptions', 'subscription'),
  call(
    'GET',
    '/v1/subscriptions',
    {
      ...paging,
      customer: optional(text(255)),
      status: optional(choice('active', 'all', 'canceled', 'past_due', 'incomplete', 'trialing', 'unpaid', 'ended')),
    },
    async ({ books, request: { customer, status, expand: _, ...page } }) => {
      const where = {
        ...(customer && { customer }),
        ...(status && status !== 'all' && { status: status === 'ended' ? 'canceled' : status }),
      }
      const listed = await books.list('subscription', {
        ...page,
        where,
        withoutStatus: status ? undefined : 'canceled',
      })
      return { object: 'list', url: '/v1/subscriptions', ...listed }
    },
  ),

  retrieve('/v1/invoices', 'invoice'),
  listing(
    '/v1/invoices',
    'invoice',
    {
      customer: optional(text(255)),
      subscription: optional(text(255)),
      status: optional(choice('draft', 'open', 'paid', 'void')),
    },
    ({ subscription, ...where }) => ({
      ...where,
      ...(subscription && { parent: { subscription_details: { subscription } } }),
    }),
  ),
  retrieve('/v1/invoice_payments', 'invoice_payment'),
  listing(
    '/v1/invoice_payments',
    'invoice_payment',
    {
      invoice: optional(text(255)),
      payment: optional(fields({ type: choice('payment_intent'), payment_intent: optional(text(255)) })),
      status: optional(choice('open', 'paid', 'canceled')),
    },
    ({ payment, ...where }) => ({
      ...where,
      ...(payment?.payment_intent && { payment: { payment_intent: payment.payment_intent } }),
    }),
  ),

  call(
    'POST',
    '/v1/refunds',
    {
      charge: optional(text(255)),
      payment_intent: optional(text(255)),
      amount: optional(integer({ min: 1 })),
      reason: optional(choice('duplicate', 'fraudulent', 'requested_by_customer')),
      metadata,
    },
    async ({ books, request: { charge, payment_intent, ...how } }) => {
      if (Boolean(charge) === Boolean(payment_intent)) {
        throw badRequest('parameter_missing', 'A refund names a charge or a payment intent, one of them.', 'charge')
      }
      const payment = payment_intent ? await books.get('payment_intent', payment_intent, 'payment_intent') : null
      const paidBy = charge ?? idOf(payment!.latest_charge)
      if (!paidBy) throw badRequest(null, 'This payment intent has no charge to refund.', 'payment_intent')
      return refundCharge(books, paidBy, how)
    },
  ),
  retrieve('/v1/refunds', 'refund'),
  listing('/v1/refunds', 'refund', { charge: optional(text(255)), payment_intent: optional(text(255)) }),
  retrieve('/v1/disputes', 'dispute'),
  listing('/v1/disputes', 'dispute', { charge: optional(text(255)), payment_intent: optional(text(255)) }),
  call('POST', '/v1/disputes/:id/close', {}, ({ books, id }) => closeDispute(books, id, 'lost')),

  call(
    'POST',
    '/v1/billing_portal/sessions',
    { customer: text(255), return_url: optional(address) },
    async ({ books, request, publicUrl }) => {
      const customer = await books.get('customer', request.customer, 'customer')
      const id = newId('bps')
      const session = {
        id,
        object: 'billing_portal.session' as const,
        created: books.now,
        customer: customer.id,
        flow: null,
        livemode: false,
        locale: null,
        return_url: request.return_url ?? null,
        url: `${publicUrl}/sandbox/portal/${id}`,
      }
      return books.insert<'billing_portal.session'>(session, { token: newId('form') })
    },
  ),

  call('GET', '/v1/events/:id', {}, async ({ books, id }) => shown(books, await books.get('event', id))),
  call(
    'GET',
    '/v1/events',
    { ...paging, type: optional(text(100)), types: list(text(100), 20) },
    async ({ books, request: { type, types, expand: _, ...page } }) => {
      if (type && types.length > 0) throw badRequest(null, 'Pass `type` or `types`, not both.', 'types')
      const wanted = type ? [type] : types.length > 0 ? types : undefined
      const { data, has_more } = await books.list('event', { ...page, types: wanted })
      const events = await Promise.all(data.map((event) => shown(books, event)))
      return { object: 'list', url: '/v1/events', has_more, data: events }
    },
  ),
]

/** With how many deliveries are still to come. */
async function shown(books: Books, event: Stripe.Event): Promise<Stripe.Event> {
  const [row] = await books.tx`
    select 1 from sandbox.payment_deliveries
    where event_id = ${event.id} and delivered_at is null and give_up_at > now()`
  return { ...event, pending_webhooks: row ? 1 : 0 }
}
