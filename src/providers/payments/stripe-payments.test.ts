import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { signatureOf } from '#sandbox/payments/deliver-events.ts'
import {
  awardRequest,
  listingRequest,
  must,
  openSandboxFixture,
  type SandboxFixture,
  secretKey,
  webhookSecret,
} from '#sandbox/payments/sandbox-fixture.ts'
import { isPaymentsFailure } from './payments.ts'
import { createPayments } from './stripe-payments.ts'

let world: SandboxFixture
beforeAll(async () => {
  world = await openSandboxFixture()
})
afterAll(() => world.close())

describe('a webhook', () => {
  const payments = createPayments({ secretKey, webhookSecret })
  const body = JSON.stringify({ id: 'evt_1', object: 'event', type: 'invoice.paid', data: { object: { id: 'in_1' } } })
  const now = () => Math.floor(Date.now() / 1000)

  test('genuinely signed is read, as text and as bytes', async () => {
    const header = await signatureOf(body, webhookSecret)
    expect(await payments.verifyWebhook(body, header)).toMatchObject({ id: 'evt_1', type: 'invoice.paid' })
    expect(await payments.verifyWebhook(new TextEncoder().encode(body), header)).toMatchObject({ id: 'evt_1' })
  })

  test('forged, stale, changed or unsigned is refused', async () => {
    const genuine = await signatureOf(body, webhookSecret)
    const old = await signatureOf(body, webhookSecret, now() - 301)
    const cases: [string, string | null][] = [
      [body, await signatureOf(body, 'whsec_other')],
      [body, old],
      [`${body} `, genuine],
      [body.replace('evt_1', 'evt_2'), genuine],
      [body, null],
      [body, ''],
      [body, genuine.replace('v1=', 'v0=')],
      [body, old.replace(/t=\d+/, `t=${now()}`)],
      [body, 't=abc,v1=00'],
      ['', await signatureOf('', webhookSecret)],
      ['not json', await signatureOf('not json', webhookSecret)],
      ['null', await signatureOf('null', webhookSecret)],
      ['{"object":"v2.core.event"}', await signatureOf('{"object":"v2.core.event"}', webhookSecret)],
    ]
    for (const [text, header] of cases) {
      expect(await payments.verifyWebhook(text, header), `${text} ${header}`).toMatchObject({
        failure: 'bad-signature',
      })
    }
    expect(await payments.verifyWebhook(body, await signatureOf(body, webhookSecret, now() - 295))).toMatchObject({
      id: 'evt_1',
    })
  })

  test('needs a secret that is no blank', () => {
    expect(() => createPayments({ secretKey, webhookSecret: ' ' })).toThrow()
    expect(() => createPayments({ secretKey: '', webhookSecret })).toThrow()
    expect(() => createPayments({ secretKey, webhookSecret, apiBase: 'ftp://127.0.0.1' })).toThrow()
  })
})

describe('an idempotency key', () => {
  test('gives the same session to a double click, and is refused for another purchase', async () => {
    const payments = world.payments()
    const request = listingRequest()
    const [one, two] = await Promise.all([
      payments.createCheckoutSession(request),
      payments.createCheckoutSession(request),
    ])
    expect(must(one).sessionId).toBe(must(two).sessionId)
    const dearer = { ...request, lines: [{ ...request.lines[0]!, amountPence: 5_000 }] }
    expect(await payments.createCheckoutSession(dearer)).toMatchObject({
      failure: 'payments-rejected',
      code: 'idempotency_error',
      newKeyNeeded: true,
    })
  })

  test('that holds a kept 500 needs a successor', async () => {
    const payments = world.payments()
    const request = awardRequest()
    await world.sandbox.controls.fault('server-error', { matching: 'POST /v1/checkout/sessions' })
    expect(await payments.createCheckoutSession(request)).toMatchObject({
      failure: 'payments-unavailable',
      newKeyNeeded: true,
    })
    expect(await payments.createCheckoutSession(request)).toMatchObject({
      failure: 'payments-unavailable',
      newKeyNeeded: true,
    })
    must(await payments.createCheckoutSession({ ...request, idempotencyKey: `${request.idempotencyKey}-2` }))
  })

  test('makes one session where the first answer was lost on the way', async () => {
    const payments = world.payments(300)
    const request = awardRequest()
    await world.sandbox.controls.fault('lost-answer', { matching: 'POST /v1/checkout/sessions' })
    const started = must(await payments.createCheckoutSession(request))
    const { data } = await world.stripe().checkout.sessions.list({ limit: 100 })
    expect(data.filter((session) => session.client_reference_id === request.orderId).map(({ id }) => id)).toEqual([
      started.sessionId,
    ])
  })
})

