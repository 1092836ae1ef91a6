import type Stripe from 'stripe'
import { idOf } from '#providers/payments/stripe-shapes.ts'
import { badRequest } from './api-error.ts'
import { type Books, newId } from './books.ts'
import { writeCreditNote } from './credit-notes.ts'
import { type ApiEndpoint, call, listing, optionalId, paging, retrieve, time, timeRange } from './endpoint.ts'
import { invoiceSettings } from './open-session.ts'
import { address, choice, fields, flag, integer, list, metadata, optional, text } from './parameters.ts'
import { closeDispute, refundCharge } from './payments-taken.ts'
import { endSubscription, setCancelAtPeriodEnd, setTaxOfSubscription } from './subscriptions.ts'
import { oneTaxRate } from './taxes.ts'
import { advanceTestClock, createTestClock } from './test-clocks.ts'

export const paymentEndpoints: ApiEndpoint[] = [
  retrieve('/v1/payment_intents', 'payment_intent'),
  listing('/v1/payment_intents', 'payment_intent', { customer: optionalId }),
  retrieve('/v1/payment_methods', 'payment_method'),
  retrieve('/v1/charges', 'charge'),
  listing('/v1/charges', 'charge', { customer: optionalId, payment_intent: optionalId }),
  retrieve('/v1/prices', 'price'),
  retrieve('/v1/products', 'product'),

  call('DELETE', '/v1/subscriptions/:id', {}, ({ books, id }) => endSubscription(books, id)),
  retrieve('/v1/subscriptions', 'subscription'),
  listing(
    '/v1/subscriptions',
    'subscription',
    {
      customer: optionalId,
      status: optional(choice('active', 'all', 'canceled', 'past_due', 'incomplete', 'trialing', 'unpaid', 'ended')),
    },
    ({ status, ...where }) => ({
      where: { ...where, ...(status && status !== 'all' && { status: status === 'ended' ? 'canceled' : status }) },
      withoutStatus: status ? undefined : 'canceled',
    }),
  ),

  call(
    'POST',
    '/v1/subscriptions/:id',
    {
      cancel_at_period_end: optional(flag),
      default_tax_rates: list(text(200), 5),
      invoice_settings: invoiceSettings,
      proration_behavior: optional(choice('none', 'create_prorations')),
    },
    async ({ books, id, request: { cancel_at_period_end, default_tax_rates: rates, invoice_settings } }) =>
      cancel_at_period_end !== undefined
        ? setCancelAtPeriodEnd(books, id, cancel_at_period_end)
        : setTaxOfSubscription(books, id, {
            taxRate: await oneTaxRate(books, rates, 'default_tax_rates'),
            footer: invoice_settings?.footer ?? null,
          }),
  ),

  call('POST', '/v1/test_helpers/test_clocks', { frozen_time: time, name: optional(text(300)) }, ({ books, request }) =>
    createTestClock(books, request),
  ),
  retrieve('/v1/test_helpers/test_clocks', 'test_helpers.test_clock'),
  call('POST', '/v1/test_helpers/test_clocks/:id/advance', { frozen_time: time }, ({ books, id, request }) =>
    advanceTestClock(books, id, request.frozen_time),
  ),

  call('GET', '/v1/invoices/:id', {}, async ({ books, id, publicUrl }) => {
    const invoice = await books.get('invoice', id)
    const url = documentUrl(publicUrl, id)
    return { ...invoice, hosted_invoice_url: url, invoice_pdf: url }
  }),
  listing(
    '/v1/invoices',
    'invoice',
    {
      customer: optionalId,
      subscription: optionalId,
      status: optional(choice('draft', 'open', 'paid', 'void')),
    },
    ({ subscription, ...where }) => ({
      where: { ...where, ...(subscription && { parent: { subscription_details: { subscription } } }) },
    }),
  ),
  call(
    'POST',
    '/v1/credit_notes',
    {
      invoice: text(255),
      amount: integer({ min: 1 }),
      refunds: list(fields({ refund: text(255), amount_refunded: integer({ min: 1 }) }), 10),
      email_type: optional(choice('credit_note', 'none')),
      memo: optional(text()),
      metadata,
    },
    async ({ books, request, publicUrl }) => withPdf(await writeCreditNote(books, request), publicUrl),
  ),
  call('GET', '/v1/credit_notes/:id', {}, async ({ books, id, publicUrl }) =>
    withPdf(await books.get('credit_note', id), publicUrl),
  ),
  listing('/v1/credit_notes', 'credit_note', { customer: optionalId, invoice: optionalId }),
  retrieve('/v1/invoice_payments', 'invoice_payment'),
  listing(
    '/v1/invoice_payments',
    'invoice_payment',
    {
      invoice: optionalId,
      payment: optional(fields({ type: choice('payment_intent'), payment_intent: optionalId })),
      status: optional(choice('open', 'paid', 'canceled')),
    },
    ({ payment, ...where }) => ({
      where: {
        ...where,
        ...(payment?.payment_intent && { payment: { payment_intent: payment.payment_intent } }),
      },
    }),
  ),

  call(
    'POST',
    '/v1/refunds',
    {
      charge: optionalId,
      payment_intent: optionalId,
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
  listing('/v1/refunds', 'refund', { charge: optionalId, payment_intent: optionalId }),
  retrieve('/v1/disputes', 'dispute'),
  listing('/v1/disputes', 'dispute', { charge: optionalId, payment_intent: optionalId }),
  call('POST', '/v1/disputes/:id/close', {}, ({ books, id }) => closeDispute(books, id, 'lost')),

  retrieve('/v1/balance_transactions', 'balance_transaction'),
  listing(
    '/v1/balance_transactions',
    'balance_transaction',
    { currency: optional(text(3)), payout: optionalId, source: optionalId, type: optional(text(100)) },
    ({ payout, ...where }) => ({ where, ...(payout && { hidden: { payout } }) }),
  ),
  retrieve('/v1/payouts', 'payout'),
  listing(
    '/v1/payouts',
    'payout',
    {
      arrival_date: optional(timeRange),
      status: optional(choice('pending', 'in_transit', 'paid', 'failed', 'canceled')),
    },
    ({ arrival_date, ...where }) => ({ where, arrival_date }),
  ),

  call(
    'POST',
    '/v1/billing_portal/sessions',
    { customer: text(255), return_url: optional(address) },
    async ({ books, request, publicUrl }) => {
      const customer = await books.get('customer', request.customer, 'customer')
      const id = newId('bps')
      const url = `${publicUrl}/sandbox/portal/${id}`
      const { return_url = null } = request
      const session = { id, customer: customer.id, return_url, url }
      return books.insert('billing_portal.session', session, { token: newId('form') })
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

function documentUrl(publicUrl: string, id: string): string {
  return `${publicUrl}/sandbox/documents/${id}`
}

function withPdf(note: Stripe.CreditNote, publicUrl: string): Stripe.CreditNote {
  return { ...note, pdf: documentUrl(publicUrl, note.id) }
}

/** With how many deliveries are still to come. */
async function shown(books: Books, event: Stripe.Event): Promise<Stripe.Event> {
  const [row] = await books.tx`
    select 1 from sandbox.payment_deliveries
    where event_id = ${event.id} and delivered_at is null and give_up_at > now()`
  return { ...event, pending_webhooks: row ? 1 : 0 }
}
