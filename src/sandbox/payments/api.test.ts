import { afterAll, beforeAll, expect, test } from 'bun:test'
import Stripe from 'stripe'
import { awardRequest, must, openSandboxFixture, type SandboxFixture, secretKey } from './sandbox-fixture.ts'

let world: SandboxFixture
beforeAll(async () => {
  world = await openSandboxFixture()
})
afterAll(() => world.close())

/** A raw call, for what the SDK would not send. */
async function raw(path: string, body?: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${world.sandbox.apiBase}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${secretKey}`, 'content-type': 'application/x-www-form-urlencoded', ...headers },
    ...(body !== undefined && { body }),
  })
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as { error?: Record<string, string>; id: string },
  }
}

const session =
  'mode=payment&success_url=https://shop.example/done&line_items[0][quantity]=1&line_items[0][price_data][currency]=gbp&line_items[0][price_data][product_data][name]=Award&line_items[0][price_data][unit_amount]=19900'

test('only the right key is let in', async () => {
  expect(await raw('/v1/events', undefined, { authorization: 'Bearer sk_test_other' })).toMatchObject({
    status: 401,
    body: { error: { type: 'invalid_request_error' } },
  })
  expect((await raw('/v1/customers', 'name=A', { authorization: '' })).status).toBe(401)
  expect((await raw('/v1/events', undefined, { 'stripe-version': '2020-08-27' })).status).toBe(400)
})

test('unknown objects, addresses and parameters are refused in the words of the API', async () => {
  expect(await raw('/v1/customers/cus_none')).toMatchObject({
    status: 404,
    body: { error: { code: 'resource_missing', param: 'id' } },
  })
  expect(await raw('/v1/customers/%00')).toMatchObject({ status: 404 })
  expect(await raw('/v1/customers/%E0%A4%A')).toMatchObject({ status: 404 })
  expect(await raw('/v1/tax_ids')).toMatchObject({ status: 404 })
  expect(await raw('/v1/customers', 'name=A&shoe_size=9')).toMatchObject({
    status: 400,
    body: { error: { code: 'parameter_unknown', param: 'shoe_size', type: 'invalid_request_error' } },
  })
  expect(await raw('/v1/checkout/sessions', `${session}&payment_method_types[0]=card`)).toMatchObject({
    status: 400,
    body: { error: { code: 'parameter_unknown', param: 'payment_method_types' } },
  })
  expect(await raw('/v1/checkout/sessions', `${session}&line_items[0][price_data][unit_price]=1`)).toMatchObject({
    status: 400,
    body: { error: { code: 'parameter_unknown', param: 'line_items[0][price_data][unit_price]' } },
  })
  expect(await raw('/v1/checkout/sessions', session.replace('19900', '-5'))).toMatchObject({
    status: 400,
    body: { error: { code: 'parameter_invalid_integer' } },
  })
  expect(await raw('/v1/checkout/sessions', session.replace('19900', '5'))).toMatchObject({
    body: { error: { code: 'amount_too_small' } },
  })
  expect(await raw('/v1/checkout/sessions', 'mode=payment')).toMatchObject({
    status: 400,
    body: { error: { code: 'parameter_missing', param: 'success_url' } },
  })
  expect(await raw('/v1/checkout/sessions', `${session}&customer=cus_none`)).toMatchObject({
    status: 400,
    body: { error: { code: 'resource_missing', param: 'customer' } },
  })
  expect(await raw('/v1/checkout/sessions', `${session}&adaptive_pricing[enabled]=true`)).toMatchObject({ status: 400 })
  expect(await raw('/v1/customers', 'name=%00')).toMatchObject({ status: 400 })
})

test('a key repeats its first answer, and nothing else under it', async () => {
  const key = { 'idempotency-key': 'once-1' }
  const first = await raw('/v1/checkout/sessions', session, key)
  const second = await raw('/v1/checkout/sessions', session, key)
  expect(first.status).toBe(200)
  expect(second.body.id).toBe(first.body.id)
  expect(second.headers.get('idempotent-replayed')).toBe('true')
  expect(await raw('/v1/checkout/sessions', session.replace('19900', '100'), key)).toMatchObject({
    status: 400,
    body: { error: { type: 'idempotency_error' } },
  })
  expect(await raw('/v1/customers', 'name=A', key)).toMatchObject({
    status: 400,
    body: { error: { type: 'idempotency_error' } },
  })
})

test('a request that fails at the door leaves its key free, one that failed at work does not', async () => {
  const headers = { 'idempotency-key': 'door-1' }
  expect((await raw('/v1/customers', 'shoe_size=9', headers)).status).toBe(400)
  expect((await raw('/v1/customers', 'name=A', headers)).status).toBe(200)
  const work = { 'idempotency-key': 'work-1' }
  const request = `${session}&customer=cus_none`
  expect((await raw('/v1/checkout/sessions', request, work)).status).toBe(400)
  const again = await raw('/v1/checkout/sessions', request, work)
  expect(again).toMatchObject({ status: 400, body: { error: { code: 'resource_missing' } } })
  expect(again.headers.get('idempotent-replayed')).toBe('true')
})

test('twenty requests with one key at once make one session', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => raw('/v1/checkout/sessions', session, { 'idempotency-key': 'crowd-1' })),
  )
  const made = new Set(answers.filter((answer) => answer.status === 200).map((answer) => answer.body.id))
  expect(made.size).toBe(1)
  for (const answer of answers) expect([200, 409]).toContain(answer.status)
})

test('customers, sessions and events are listed page by page and expanded', async () => {
  const stripe = world.stripe()
  const payments = world.payments()
  const request = awardRequest()
  const { sessionId } = must(await payments.createCheckoutSession(request))
  const expanded = await stripe.checkout.sessions.retrieve(sessionId, { expand: ['line_items', 'customer'] })
  expect(expanded.line_items!.data).toMatchObject([
    { description: 'Gold Award', amount_total: 19_900, price: { currency: 'gbp' } },
  ])
  expect(expanded.customer).toMatchObject({
    name: 'Harbour Lights Festival Ltd',
    metadata: { organisation_id: request.orderId },
  })

  for (const number of [1, 2, 3, 4, 5])
    await stripe.customers.create({ name: `Page ${number}`, email: 'pages@beaa.example' })
  const names: (string | null | undefined)[] = []
  for await (const customer of stripe.customers.list({ email: 'pages@beaa.example', limit: 2 }))
    names.push(customer.name)
  expect(names).toEqual(['Page 5', 'Page 4', 'Page 3', 'Page 2', 'Page 1'])
  const open = await stripe.checkout.sessions.list({ status: 'open', limit: 100 })
  expect(open.data.map(({ id }) => id)).toContain(sessionId)
  const events = await stripe.events.list({ type: 'customer.created', limit: 1 })
  expect(events).toMatchObject({
    has_more: true,
    data: [{ type: 'customer.created', api_version: Stripe.API_VERSION }],
  })
  expect((await stripe.events.retrieve(events.data[0]!.id)).id).toBe(events.data[0]!.id)
  await expect(stripe.checkout.sessions.retrieve(sessionId, { expand: ['shoe'] })).rejects.toThrow('cannot be expanded')
})

test('a coupon lowers the price until it is used up', async () => {
  const stripe = world.stripe()
  const coupon = await stripe.coupons.create({ id: 'half', percent_off: 50, duration: 'once', max_redemptions: 1 })
  const lines = [
    { quantity: 1, price_data: { currency: 'gbp', unit_amount: 4_900, product_data: { name: 'Listing' } } },
  ]
  const request = {
    mode: 'payment' as const,
    success_url: 'https://shop.example/done',
    line_items: lines,
    discounts: [{ coupon: coupon.id }],
  }
  const made = await stripe.checkout.sessions.create(request)
  expect(made).toMatchObject({ amount_total: 2_450, total_details: { amount_discount: 2_450 }, customer: null })
  await world.sandbox.controls.paySession(made.id)
  expect(await stripe.coupons.retrieve('half')).toMatchObject({ times_redeemed: 1, valid: false })
  await expect(stripe.checkout.sessions.create(request)).rejects.toThrow('used up')
})
