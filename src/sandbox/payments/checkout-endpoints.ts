import { badRequest } from './api-error.ts'
import { newId } from './books.ts'
import { expireIfOver, expireSession, linesOfSession } from './checkout.ts'
import { type ApiEndpoint, call, listing, merged, paging, retrieve, serialise, time } from './endpoint.ts'
import { openSession } from './open-session.ts'
import { address, choice, fields, flag, integer, list, metadata, optional, percentage, text } from './parameters.ts'

const customerFields = {
  email: optional(text(512)),
  name: optional(text(256)),
  phone: optional(text(20)),
  description: optional(text()),
  metadata,
}

export const checkoutEndpoints: ApiEndpoint[] = [
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
      // The sandbox always charges pounds: asking it to convert is refused rather than forgotten.
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
]
