import type Stripe from 'stripe'
import { idOf } from '../stripe-shapes.ts'
import { ApiError, badRequest } from './api-error.ts'
import { type Books, type Kind, newId } from './books.ts'
import { expireIfOver, expireSession, linesOfSession } from './checkout.ts'
import { openSession } from './open-session.ts'
import {
  address,
  choice,
  fields,
  flag,
  integer,
  list,
  metadata,
  optional,
  percentage,
  type Reader,
  text,
} from './parameters.ts'
import { closeDispute, refundCharge } from './payments-taken.ts'
import { endSubscription, setCancelAtPeriodEnd } from './subscriptions.ts'

/** One call of the API. `handle` runs in a transaction; what it throws as ApiError is the answer. */
export type ApiEndpoint = {
  method: 'GET' | 'POST' | 'DELETE'
  /** `:id` stands for one segment. */
  path: string
  read: Reader<{ expand: string[] }>
  handle: (call: { books: Books; request: never; id: string; publicUrl: string }) => Promise<object>
}

const expand = list(text(200), 20)
const time = integer({ max: 99_999_999_999 })

const customerFields = {
  email: optional(text(512)),
  name: optional(text(256)),
  phone: optional(text(20)),
  description: optional(text()),
  metadata,
}

/** What every list takes. */
const paging = pagingFields()
function pagingFields() {
  const range = fields({ gt: optional(time), gte: optional(time), lt: optional(time), lte: optional(time) })
  const created: Reader<{
    gt?: number | undefined
    gte?: number | undefined
    lt?: number | undefined
    lte?: number | undefined
  }> = (given, name) => {
    if (typeof given !== 'string') return range(given, name)
    const at = time(given, name)
    return { gte: at, lte: at }
  }
  return {
    limit: ((given, name) => (given === undefined ? 10 : integer({ min: 1, max: 100 })(given, name))) as Reader<number>,
    starting_after: optional(text(255)),
    ending_before: optional(text(255)),
    created: optional(created),
  }
}

