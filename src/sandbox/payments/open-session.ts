import type Stripe from 'stripe'
import { badRequest } from './api-error.ts'
import { type Books, newId } from './books.ts'
import { couponFor } from './discounts.ts'

export function detailsOf(email: string | null, name: string | null): Stripe.Checkout.Session.CustomerDetails {
  return {
    email,
    name,
    business_name: null,
    individual_name: null,
    phone: null,
    address: null,
    tax_exempt: 'none',
    tax_ids: [],
  }
}

const dayInSeconds = 24 * 60 * 60

const minExpirySeconds = 30 * 60

/** Stripe takes no card payment in pounds below this. */
const minPence = 30

type WantedLine = {
  quantity: number
  metadata: Record<string, string>
  price_data: {
    currency: 'gbp'
    unit_amount: number
    product_data: { name: string; description: string | undefined; metadata: Record<string, string> }
    recurring: { interval: 'month' | 'year'; interval_count: number | undefined } | undefined
    tax_behavior: 'exclusive' | 'inclusive' | 'unspecified' | undefined
  }
}

type WantedSession = {
  mode: 'payment' | 'subscription'
  success_url: string
  cancel_url: string | undefined
  client_reference_id: string | undefined
  customer: string | undefined
  customer_email: string | undefined
  customer_creation: 'always' | 'if_required' | undefined
  expires_at: number | undefined
  line_items: WantedLine[]
  discounts: { coupon: string | undefined; promotion_code: string | undefined }[]
  metadata: Record<string, string>
  subscription_data: { metadata: Record<string, string>; description: string | undefined } | undefined
  payment_intent_data: { metadata: Record<string, string>; description: string | undefined } | undefined
  payment_method_collection: 'always' | 'if_required' | undefined
  locale: string | undefined
}

/** What the API does not show. */
export type SessionSecrets = {
  lines: Stripe.LineItem[]
  coupon: string | null
  percentOff: number
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
  const secrets: SessionSecrets = {
    lines,
    coupon: coupon?.id ?? null,
    percentOff,
    lasting: coupon?.duration === 'forever',
    promotionCode,
    token: newId('form'),
    metadata: wanted.subscription_data?.metadata ?? wanted.payment_intent_data?.metadata ?? {},
    description: wanted.subscription_data?.description ?? wanted.payment_intent_data?.description ?? null,
    makesCustomer: !customer && (isSubscription || wanted.customer_creation === 'always'),
    paymentIntent: null,
  }
  return books.insert<'checkout.session'>(
    {
      id,
      object: 'checkout.session',
      adaptive_pricing: { enabled: false },
      allow_promotion_codes: null,
      amount_subtotal: subtotal,
      amount_total: total,
      cancel_url: wanted.cancel_url ?? null,
      client_reference_id: wanted.client_reference_id ?? null,
      client_secret: null,
      created: books.now,
      currency: 'gbp',
      customer: customer?.id ?? null,
      customer_creation: customer ? null : secrets.makesCustomer ? 'always' : 'if_required',
      customer_details: detailsOf(customer?.email ?? wanted.customer_email ?? null, customer?.name ?? null),
      customer_email: wanted.customer_email ?? null,
      discounts: coupon ? [{ coupon: promotionCode ? null : coupon.id, promotion_code: promotionCode }] : [],
      expires_at: wanted.expires_at ?? books.now + dayInSeconds,
      invoice: null,
      livemode: false,
      locale: (wanted.locale ?? null) as Stripe.Checkout.Session.Locale | null,
      metadata: wanted.metadata,
      mode: wanted.mode,
      payment_intent: null,
      payment_link: null,
      payment_method_collection: wanted.payment_method_collection ?? (isSubscription ? 'always' : 'if_required'),
      payment_method_types: ['card'],
      payment_status: 'unpaid',
      recovered_from: null,
      setup_intent: null,
      status: 'open',
      subscription: null,
      success_url: wanted.success_url,
      total_details: { amount_discount: subtotal - total, amount_shipping: 0, amount_tax: 0 },
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
  const product = await books.insert<'product'>({
    id: newId('prod'),
    object: 'product',
    active: true,
    created: books.now,
    description: product_data.description ?? null,
    livemode: false,
    metadata: product_data.metadata,
    name: product_data.name,
  })
  const price = await books.insert<'price'>({
    id: newId('price'),
    object: 'price',
    active: false,
    billing_scheme: 'per_unit',
    created: books.now,
    currency: 'gbp',
    livemode: false,
    metadata: {},
    nickname: null,
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
