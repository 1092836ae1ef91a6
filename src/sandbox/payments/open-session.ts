import type Stripe from 'stripe'
import { badRequest } from './api-error.ts'
import { type Books, newId } from './books.ts'
import { couponFor } from './discounts.ts'
import { optionalId, time } from './endpoint.ts'
import { address, choice, fields, flag, integer, list, metadata, optional, text, type Values } from './parameters.ts'
import { oneTaxRate, taxAmount, taxesIn } from './taxes.ts'

const dayInSeconds = 24 * 60 * 60

const minExpirySeconds = 30 * 60

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
  customer_email: optional(text(512)),
  customer_creation: optional(choice('always', 'if_required')),
  expires_at: optional(time),
  line_items: list(
    fields({
      quantity: integer({ min: 1, max: 999_999 }),
      metadata,
      tax_rates: list(text(200), 5),
      price_data: fields({
        currency: choice('gbp'),
        unit_amount: integer(),
        product_data: fields({ name: text(250), description: optional(text()), metadata }),
        recurring: optional(
          fields({ interval: choice('month', 'year'), interval_count: optional(integer({ min: 1, max: 36 })) }),
        ),
        tax_behavior: optional(choice('exclusive', 'inclusive', 'unspecified')),
      }),
    }),
  ),
  discounts: list(fields({ coupon: optional(text(200)), promotion_code: optionalId }), 1),
  metadata,
  subscription_data: optional(
    fields({
      metadata,
      description: optional(text(500)),
      default_tax_rates: list(text(200), 5),
      invoice_settings: invoiceSettings,
    }),
  ),
  invoice_creation: optional(
    fields({
      enabled: flag,
      invoice_data: optional(fields({ metadata, description: optional(text(500)), footer: optional(text()) })),
    }),
  ),
  tax_id_collection: optional(fields({ enabled: flag, required: optional(choice('if_supported', 'never')) })),
  billing_address_collection: optional(choice('auto', 'required')),
  customer_update: optional(
    fields({ address: optional(choice('auto', 'never')), name: optional(choice('auto', 'never')) }),
  ),
  payment_intent_data: optional(fields({ metadata, description: optional(text(1_000)) })),
  payment_method_collection: optional(choice('always', 'if_required')),
  // The sandbox always charges pounds: asking it to convert is refused rather than forgotten.
  adaptive_pricing: optional(fields({ enabled: choice('false') })),
  locale: optional(choice('auto', 'en', 'en-GB')),
}

type WantedSession = Values<typeof sessionFields>
type WantedLine = WantedSession['line_items'][number]

/** What the API does not show. */
export type SessionSecrets = {
  lines: Stripe.LineItem[]
  coupon: string | null
  lasting: boolean
  promotionCode: string | null
  /** Proves that a posted form came from the page of this session. */
  token: string
  /** Of the payment or the subscription to come. */
  metadata: Record<string, string>
  description: string | null
  makesCustomer: boolean
  /** It was declined and can be tried again. */
  paymentIntent: string | null
  /** Of a bank debit that is under way. */
  paymentMethod?: string
  taxRate: string | null
  asksTaxId: boolean
  /** Of what is paid once; null where none is asked for. */
  invoice: { metadata: Record<string, string> } | null
  footer: string | null
}

export async function openSession(
  books: Books,
  wanted: WantedSession,
  publicUrl: string,
): Promise<Stripe.Checkout.Session> {
  checkRequest(books, wanted)
  const customer = wanted.customer ? await books.get('customer', wanted.customer, 'customer') : null
  const coupon = wanted.discounts[0] ? await couponFor(books, wanted.discounts[0]) : null
  const percentOff = coupon?.percent_off ?? 0
  const lines = await Promise.all(wanted.line_items.map((line) => openLine(books, line, percentOff)))
  const subtotal = lines.reduce((sum, line) => sum + line.amount_subtotal, 0)
  const total = lines.reduce((sum, line) => sum + line.amount_total, 0)
  if (total > 0 && total < minPence) {
    throw badRequest('amount_too_small', 'The total amount due must add up to at least £0.30.')
  }
  const id = newId('cs_test')
  const isSubscription = wanted.mode === 'subscription'
  const promotionCode = wanted.discounts[0]?.promotion_code ?? null
  const taxRate = await oneTaxRate(
    books,
    [
      ...lines.flatMap((_, index) => wanted.line_items[index]!.tax_rates),
      ...(wanted.subscription_data?.default_tax_rates ?? []),
    ],
    'line_items',
  )
  const { invoice_creation: creation } = wanted
  const invoice = creation?.enabled ? { metadata: creation.invoice_data?.metadata ?? {} } : null
  const taxes = await taxesIn(books, total, { taxRate, customer: customer?.id ?? null })
  const secrets: SessionSecrets = {
    lines,
    coupon: coupon?.id ?? null,
    lasting: coupon?.duration === 'forever',
    promotionCode,
    token: newId('form'),
    metadata: wanted.subscription_data?.metadata ?? wanted.payment_intent_data?.metadata ?? {},
    description: wanted.subscription_data?.description ?? wanted.payment_intent_data?.description ?? null,
    makesCustomer: !customer && (isSubscription || invoice !== null || wanted.customer_creation === 'always'),
    paymentIntent: null,
    taxRate,
    asksTaxId: wanted.tax_id_collection?.enabled ?? false,
    invoice,
    footer: wanted.subscription_data?.invoice_settings?.footer ?? creation?.invoice_data?.footer ?? null,
  }
  return books.insert(
    'checkout.session',
    {
      id,
      adaptive_pricing: { enabled: false },
      amount_subtotal: subtotal,
      amount_total: total,
      cancel_url: wanted.cancel_url ?? null,
      client_reference_id: wanted.client_reference_id ?? null,
      currency: 'gbp',
      customer: customer?.id ?? null,
      customer_creation: customer ? null : secrets.makesCustomer ? 'always' : 'if_required',
      customer_details: {
        email: customer?.email ?? wanted.customer_email ?? null,
        name: customer?.name ?? null,
        business_name: null,
        individual_name: null,
        phone: null,
        address: null,
        tax_exempt: 'none',
        tax_ids: [],
      },
      customer_email: wanted.customer_email ?? null,
      discounts: coupon ? [{ coupon: promotionCode ? null : coupon.id, promotion_code: promotionCode }] : [],
      expires_at: wanted.expires_at ?? books.now + dayInSeconds,
      invoice: null,
      invoice_creation: isSubscription
        ? null
        : ({ enabled: invoice !== null } as Stripe.Checkout.Session.InvoiceCreation),
      locale: (wanted.locale ?? null) as Stripe.Checkout.Session.Locale | null,
      metadata: wanted.metadata,
      mode: wanted.mode,
      payment_intent: null,
      payment_method_collection: wanted.payment_method_collection ?? (isSubscription ? 'always' : 'if_required'),
      payment_method_types: ['card'],
      payment_status: 'unpaid',
      status: 'open',
      subscription: null,
      success_url: wanted.success_url,
      total_details: { amount_discount: subtotal - total, amount_shipping: 0, amount_tax: taxAmount(taxes) },
      ui_mode: 'hosted_page',
      url: `${publicUrl}/sandbox/pay/${id}`,
    },
    secrets,
  )
}

