import type Stripe from 'stripe'
import { badRequest } from './api-error.ts'
import { type Books, newId } from './books.ts'
import { couponFor } from './discounts.ts'
import { optionalId } from './endpoint.ts'
import { address, choice, fields, flag, integer, list, metadata, optional, text, type Values } from './parameters.ts'
import { oneTaxRate, taxAmount, taxesIn } from './taxes.ts'

const dayInSeconds = 24 * 60 * 60

/** Stripe takes no card payment in pounds below this. */
const minPence = 30

export const invoiceSettings = optional(fields({ footer: optional(text()) }))

export const sessionFields = {
  mode: choice('payment', 'subscription'),
  ui_mode: optional(choice('hosted_page')),
  success_url: address,
  cancel_url: optional(address),
  client_reference_id: optional(text(200)),
  customer: optionalId,
  line_items: list(
    fields({
      quantity: integer({ min: 1, max: 999_999 }),
      tax_rates: list(text(200), 5),
      price_data: fields({
        currency: choice('gbp'),
        unit_amount: integer(),
        product_data: fields({ name: text(250) }),
        recurring: optional(fields({ interval: choice('month', 'year') })),
      }),
    }),
  ),
  discounts: list(fields({ coupon: text(200) }), 1),
  metadata,
  subscription_data: optional(
    fields({
      metadata,
      default_tax_rates: list(text(200), 5),
      invoice_settings: invoiceSettings,
    }),
  ),
  invoice_creation: optional(
    fields({
      enabled: flag,
      invoice_data: optional(fields({ metadata, footer: optional(text()) })),
    }),
  ),
  tax_id_collection: optional(fields({ enabled: flag })),
  billing_address_collection: optional(choice('auto', 'required')),
  customer_update: optional(
    fields({ address: optional(choice('auto', 'never')), name: optional(choice('auto', 'never')) }),
  ),
  payment_intent_data: optional(fields({ metadata })),
  payment_method_collection: optional(choice('always', 'if_required')),
  // The sandbox always charges pounds: asking it to convert is refused rather than forgotten.
  adaptive_pricing: optional(fields({ enabled: choice('false') })),
}

type WantedSession = Values<typeof sessionFields>
type WantedLine = WantedSession['line_items'][number]

/** What the API does not show. */
export type SessionSecrets = {
  lines: Stripe.LineItem[]
  coupon: string | null
  /** Proves that a posted form came from the page of this session. */
  token: string
  /** Of the payment or the subscription to come. */
  metadata: Record<string, string>
  /** It was declined and can be tried again. */
  paymentIntent: string | null
  /** Of a bank debit that is under way. */
  paymentMethod?: string
  taxRate: string | null
  asksTaxId: boolean
  /** For what is paid once. */
  asksInvoice: boolean
  footer: string | null
}

export async function openSession(books: Books, wanted: WantedSession, publicUrl: string) {
  checkRequest(wanted)
  const customer = wanted.customer ? await books.get('customer', wanted.customer, 'customer') : null
  const coupon = wanted.discounts[0] ? await couponFor(books, wanted.discounts[0].coupon) : null
  const percentOff = coupon?.percent_off ?? 0
  const lines = await Promise.all(wanted.line_items.map((line) => openLine(books, line, percentOff)))
  const subtotal = lines.reduce((sum, line) => sum + line.amount_subtotal, 0)
  const total = lines.reduce((sum, line) => sum + line.amount_total, 0)
  if (total > 0 && total < minPence) {
    throw badRequest('amount_too_small', 'The total amount due must add up to at least £0.30.')
  }
  const id = newId('cs_test')
  const isSubscription = wanted.mode === 'subscription'
  const rates = wanted.line_items.flatMap(({ tax_rates }) => tax_rates)
  const taxRate = await oneTaxRate(
    books,
    [...rates, ...(wanted.subscription_data?.default_tax_rates ?? [])],
    'line_items',
  )
  const { invoice_creation: creation } = wanted
  const taxes = await taxesIn(books, total, { taxRate, customer: customer?.id ?? null })
  const secrets: SessionSecrets = {
    lines,
    coupon: coupon?.id ?? null,
    token: newId('form'),
    metadata: wanted.subscription_data?.metadata ?? wanted.payment_intent_data?.metadata ?? {},
    paymentIntent: null,
    taxRate,
    asksTaxId: wanted.tax_id_collection?.enabled ?? false,
    asksInvoice: creation?.enabled ?? false,
    footer: wanted.subscription_data?.invoice_settings?.footer ?? creation?.invoice_data?.footer ?? null,
  }
  return books.insert(
    'checkout.session',
    {
      id,
      amount_total: total,
      cancel_url: wanted.cancel_url ?? null,
      client_reference_id: wanted.client_reference_id ?? null,
      currency: 'gbp',
      customer: customer?.id ?? null,
      customer_details: { email: customer?.email ?? null } as Stripe.Checkout.Session.CustomerDetails,
      expires_at: books.now + dayInSeconds,
      invoice: null,
      metadata: wanted.metadata,
      mode: wanted.mode,
      payment_intent: null,
      payment_method_collection: wanted.payment_method_collection ?? (isSubscription ? 'always' : 'if_required'),
      payment_status: 'unpaid',
      status: 'open',
      subscription: null,
      success_url: wanted.success_url,
      total_details: { amount_discount: subtotal - total, amount_shipping: null, amount_tax: taxAmount(taxes) },
      url: `${publicUrl}/sandbox/pay/${id}`,
    },
    secrets,
  )
}

