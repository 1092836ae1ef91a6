import type Stripe from 'stripe'
import { idOf } from '#providers/payments/stripe-shapes.ts'
import { badRequest } from './api-error.ts'
import { newId } from './books.ts'
import { type ApiEndpoint, call, listing, optionalId, paging, retrieve, time } from './endpoint.ts'
import { writeCreditNote } from './invoices.ts'
import { invoiceSettings } from './open-session.ts'
import { address, choice, fields, flag, integer, list, metadata, optional, text } from './parameters.ts'
import { refundCharge } from './payments-taken.ts'
import { endSubscription, setCancelAtPeriodEnd, setTaxOfSubscription } from './subscriptions.ts'
import { oneTaxRate } from './taxes.ts'
import { advanceTestClock } from './test-clocks.ts'

export const paymentEndpoints: ApiEndpoint[] = [
  ...(['payment_intent', 'subscription', 'dispute', 'payout', 'event', 'test_helpers.test_clock'] as const).map(
    retrieve,
  ),
  listing('/v1/charges', 'charge', { customer: optionalId, payment_intent: optionalId }),

  call('DELETE', '/v1/subscriptions/:id', {}, ({ books, id }) => endSubscription(books, id)),
  call(
    'POST',
    '/v1/subscriptions/:id',
    {
      cancel_at_period_end: optional(flag),
      default_tax_rates: list(text(200), 5),
      invoice_settings: invoiceSettings,
      proration_behavior: optional(choice('none')),
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
    books.insert('test_helpers.test_clock', { id: newId('clock'), frozen_time: request.frozen_time, status: 'ready' }),
  ),
  call('POST', '/v1/test_helpers/test_clocks/:id/advance', { frozen_time: time }, ({ books, id, request }) =>
    advanceTestClock(books, id, request.frozen_time),
  ),

  call('GET', '/v1/invoices/:id', {}, async ({ books, id, publicUrl }) => ({
    ...(await books.get('invoice', id)),
    invoice_pdf: documentUrl(publicUrl, id),
  })),
  listing(
    '/v1/invoices',
    'invoice',
    { customer: optionalId, subscription: optionalId, status: optional(choice('paid')) },
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
      email_type: choice('none'),
    },
    async ({ books, request, publicUrl }) => withPdf(await writeCreditNote(books, request), publicUrl),
  ),
  call('GET', '/v1/credit_notes/:id', {}, async ({ books, id, publicUrl }) =>
    withPdf(await books.get('credit_note', id), publicUrl),
  ),
  listing('/v1/credit_notes', 'credit_note', { invoice: optionalId }),
  listing('/v1/invoice_payments', 'invoice_payment', {
    payment: optional(fields({ type: choice('payment_intent'), payment_intent: optionalId })),
  }),

  call(
    'POST',
    '/v1/refunds',
    {
      payment_intent: text(255),
      amount: optional(integer({ min: 1 })),
      metadata,
    },
    async ({ books, request: { payment_intent, ...how } }) => {
      const paidBy = idOf((await books.get('payment_intent', payment_intent, 'payment_intent')).latest_charge)
      if (!paidBy) throw badRequest(null, 'This payment intent has no charge to refund.', 'payment_intent')
      return refundCharge(books, paidBy, how)
    },
  ),
  listing('/v1/refunds', 'refund', { payment_intent: optionalId }),

  listing(
    '/v1/balance_transactions',
    'balance_transaction',
    { payout: optionalId, source: optionalId, type: optional(text(100)) },
    ({ payout, ...where }) => ({ where, ...(payout && { hidden: { payout } }) }),
  ),
  listing('/v1/payouts', 'payout', { status: optional(choice('in_transit', 'paid', 'failed')) }),

  call(
    'POST',
    '/v1/billing_portal/sessions',
    { customer: text(255), return_url: optional(address) },
    async ({ books, request: { customer, return_url = null }, publicUrl }) => {
      await books.get('customer', customer, 'customer')
      const id = newId('bps')
      const session = { id, customer, return_url, url: `${publicUrl}/sandbox/portal/${id}` }
      return books.insert('billing_portal.session', session, { token: newId('form') })
    },
  ),

  call(
    'GET',
    '/v1/events',
    { ...paging, type: optional(text(100)), types: list(text(100), 20) },
    async ({ books, request: { type, types, expand: _, ...page } }) => {
      if (type && types.length > 0) throw badRequest(null, 'Pass `type` or `types`, not both.', 'types')
      const wanted = type ? [type] : types.length > 0 ? types : undefined
      return books.list('event', { ...page, url: '/v1/events', types: wanted })
    },
  ),
]

function documentUrl(publicUrl: string, id: string): string {
  return `${publicUrl}/sandbox/documents/${id}`
}

function withPdf(note: Stripe.CreditNote, publicUrl: string): Stripe.CreditNote {
  return { ...note, pdf: documentUrl(publicUrl, note.id) }
}
