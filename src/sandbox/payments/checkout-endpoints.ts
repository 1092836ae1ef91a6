import type Stripe from 'stripe'
import { badRequest, noSuch } from './api-error.ts'
import { newId } from './books.ts'
import { expireSession, lockOpen } from './checkout.ts'
import { type ApiEndpoint, call, listing, optionalId, paging, retrieve, serialise } from './endpoint.ts'
import { openSession, sessionFields } from './open-session.ts'
import { choice, flag, integer, metadata, optional, percentage, taxPercentage, text } from './parameters.ts'
import { addTaxId } from './taxes.ts'

export const checkoutEndpoints: ApiEndpoint[] = [
  call(
    'POST',
    '/v1/customers',
    {
      email: optional(text(512)),
      name: optional(text(256)),
      test_clock: optionalId,
      metadata,
    },
    async ({ books, request: { email = null, name = null, test_clock = null, metadata } }) =>
      books.emit(
        'customer.created',
        await books.insert('customer', { id: newId('cus'), test_clock, email, metadata, name }),
      ),
  ),
  retrieve('customer'),
  call(
    'POST',
    '/v1/customers/:id',
    { name: optional(text(256)), tax_exempt: optional(choice('none', 'exempt', 'reverse')) },
    async ({ books, id, request: { expand: _, ...given } }) => {
      await books.lock('customer', id)
      return books.change('customer', id, given as Partial<Stripe.Customer>)
    },
  ),
  call('POST', '/v1/customers/:id/tax_ids', { type: text(50), value: text(100) }, async ({ books, id, request }) => {
    await books.lock('customer', id)
    return addTaxId(books, id, request.value, request.type)
  }),
  call('GET', '/v1/customers/:id/tax_ids', paging, async ({ books, id, request }) => {
    const { id: customer } = await books.get('customer', id)
    return books.list('tax_id', { ...request, url: `/v1/customers/${id}/tax_ids`, where: { customer } })
  }),
  call('DELETE', '/v1/customers/:parent/tax_ids/:id', {}, async ({ books, id, parent: customer }) => {
    const taxId = await books.get('tax_id', id)
    if (taxId.customer !== customer) throw noSuch('tax_id', id)
    await books.remove('tax_id', id)
    return { id, object: 'tax_id', deleted: true }
  }),
  call(
    'POST',
    '/v1/tax_rates',
    {
      display_name: text(50),
      percentage: taxPercentage,
      inclusive: flag,
      country: text(2),
      tax_type: choice('vat'),
      metadata,
    },
    ({ books, request: { expand: _, ...rate } }) =>
      books.insert('tax_rate', { ...rate, id: newId('txr'), active: true }),
  ),
  listing('/v1/tax_rates', 'tax_rate', { active: optional(flag), inclusive: optional(flag) }),
  listing('/v1/customers', 'customer', { email: optional(text()) }),

  call(
    'POST',
    '/v1/coupons',
    {
      id: optional(text(200)),
      percent_off: percentage,
      duration: choice('once'),
      name: optional(text(40)),
      max_redemptions: optional(integer({ min: 1 })),
    },
    async ({ books, request: { expand: _, id = newId('coupon'), max_redemptions = null, name = null, ...terms } }) => {
      await serialise(books, `coupon ${id}`)
      if (await books.find('coupon', id)) throw badRequest('resource_already_exists', 'Coupon already exists.', 'id')
      return books.insert('coupon', { ...terms, id, max_redemptions, name, times_redeemed: 0, valid: true })
    },
  ),
  retrieve('coupon'),

  call('POST', '/v1/checkout/sessions', sessionFields, ({ books, request, publicUrl }) =>
    openSession(books, request, publicUrl),
  ),
  call('GET', '/v1/checkout/sessions/:id', {}, async ({ books, id }) => {
    await lockOpen(books, id)
    return books.get('checkout.session', id)
  }),
  call('POST', '/v1/checkout/sessions/:id/expire', {}, ({ books, id }) => expireSession(books, id)),
  listing('/v1/checkout/sessions', 'checkout.session', { status: optional(choice('open', 'complete', 'expired')) }),
]
