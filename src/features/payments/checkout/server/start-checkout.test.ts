import { beforeEach, expect, test } from 'bun:test'
import { defaultBrand } from '#brand.ts'
import { funnelOfFile, ready, sessionOf } from '#features/payments/server/funnel-fixture.ts'
import { publishEntry } from '#features/register/server/publish-entry.ts'
import { addApplication } from '#test/add-application.ts'
import { startCheckout } from './start-checkout.ts'

const funnel = await funnelOfFile()
beforeEach(async () => {
  funnel.state.time = new Date('2026-11-21T12:00:00Z')
  await funnel.sql`delete from sandbox.payment_faults`
})

const ordersOf = (applicationId: string) =>
  funnel.sql`select * from orders where application_id = ${applicationId} order by created_at`
const sessionsOf = async (applicationId: string) =>
  funnel.sql`
    select body from sandbox.payment_objects
    where object = 'checkout.session' and body -> 'metadata' ->> 'application_id' = ${applicationId}`

test('a request leads to a payment page of the catalogue price, for the organisation itself', async () => {
  const { id, organisationId, sessionId } = await funnel.open()
  const [session] = await sessionsOf(id)
  expect(session!.body).toMatchObject({
    id: sessionId,
    mode: 'subscription',
    amount_total: 4_900,
    currency: 'gbp',
    success_url: `http://127.0.0.1:9/accreditation/success?session_id={CHECKOUT_SESSION_ID}&application_id=${id}`,
    cancel_url: `http://127.0.0.1:9/checkout/listing/${id}`,
    payment_method_collection: 'if_required',
  })
  const [organisation] = await funnel.sql`select * from organisations where id = ${organisationId}`
  expect(session!.body.customer).toBe(organisation!.stripe_customer_id)
  expect(session!.body.customer_details.email).toBe(organisation!.email)
  expect(await ordersOf(id)).toMatchObject([
    { type: 'listing', status: 'pending', amount_pence: 4_900, discount_pence: 0, checkout_session_id: sessionId },
  ])
})

test('twenty clicks at once make one order, one page and one customer', async () => {
  const { id } = await addApplication(funnel.sql, { status: 'approved', organisation: { name: 'Twenty Clicks Ltd' } })
  const urls = await Promise.all(Array.from({ length: 20 }, async () => ready(await funnel.start(id))))
  expect(new Set(urls).size).toBe(1)
  expect(await ordersOf(id)).toHaveLength(1)
  expect(await sessionsOf(id)).toHaveLength(1)
  const customers = await funnel.sql`
    select from sandbox.payment_objects where object = 'customer' and body ->> 'name' = 'Twenty Clicks Ltd'`
  expect(customers).toHaveLength(1)
})

test.each(['suspended', 'revoked'] as const)('an entry that is %s: nothing is sold', async (status) => {
  const { id } = await addApplication(funnel.sql, { status: 'approved' })
  const publication = {
    applicationId: id,
    validUntil: '2026-10-01T00:00:00Z',
    cause: 'order of a test',
    brand: defaultBrand,
  }
  await funnel.sql.begin((tx) => publishEntry(tx, { ...publication, now: funnel.state.time }))
  await funnel.sql`update register_entries set status = ${status} where application_id = ${id}`
  for (const product of ['listing', 'award', 'marketing', 'ads', 'extras'] as const) {
    const metadata = product === 'extras' ? { services: 'crest' } : {}
    const request = { applicationId: id, product, coupon: null, metadata }
    expect(await startCheckout(funnel.services, request, null)).toEqual({ kind: 'withheld', why: status })
  }
  expect(await ordersOf(id)).toHaveLength(0)
  expect(await sessionsOf(id)).toHaveLength(0)
})

test.each(['submitted', 'rejected'] as const)('a %s application has nothing to pay', async (status) => {
  const { id } = await addApplication(funnel.sql, { status })
  expect(await funnel.start(id)).toEqual({ kind: 'not-approved', status })
  expect(await ordersOf(id)).toHaveLength(0)
  expect(await sessionsOf(id)).toHaveLength(0)
})

