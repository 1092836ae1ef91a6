import { badRequest } from './api-error.ts'
import { newId } from './books.ts'
import { addCustomer, expireIfOver, expireSession, linesOfSession } from './checkout.ts'
import { type ApiEndpoint, call, listing, optionalId, paging, retrieve, serialise, time } from './endpoint.ts'
import { openSession, sessionFields } from './open-session.ts'
import { choice, fields, flag, integer, metadata, optional, percentage, taxPercentage, text } from './parameters.ts'
import { addTaxId } from './taxes.ts'

export const checkoutEndpoints: ApiEndpoint[] = [
  call(
    'POST',
    '/v1/customers',
    {
      email: optional(text(512)),
      name: optional(text(256)),
      phone: optional(text(20)),
      description: optional(text()),
      test_clock: optionalId,
      metadata,
    },
    ({ books, request }) => addCustomer(books, request),
  ),
  retrieve('/v1/customers', 'customer'),
  call(
    'POST',
    '/v1/customers/:id',
    { name: optional(text(256)), tax_exempt: optional(choice('none', 'exempt', 'reverse')) },
    async ({ books, id, request: { expand: _, ...given } }) => {
      await books.lock('customer', id)
      const changes = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
      return books.change('customer', id, changes)
    },
  ),
  call('POST', '/v1/customers/:id/tax_ids', { type: text(50), value: text(100) }, async ({ books, id, request }) => {
    await books.lock('customer', id)
    return addTaxId(books, id, request.value, request.type)
  }),
  call('GET', '/v1/customers/:id/tax_ids', paging, async ({ books, id, request }) => {
    const { id: customer } = await books.get('customer', id)
    const url = `/v1/customers/${id}/tax_ids`
    return { object: 'list', url, ...(await books.list('tax_id', { ...request, where: { customer } })) }
  }),
  call(
    'POST',
    '/v1/tax_rates',
    {
      display_name: text(50),
      percentage: taxPercentage,
      inclusive: flag,
      active: optional(flag),
      country: optional(text(2)),
      description: optional(text()),
      tax_type: optional(choice('vat')),
      metadata,
    },
    ({ books, request: { expand: _, active = true, country = null, description = null, tax_type = null, ...rate } }) =>
      books.insert('tax_rate', {
        ...rate,
        id: newId('txr'),
        active,
        country,
        description,
        effective_percentage: rate.percentage,
        rate_type: 'percentage',
        tax_type,
      }),
  ),
  retrieve('/v1/tax_rates', 'tax_rate'),
  listing('/v1/tax_rates', 'tax_rate', { active: optional(flag), inclusive: optional(flag) }),
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
      return books.insert('coupon', {
        id,
        currency: null,
        duration: request.duration,
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
      return books.insert('promotion_code', {
        id: newId('promo'),
        active: request.active ?? true,
        code,
        customer: null,
        expires_at: null,
        max_redemptions: null,
        metadata: request.metadata,
        promotion: { type: 'coupon', coupon: coupon.id },
        times_redeemed: 0,
      })
    },
  ),
  retrieve('/v1/promotion_codes', 'promotion_code'),
  listing('/v1/promotion_codes', 'promotion_code', { code: optional(text(500)), active: optional(flag) }),

  call('POST', '/v1/checkout/sessions', sessionFields, ({ books, request, publicUrl }) =>
    openSession(books, request, publicUrl),
  ),
  call('GET', '/v1/checkout/sessions/:id', {}, async ({ books, id }) => {
    await expireIfOver(books, id)
    return books.get('checkout.session', id)
  }),
  call('GET', '/v1/checkout/sessions/:id/line_items', paging, ({ books, id }) => linesOfSession(books, id)),
  call('POST', '/v1/checkout/sessions/:id/expire', {}, ({ books, id }) => expireSession(books, id)),
  listing('/v1/checkout/sessions', 'checkout.session', {
    customer: optionalId,
    payment_intent: optionalId,
    subscription: optionalId,
    status: optional(choice('open', 'complete', 'expired')),
  }),
]