describe('trouble of the provider is returned, not thrown', () => {
  test('too many requests', async () => {
    await world.sandbox.controls.fault('rate-limit', { matching: 'GET /v1/subscriptions' })
    expect(await world.payments().retrieveSubscription('sub_x')).toMatchObject({
      failure: 'payments-unavailable',
      newKeyNeeded: false,
    })
  })

  test('a key in use is tried again once', async () => {
    await world.sandbox.controls.fault('in-use', { matching: 'POST /v1/customers' })
    const request = {
      organisationId: crypto.randomUUID(),
      name: 'Fen Fairs CIC',
      email: 'hello@fen-fairs.example',
      idempotencyKey: 'fen-1',
    }
    expect(must(await world.payments().createCustomer(request)).customerId).toStartWith('cus_')
  })

  test('no answer at all, within bounded time', async () => {
    await world.sandbox.controls.fault('hang', { count: 2, matching: 'GET /v1/coupons' })
    const begun = Date.now()
    const request = { id: 'SLOW', percentOff: 10, duration: 'once' as const, name: 'Slow' }
    expect(await world.payments(200).ensureCoupon(request)).toMatchObject({
      failure: 'payments-unavailable',
      newKeyNeeded: false,
    })
    expect(Date.now() - begun).toBeLessThan(3_000)
  })

  test('nobody listening, a wrong key, an unknown id, an id that is a path', async () => {
    const nobody = createPayments({ secretKey, webhookSecret, apiBase: 'http://127.0.0.1:9' })
    expect(await nobody.retrieveCheckoutSession('cs_test_x')).toMatchObject({ failure: 'payments-unavailable' })
    const stranger = createPayments({ secretKey: 'sk_test_other', webhookSecret, apiBase: world.sandbox.apiBase })
    expect(await stranger.retrieveCheckoutSession('cs_test_x')).toMatchObject({ failure: 'payments-unavailable' })
    const payments = world.payments()
    expect(await payments.retrieveCheckoutSession('cs_test_none')).toMatchObject({ failure: 'payments-not-found' })
    for (const id of ['', '..', '../customers', 'a/../../customers', '?x', '%2e%2e', 'x\0y', 'x'.repeat(5_000)]) {
      const answer = await payments.retrieveCheckoutSession(id)
      expect(isPaymentsFailure(answer), id.slice(0, 20)).toBe(true)
    }
  })

  test('answers that are no answers', async () => {
    const answers = [
      () => new Response(''),
      () => new Response('<html>'),
      () => Response.json(null),
      () => Response.json({ object: 'checkout.session' }),
      () => Response.json({ object: 'list', data: [] }),
    ]
    for (const answer of answers) {
      const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: answer })
      const payments = createPayments({
        secretKey,
        webhookSecret,
        apiBase: `http://127.0.0.1:${server.port}`,
        timeoutMs: 500,
      })
      expect(await payments.retrieveCheckoutSession('cs_test_x')).toMatchObject({ failure: 'payments-unavailable' })
      await server.stop(true)
    }
  })

  test('a redirect, which would carry the key to another host', async () => {
    let asked = 0
    const elsewhere = Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      fetch: () => {
        asked += 1
        return Response.json({ id: 'cus_elsewhere', object: 'customer' })
      },
    })
    const server = Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      fetch: () => Response.redirect(`http://127.0.0.1:${elsewhere.port}/`, 303),
    })
    const payments = createPayments({ secretKey, webhookSecret, apiBase: `http://127.0.0.1:${server.port}` })
    const customer = {
      organisationId: 'o1',
      name: 'Fen Fairs CIC',
      email: 'hello@fen-fairs.example',
      idempotencyKey: 'k1',
    }
    expect(await payments.createCustomer(customer)).toMatchObject({ failure: 'payments-unavailable' })
    expect(asked).toBe(0)
    await server.stop(true)
    await elsewhere.stop(true)
  })
})

describe('a coupon', () => {
  const request = { id: 'SPRING10', percentOff: 10, duration: 'once' as const, name: 'Spring' }

  test('is made once, by however many at once', async () => {
    const payments = world.payments()
    const made = await Promise.all(Array.from({ length: 5 }, () => payments.ensureCoupon(request)))
    for (const coupon of made) expect(must(coupon)).toEqual({ couponId: 'SPRING10' })
  })

  test('that exists with another percentage is not taken for it', async () => {
    const payments = world.payments()
    must(await payments.ensureCoupon(request))
    expect(await payments.ensureCoupon({ ...request, percentOff: 20 })).toMatchObject({
      failure: 'payments-rejected',
      code: 'coupon_differs',
    })
  })
})

test('events since a moment are listed by type', async () => {
  const payments = world.payments()
  const before = world.state.time
  const { sessionId } = must(await payments.createCheckoutSession(awardRequest()))
  await world.sandbox.controls.paySession(sessionId)
  const { events } = must(
    await payments.listEvents({ types: ['checkout.session.completed', 'charge.refunded'], since: before }),
  )
  expect(events.map((event) => (event.data.object as { id: string }).id)).toContain(sessionId)
  expect(new Set(events.map((event) => event.type))).toEqual(new Set(['checkout.session.completed']))
  const later = new Date(before.getTime() + 1_000)
  expect(must(await payments.listEvents({ types: ['checkout.session.completed'], since: later })).events).toEqual([])
})