test('an unknown application is not found', async () => {
  expect(await funnel.start(crypto.randomUUID())).toEqual({ kind: 'not-found' })
})

test('a page that is over is replaced by a new order', async () => {
  const { id, sessionId } = await funnel.open()
  funnel.state.time = new Date('2026-11-22T12:30:00Z')
  const url = ready(await funnel.start(id))
  expect(sessionOf(url)).not.toBe(sessionId)
  expect((await ordersOf(id)).map((order) => order.status)).toEqual(['expired', 'pending'])
})

test('what was paid in the last moment is booked and not paid again', async () => {
  const { id, sessionId } = await funnel.open()
  await funnel.controls.paySession(sessionId)
  // No webhook has come, and the page is over by our clock.
  funnel.state.time = new Date('2026-11-22T12:30:00Z')
  expect(await funnel.start(id)).toEqual({ kind: 'paid' })
  expect(await ordersOf(id)).toMatchObject([{ status: 'paid' }])
})

test('a code closes the page of the full price, and the other way round', async () => {
  const { id, sessionId } = await funnel.open()
  const free = sessionOf(ready(await funnel.start(id, 'LAUNCH100')))
  const [full] = await funnel.sql`select body from sandbox.payment_objects where id = ${sessionId}`
  expect(full!.body.status).toBe('expired')
  const [discounted] = await funnel.sql`select body from sandbox.payment_objects where id = ${free}`
  expect(discounted!.body).toMatchObject({ amount_total: 0, status: 'open' })
  expect(sessionOf(ready(await funnel.start(id, 'LAUNCH100')))).toBe(free)
  expect(sessionOf(ready(await funnel.start(id)))).not.toBe(free)
  // The code is free again for whoever wants it next.
  expect(
    await funnel.sql`select from coupon_redemptions r join orders o on o.id = r.order_id where o.application_id = ${id}`,
  ).toHaveLength(0)
})

test('the launch code is once per organisation', async () => {
  const { id, organisationId, sessionId } = await funnel.open('LAUNCH100')
  const second = await addApplication(funnel.sql, { status: 'approved', organisationId })
  // Held while the first is open, used once it is booked.
  expect(await funnel.start(second.id, 'LAUNCH100')).toEqual({ kind: 'coupon-refused' })
  await funnel.controls.paySession(sessionId)
  expect(await funnel.start(id, 'LAUNCH100')).toMatchObject({ kind: 'ready' })
  const [completed] = (await funnel.events('checkout.session.completed')).filter((event) =>
    JSON.stringify(event).includes(id),
  )
  expect(await funnel.take(completed!)).toBe('paid')
  expect(await ordersOf(id)).toMatchObject([{ status: 'paid', discount_pence: 4_900, payment_intent_id: null }])
  expect(await funnel.start(second.id, 'LAUNCH100')).toEqual({ kind: 'coupon-refused' })
  expect(await funnel.start(second.id)).toMatchObject({ kind: 'ready' })
})

test('two applications of one organisation that want the code at once get it once', async () => {
  const first = await addApplication(funnel.sql, { status: 'approved' })
  const second = await addApplication(funnel.sql, { status: 'approved', organisationId: first.organisationId })
  const kinds = (await Promise.all([funnel.start(first.id, 'LAUNCH100'), funnel.start(second.id, 'LAUNCH100')])).map(
    ({ kind }) => kind,
  )
  expect(kinds.sort()).toEqual(['coupon-refused', 'ready'])
})

test.each(['UNKNOWN', "' or 1=1 --", 'launch100'])('%s is no code', async (coupon) => {
  const { id } = await addApplication(funnel.sql, { status: 'approved' })
  expect(await funnel.start(id, coupon)).toEqual({ kind: 'coupon-refused' })
  expect(await ordersOf(id)).toHaveLength(0)
})