async function openLine(
  books: Books,
  { price_data, quantity, metadata }: WantedLine,
  percentOff: number,
): Promise<Stripe.LineItem> {
  const { product_data, recurring, unit_amount, tax_behavior } = price_data
  const product = await books.insert('product', {
    id: newId('prod'),
    active: true,
    description: product_data.description ?? null,
    metadata: product_data.metadata,
    name: product_data.name,
  })
  const price = await books.insert('price', {
    id: newId('price'),
    active: false,
    currency: 'gbp',
    metadata: {},
    product: product.id,
    recurring: recurring
      ? ({
          interval: recurring.interval,
          interval_count: recurring.interval_count ?? 1,
          usage_type: 'licensed',
        } as Stripe.Price.Recurring)
      : null,
    tax_behavior: tax_behavior ?? 'unspecified',
    type: recurring ? 'recurring' : 'one_time',
    unit_amount,
  })
  const subtotal = unit_amount * quantity
  const discount = Math.round((subtotal * percentOff) / 100)
  return {
    id: newId('li'),
    object: 'item',
    amount_discount: discount,
    amount_subtotal: subtotal,
    amount_tax: 0,
    amount_total: subtotal - discount,
    currency: 'gbp',
    description: product.name,
    metadata,
    price,
    quantity,
  } as Stripe.LineItem
}

function checkRequest(books: Books, wanted: WantedSession): void {
  const { mode, line_items: lines, expires_at } = wanted
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
  const rhythms = new Set(recurring.map(({ interval, interval_count }) => `${interval_count ?? 1} ${interval}`))
  if (rhythms.size > 1)
    throw badRequest(null, 'All recurring prices of a session have the same interval.', 'line_items')
  if (mode === 'payment' && wanted.subscription_data) throw onlyIn('subscription', 'subscription_data')
  if (mode === 'payment' && wanted.payment_method_collection) throw onlyIn('subscription', 'payment_method_collection')
  if (mode === 'subscription' && wanted.payment_intent_data) throw onlyIn('payment', 'payment_intent_data')
  if (mode === 'subscription' && wanted.customer_creation) throw onlyIn('payment', 'customer_creation')
  if (mode === 'subscription' && wanted.invoice_creation) throw onlyIn('payment', 'invoice_creation')
  if (wanted.customer && wanted.tax_id_collection?.enabled && wanted.customer_update?.name !== 'auto')
    throw badRequest(
      null,
      'Tax ID collection for an existing customer needs `customer_update[name]` to be `auto`.',
      'customer_update',
    )
  if (!wanted.customer && wanted.customer_update)
    throw badRequest(null, '`customer_update` needs `customer`.', 'customer_update')
  if (wanted.customer && (wanted.customer_email || wanted.customer_creation)) {
    throw badRequest(null, 'A session takes `customer` or the details of a new one, not both.', 'customer')
  }
  if (
    expires_at !== undefined &&
    (expires_at < books.now + minExpirySeconds || expires_at > books.now + dayInSeconds)
  ) {
    throw badRequest(null, 'A session expires between 30 minutes and 24 hours from now.', 'expires_at')
  }
}

function onlyIn(mode: string, param: string) {
  return badRequest(null, `You can only pass \`${param}\` in \`${mode}\` mode.`, param)
}