async function openLine(books: Books, { price_data, quantity }: WantedLine, percentOff: number) {
  const { product_data, unit_amount } = price_data
  const recurring = price_data.recurring ? { ...price_data.recurring, interval_count: 1 } : null
  const product = await books.insert('product', { id: newId('prod'), name: product_data.name })
  const price = { id: newId('price'), object: 'price', currency: 'gbp', product: product.id, recurring, unit_amount }
  const subtotal = unit_amount * quantity
  const discount = Math.round((subtotal * percentOff) / 100)
  return {
    id: newId('li'),
    object: 'item',
    amount_discount: discount,
    amount_subtotal: subtotal,
    amount_total: subtotal - discount,
    description: product.name,
    price: price as Stripe.Price,
    quantity,
  } as Stripe.LineItem
}

function checkRequest(wanted: WantedSession): void {
  const { mode, line_items: lines } = wanted
  const recurring = lines.flatMap((line) => line.price_data.recurring ?? [])
  if (lines.length === 0) throw badRequest('parameter_missing', 'Missing required param: line_items.', 'line_items')
  if (mode === 'payment' && recurring.length > 0) {
    throw badRequest(
      null,
      'A recurring price needs `subscription` mode; `payment` mode takes prices paid once.',
      'line_items',
    )
  }
  if (mode === 'subscription' && recurring.length === 0) {
    throw badRequest(null, 'At least one recurring price is needed in `subscription` mode.', 'line_items')
  }
  if (new Set(recurring.map(({ interval }) => interval)).size > 1)
    throw badRequest(null, 'All recurring prices of a session have the same interval.', 'line_items')
  if (mode === 'payment' && wanted.subscription_data) throw onlyIn('subscription', 'subscription_data')
  if (mode === 'payment' && wanted.payment_method_collection) throw onlyIn('subscription', 'payment_method_collection')
  if (mode === 'subscription' && wanted.payment_intent_data) throw onlyIn('payment', 'payment_intent_data')
  if (mode === 'subscription' && wanted.invoice_creation) throw onlyIn('payment', 'invoice_creation')
  if (wanted.customer && wanted.tax_id_collection?.enabled && wanted.customer_update?.name !== 'auto')
    throw badRequest(
      null,
      'Tax ID collection for an existing customer needs `customer_update[name]` to be `auto`.',
      'customer_update',
    )
  if (!wanted.customer && wanted.customer_update)
    throw badRequest(null, '`customer_update` needs `customer`.', 'customer_update')
  if (!wanted.customer && (mode === 'subscription' || wanted.invoice_creation))
    throw badRequest(null, 'This sandbox makes no customers: a subscription or an invoice needs one.', 'customer')
}

function onlyIn(mode: string, param: string) {
  return badRequest(null, `You can only pass \`${param}\` in \`${mode}\` mode.`, param)
}