test('a provider that is down costs the click, and the next one gets through with the same order', async () => {
  const { id } = await addApplication(funnel.sql, { status: 'approved' })
  await funnel.controls.fault('rate-limit', { count: 4, matching: 'POST /v1/checkout/sessions' })
  expect(await funnel.start(id)).toEqual({ kind: 'unavailable' })
  await funnel.sql`delete from sandbox.payment_faults`
  ready(await funnel.start(id))
  expect(await ordersOf(id)).toHaveLength(1)
})

test('a failure that the provider keeps under its key ends the order, so that the next click is a new attempt', async () => {
  const { id } = await addApplication(funnel.sql, { status: 'approved' })
  await funnel.controls.fault('server-error', { count: 2, matching: 'POST /v1/checkout/sessions' })
  expect(await funnel.start(id, 'LAUNCH100')).toEqual({ kind: 'unavailable' })
  await funnel.sql`delete from sandbox.payment_faults`
  ready(await funnel.start(id, 'LAUNCH100'))
  expect((await ordersOf(id)).map((order) => order.status)).toEqual(['failed', 'pending'])
})

test('an answer that was lost leads to the page that was opened for it', async () => {
  const { id } = await addApplication(funnel.sql, { status: 'approved' })
  await funnel.controls.fault('lost-answer', { count: 2, matching: 'POST /v1/checkout/sessions' })
  const started = await funnel.start(id)
  await funnel.sql`delete from sandbox.payment_faults`
  if (started.kind === 'unavailable') ready(await funnel.start(id))
  expect(await sessionsOf(id)).toHaveLength(1)
  expect(await ordersOf(id)).toHaveLength(1)
}, 20_000)

test('a process that died while it opened the page does not bar the next', async () => {
  const { id } = await addApplication(funnel.sql, { status: 'approved' })
  ready(await funnel.start(id))
  await funnel.sql`
    update orders set checkout_session_id = null, checkout_url = null, checkout_expires_at = null, opening_until = now() - interval '1 second'
    where application_id = ${id}`
  ready(await funnel.start(id))
  expect(await sessionsOf(id)).toHaveLength(1)
  expect(await ordersOf(id)).toHaveLength(1)
})

test('first orders of one organisation at the same time make one customer', async () => {
  const first = await addApplication(funnel.sql, { status: 'approved', organisation: { name: 'All At Once Ltd' } })
  const second = await addApplication(funnel.sql, { status: 'approved', organisationId: first.organisationId })
  const requests = [first, second].flatMap(({ id }) =>
    (['listing', 'marketing', 'ads'] as const).map((product) =>
      startCheckout(funnel.services, { applicationId: id, product, coupon: null, metadata: {} }, null),
    ),
  )
  for (const started of await Promise.all(requests)) expect(started.kind).toBe('ready')
  const customers = await funnel.sql`
    select from sandbox.payment_objects where object = 'customer' and body ->> 'name' = 'All At Once Ltd'`
  expect(customers).toHaveLength(1)
})

test('a customer that the provider does not know any more costs one click', async () => {
  const { id, organisationId } = await addApplication(funnel.sql, { status: 'approved' })
  await funnel.sql`update organisations set stripe_customer_id = 'cus_deleted' where id = ${organisationId}`
  expect(await funnel.start(id)).toEqual({ kind: 'unavailable' })
  ready(await funnel.start(id))
  expect((await ordersOf(id)).map((order) => order.status)).toEqual(['failed', 'pending'])
  const [organisation] = await funnel.sql`select stripe_customer_id from organisations where id = ${organisationId}`
  expect(organisation!.stripe_customer_id).toStartWith('cus_')
  expect(organisation!.stripe_customer_id).not.toBe('cus_deleted')
})

test('a failure that the provider keeps for the customer does not bar the organisation', async () => {
  const { id } = await addApplication(funnel.sql, { status: 'approved' })
  await funnel.controls.fault('server-error', { matching: 'POST /v1/customers' })
  expect(await funnel.start(id)).toMatchObject({ kind: 'ready' })
})