const endpoints: ApiEndpoint[] = [
  call('POST', '/v1/customers', customerFields, async ({ books, request }) => {
    const { expand: _, ...given } = request
    const customer = await books.insert<'customer'>({
      id: newId('cus'),
      object: 'customer',
      balance: 0,
      created: books.now,
      delinquent: false,
      description: given.description ?? null,
      email: given.email ?? null,
      livemode: false,
      metadata: given.metadata,
      name: given.name ?? null,
      phone: given.phone ?? null,
    })
    await books.emit('customer.created', customer)
    return customer
  }),
  call('POST', '/v1/customers/:id', customerFields, async ({ books, request, id }) => {
    const { body: before } = await books.lock('customer', id)
    const { expand: _, metadata: more, ...given } = request
    const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
    const customer = await books.change('customer', id, { ...set, metadata: merged(before.metadata, more) })
    await books.emit('customer.updated', customer)
    return customer
  }),
  retrieve('/v1/customers', 'customer'),
  listing('/v1/customers', 'customer', { email: optional(text()) }),

  call(
    'POST',
    '/v1/coupons',
    {
      id: optional(text(200)),
      percent_off: percentage,
      duration: choice('once', 'forever'),
      name: optional(text(40)),
      max_redemptions: optional(integer({ min: 1 })),
      redeem_by: optional(time),
      metadata,
    },
    async ({ books, request }) => {
      const id = request.id ?? newId('coupon')
      await serialise(books, `coupon ${id}`)
      if (await books.find('coupon', id)) throw badRequest('resource_already_exists', 'Coupon already exists.', 'id')
      return books.insert<'coupon'>({
        id,
        object: 'coupon',
        amount_off: null,
        created: books.now,
        currency: null,
        duration: request.duration,
        duration_in_months: null,
        livemode: false,
        max_redemptions: request.max_redemptions ?? null,
        metadata: request.metadata,
        name: request.name ?? null,
        percent_off: request.percent_off,
        redeem_by: request.redeem_by ?? null,
        times_redeemed: 0,
        valid: request.redeem_by === undefined || request.redeem_by > books.now,
      })
    },
  ),
  retrieve('/v1/coupons', 'coupon'),
  listing('/v1/coupons', 'coupon', {}),

  call(
    'POST',
    '/v1/promotion_codes',
    {
      promotion: fields({ type: choice('coupon'), coupon: text(200) }),
      code: optional(text(500)),
      active: optional(flag),
      metadata,
    },
    async ({ books, request }) => {
      const coupon = await books.get('coupon', request.promotion.coupon, 'promotion[coupon]')
      const code = request.code ?? newId('').slice(1, 9).toUpperCase()
      await serialise(books, `promotion code ${code}`)
      const { data } = await books.list('promotion_code', { limit: 1, where: { code, active: true } })
      if (data.length > 0)
        throw badRequest('resource_already_exists', 'An active promotion code with this code exists.', 'code')
      return books.insert<'promotion_code'>({
        id: newId('promo'),
        object: 'promotion_code',
        active: request.active ?? true,
        code,
        created: books.now,
        customer: null,
        expires_at: null,
        livemode: false,
        max_redemptions: null,
        metadata: request.metadata,
        promotion: { type: 'coupon', coupon: coupon.id },
        times_redeemed: 0,
      })
    },
  ),
  retrieve('/v1/promotion_codes', 'promotion_code'),
  listing('/v1/promotion_codes', 'promotion_code', { code: optional(text(500)), active: optional(flag) }),

  call(
    'POST',
    '/v1/checkout/sessions',
    {
      mode: choice('payment', 'subscription'),
      ui_mode: optional(choice('hosted_page')),
      success_url: address,
      cancel_url: optional(address),
      client_reference_id: optional(text(200)),
      customer: optional(text(255)),
      customer_email: optional(text(512)),
      customer_creation: optional(choice('always', 'if_required')),
      expires_at: optional(time),
      line_items: list(
        fields({
          quantity: integer({ min: 1, max: 999_999 }),
          metadata,
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
      discounts: list(fields({ coupon: optional(text(200)), promotion_code: optional(text(255)) }), 1),
      metadata,
      subscription_data: optional(fields({ metadata, description: optional(text(500)) })),
      payment_intent_data: optional(fields({ metadata, description: optional(text(1_000)) })),
      payment_method_collection: optional(choice('always', 'if_required')),
      // The sandbox charges pounds, always: asking it to convert is refused rather than forgotten.
      adaptive_pricing: optional(fields({ enabled: choice('false') })),
      locale: optional(choice('auto', 'en', 'en-GB')),
    },
    ({ books, request, publicUrl }) => openSession(books, request, publicUrl),
  ),
  call('GET', '/v1/checkout/sessions/:id', {}, async ({ books, id }) => {
    await expireIfOver(books, id)
    return books.get('checkout.session', id)
  }),
  call('GET', '/v1/checkout/sessions/:id/line_items', paging, ({ books, id }) => linesOfSession(books, id)),
  call('POST', '/v1/checkout/sessions/:id/expire', {}, ({ books, id }) => expireSession(books, id)),
  listing('/v1/checkout/sessions', 'checkout.session', {
    customer: optional(text(255)),
    payment_intent: optional(text(255)),
    subscription: optional(text(255)),
    status: optional(choice('open', 'complete', 'expired')),
  }),

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
  call(
    'GET',
    '/v1/invoices',
    {
      ...paging,
      customer: optional(text(255)),
      subscription: optional(text(255)),
      status: optional(choice('draft', 'open', 'paid', 'void')),
    },
    async ({ books, request: { customer, subscription, status, expand: _, ...page } }) => {
      const where = {
        ...(customer && { customer }),
        ...(status && { status }),
        ...(subscription && { parent: { subscription_details: { subscription } } }),
      }
      return { object: 'list', url: '/v1/invoices', ...(await books.list('invoice', { ...page, where })) }
    },
  ),
  retrieve('/v1/invoice_payments', 'invoice_payment'),
  call(
    'GET',
    '/v1/invoice_payments',
    {
      ...paging,
      invoice: optional(text(255)),
      payment: optional(fields({ type: choice('payment_intent'), payment_intent: optional(text(255)) })),
      status: optional(choice('open', 'paid', 'canceled')),
    },
    async ({ books, request: { invoice, payment, status, expand: _, ...page } }) => {
      const wanted = payment?.payment_intent ? { payment: { payment_intent: payment.payment_intent } } : {}
      const where = { ...wanted, ...(invoice && { invoice }), ...(status && { status }) }
      return {
        object: 'list',
        url: '/v1/invoice_payments',
        ...(await books.list('invoice_payment', { ...page, where })),
      }
    },
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

type Shape = Record<string, Reader<unknown>>
type Request<F extends Shape> = { [K in keyof F]: F[K] extends Reader<infer T> ? T : never } & { expand: string[] }

function call<F extends Shape>(
  method: ApiEndpoint['method'],
  path: string,
  shape: F,
  handle: (call: { books: Books; request: Request<F>; id: string; publicUrl: string }) => Promise<object>,
): ApiEndpoint {
  const read = fields({ ...shape, expand }) as ApiEndpoint['read']
  return { method, path, read, handle: handle as ApiEndpoint['handle'] }
}

function retrieve(path: string, kind: Kind): ApiEndpoint {
  return call('GET', `${path}/:id`, {}, ({ books, id }) => books.get(kind, id))
}

/** A list whose filters are fields of the object with the same names. */
function listing(path: string, kind: Kind, filters: Shape): ApiEndpoint {
  return call('GET', path, { ...paging, ...filters }, async ({ books, request }) => {
    const given = request as Record<string, unknown>
    const where = Object.fromEntries(
      Object.keys(filters).flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]])),
    )
    return { object: 'list', url: path, ...(await books.list(kind, { ...request, where })) }
  })
}

/** Given metadata over the present one; an empty value takes a key away. */
function merged(present: Stripe.Metadata, given: Record<string, string>): Stripe.Metadata {
  return Object.fromEntries(Object.entries({ ...present, ...given }).filter(([, value]) => value !== ''))
}

/** An event as it is shown: with how many deliveries are still to come. */
async function shown(books: Books, event: Stripe.Event): Promise<Stripe.Event> {
  const [row] = await books.tx`
    select 1 from sandbox.payment_deliveries
    where event_id = ${event.id} and delivered_at is null and give_up_at > now()`
  return { ...event, pending_webhooks: row ? 1 : 0 }
}

/** Lets one transaction after the other make something of this name. */
async function serialise(books: Books, name: string): Promise<void> {
  await books.tx`select pg_advisory_xact_lock(hashtextextended(${`sandbox payments ${name}`}, 0))`
}

/** The call that a request means, with the id of its path. @throws ApiError 404 */
export function findEndpoint(method: string, path: string): { endpoint: ApiEndpoint; id: string } {
  for (const endpoint of endpoints) {
    if (endpoint.method !== method) continue
    const wanted = endpoint.path.split('/')
    const given = path.split('/')
    if (wanted.length !== given.length) continue
    let id = ''
    const fits = wanted.every((part, index) => {
      if (part !== ':id') return part === given[index]
      id = plainSegment(given[index]!)
      return id !== ''
    })
    if (fits) return { endpoint, id }
  }
  throw new ApiError(404, 'invalid_request_error', null, `Unrecognized request URL (${method}: ${path}).`)
}

/** A decoded segment of a path; empty where it is none. */
function plainSegment(segment: string): string {
  try {
    const plain = decodeURIComponent(segment)
    return plain.includes('\0') ? '' : plain
  } catch {
    return ''
  }
}
