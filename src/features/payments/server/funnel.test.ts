import { beforeAll, beforeEach, expect, test } from 'bun:test'
import { ownershipCookie } from '#requests/ownership.ts'
import { createSandboxControls } from '#sandbox/payments/controls.ts'
import { signatureOf } from '#sandbox/payments/deliver-events.ts'
import { addApplication } from '#test/add-application.ts'
import { siteOfFile } from '#test/of-file.ts'
import { signInAdmin } from '#test/sign-in.ts'
import { until } from '#test/until.ts'

let controls: ReturnType<typeof createSandboxControls>
const site = await siteOfFile()
beforeAll(async () => {
  controls = createSandboxControls({ sql: site.sql })
})
beforeEach(async () => {
  await site.sql`delete from rate_limits`
  await site.sql`delete from sandbox.payment_faults`
})

const ownerOf = (...ids: string[]) => ownershipCookie('', ids, site.services).split(';')[0]!

async function approved(given: Parameters<typeof addApplication>[1] = {}) {
  const application = await addApplication(site.sql, { status: 'approved', ...given })
  return { ...application, cookie: ownerOf(application.id, application.organisationId) }
}

function createSession(body: Record<string, unknown>, headers: Record<string, string>) {
  return site.call('/api/stripe/create-listing-session', body, headers)
}

function postForm(path: string, form: Record<string, string>, headers: Record<string, string>) {
  return site.post(path, form, headers)
}

const { get } = site

async function openSession(
  application: { id: string; cookie: string },
  more: Record<string, unknown> = {},
): Promise<string> {
  const response = await createSession({ applicationId: application.id, ...more }, { cookie: application.cookie })
  const { url } = (await response.json()) as { url: string }
  return url.split('/').at(-1)!
}

async function webhook(body: string, signature: string | null) {
  return await fetch(`${site.origin}/api/stripe/webhook`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(signature === null ? {} : { 'stripe-signature': signature }) },
    body,
  })
}

const statusOf = async (id: string) =>
  (await site.sql`select status from orders where application_id = ${id}`)[0]?.status
const entriesOf = (id: string) => site.sql`select * from register_entries where application_id = ${id}`

test('from the click to the public register, told by the signed webhook alone', async () => {
  const application = await approved({ draft: { title: 'Webhook Lantern Parade' } })
  const sessionId = await openSession(application)
  await controls.paySession(sessionId)
  await until(async () => (await statusOf(application.id)) === 'paid')
  expect(await entriesOf(application.id)).toMatchObject([{ status: 'active', title: 'Webhook Lantern Parade' }])
  const events = await site.sql`select type, outcome from payment_events where processed_at is not null`
  expect(events.length).toBeGreaterThan(0)
}, 20_000)

test('the payer who is faster than the webhook finds the listing published', async () => {
  const application = await approved({ draft: { title: 'Early Payer Regatta' } })
  const sessionId = await openSession(application)
  const landing = `/accreditation/success?session_id=${sessionId}&application_id=${application.id}`
  const waiting = await (await get(landing)).text()
  expect(waiting).toContain('Loading your accreditation details...')
  expect(waiting).toContain('<noscript><meta http-equiv="refresh"')
  expect(await entriesOf(application.id)).toHaveLength(0)
  await controls.paySession(sessionId)
  const page = await get(landing)
  expect(page.headers.get('cache-control')).toBe('no-store')
  expect(page.headers.get('x-robots-tag')).toBe('noindex')
  expect(page.headers.get('referrer-policy')).toBe('no-referrer')
  const text = await page.text()
  const [entry] = await entriesOf(application.id)
  expect(text).toContain('Congratulations')
  expect(text).toContain(entry!.number)
  expect(text).toContain('What Happens Next?')
})

test('the page that waits does not reload itself for ever', async () => {
  const application = await approved()
  const sessionId = await openSession(application)
  const landing = `/accreditation/success?session_id=${sessionId}&application_id=${application.id}&attempt=`
  for (const attempt of ['5', '6', '999', '-1e9']) {
    const text = await (await get(landing + attempt)).text()
    expect(text.includes('http-equiv="refresh"')).toBe(attempt === '-1e9')
  }
})

test('a session of another application grants and reveals nothing', async () => {
  const mine = await approved({ draft: { title: 'My Own Event' } })
  const theirs = await approved({ draft: { title: 'Their Secret Event' } })
  const sessionId = await openSession(theirs)
  await controls.paySession(sessionId)
  for (const [session, application] of [
    [sessionId, mine.id],
    ['cs_test_made_up_0000', mine.id],
    [sessionId, 'not-an-id'],
    ["cs_' or 1=1 --", mine.id],
  ] as const) {
    const response = await get(
      `/accreditation/success?session_id=${encodeURIComponent(session)}&application_id=${encodeURIComponent(application)}`,
    )
    expect(response.status).toBe(404)
    const text = await response.text()
    expect(text).not.toMatch(/Congratulations|Their Secret Event|My Own Event|1=1/)
  }
  expect(await entriesOf(mine.id)).toHaveLength(0)
  expect(await statusOf(mine.id)).toBeUndefined()
})

test('the address without its parts shows the documented words', async () => {
  expect(await (await get('/accreditation/success')).text()).toContain('Loading your accreditation details...')
})

test('paying needs the cookie of whoever applied, or an admin; the link is not enough', async () => {
  const application = await approved()
  const other = await approved()
  const body = { applicationId: application.id }
  expect((await createSession(body, {})).status).toBe(403)
  expect((await createSession(body, { cookie: other.cookie })).status).toBe(403)
  expect((await createSession(body, { cookie: `mine=${application.id}.forged` })).status).toBe(403)
  expect((await createSession(body, { cookie: application.cookie, origin: 'https://elsewhere.example' })).status).toBe(
    403,
  )
  const page = await postForm(`/checkout/listing/${application.id}`, { coupon: '' }, {})
  expect(page.status).toBe(403)
  expect(await page.text()).toContain('Only the applicant can pay')
  expect(await statusOf(application.id)).toBeUndefined()
  expect((await createSession(body, { cookie: application.cookie })).status).toBe(200)
  const admin = await signInAdmin(site)
  expect((await createSession({ applicationId: other.id }, { cookie: admin })).status).toBe(200)
  const nobodys = '00000000-0000-4000-8000-000000000000'
  expect((await createSession({ applicationId: nobodys }, { cookie: admin })).status).toBe(404)
})

test('a payment that the admin area starts for an applicant stands in its log, once; what applicants start does not', async () => {
  const admin = await signInAdmin(site)
  const logged = async (applicationId: string) =>
    (
      await site.sql`
        select l.action, l.actor_kind, l.after from audit_log l join orders o on o.id::text = l.subject_id
        where o.application_id = ${applicationId}`
    ).map((row) => ({ ...row }))
  const started = (amountPence: number, product = 'listing') => ({
    action: 'order.checkout-started',
    actor_kind: 'person',
    after: { product, amountPence },
  })

  const called = await approved()
  const body = { applicationId: called.id }
  const clicks = await Promise.all([1, 2, 3].map(() => createSession(body, { cookie: admin })))
  expect(clicks.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await logged(called.id)).toEqual([started(4_900)])

  const posted = await approved()
  expect((await postForm(`/checkout/listing/${posted.id}`, { coupon: '' }, { cookie: admin })).status).toBe(303)
  expect(await logged(posted.id)).toEqual([started(4_900)])

  const upsold = await approved()
  expect((await postForm(`/upsell/marketing/${upsold.id}`, {}, { cookie: admin })).status).toBe(303)
  expect(await logged(upsold.id)).toEqual([started(expect.any(Number) as never, 'marketing')])

  const own = await approved()
  const both = { cookie: `${admin}; ${own.cookie}` }
  expect((await createSession({ applicationId: own.id }, both)).status).toBe(200)
  expect(await logged(own.id)).toEqual([])
})

test('nothing that is sent sets a price, a payer or a way back', async () => {
  const application = await approved()
  const sessionId = await openSession(application, {
    customerEmail: 'attacker@elsewhere.example',
    customerName: 'Somebody Else',
    amount: 1,
    amountPence: 1,
    currency: 'usd',
    quantity: 0,
    successUrl: 'https://elsewhere.example/',
  })
  const [row] = await site.sql`select body from sandbox.payment_objects where id = ${sessionId}`
  expect(row!.body).toMatchObject({ amount_total: 4_900, currency: 'gbp' })
  expect(JSON.stringify(row!.body)).not.toContain('elsewhere.example')
  expect(row!.body.success_url).toStartWith(site.origin)
})

test('parallel calls and clicks answer the one page', async () => {
  const application = await approved()
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      index % 2
        ? createSession({ applicationId: application.id }, { cookie: application.cookie }).then(
            async (response) => ((await response.json()) as { url: string }).url,
          )
        : postForm(`/checkout/listing/${application.id}`, { coupon: '' }, { cookie: application.cookie }).then(
            (response) => response.headers.get('location'),
          ),
    ),
  )
  expect(new Set(answers).size).toBe(1)
  expect(answers[0]).toContain('/sandbox/pay/cs_')
  expect(await site.sql`select from orders where application_id = ${application.id}`).toHaveLength(1)
})

test.each(['submitted', 'rejected'] as const)('a %s application cannot be paid for', async (status) => {
  const application = await approved({ status })
  const call = await createSession({ applicationId: application.id }, { cookie: application.cookie })
  expect(call.status).toBe(409)
  expect(await call.json()).toMatchObject({ error: 'This application has not been approved yet.', status })
  const page = await (await get(`/checkout/listing/${application.id}`, { cookie: application.cookie })).text()
  expect(page).toContain('Application Not Approved')
  expect(page).toContain('This application has not been approved yet.')
  const fallback = await (await get(`/checkout/listing/fallback?appId=${application.id}`)).text()
  expect(fallback).toContain('This application has not been approved yet.')
  expect(fallback).not.toContain('your approval stands')
  expect(page).toContain('content="4;url=/apply-accreditation"')
  expect((await postForm(`/checkout/listing/${application.id}`, {}, { cookie: application.cookie })).status).toBe(409)
})

test.each([
  ['submitted', 'Your application is under review.'],
  ['rejected', 'Your application was not approved.'],
] as const)('the end of the funnel of a %s application asks for no payment', async (status, lead) => {
  const { id } = await approved({ status })
  const page = await (await get(`/funnel/success/${id}`)).text()
  expect(page).toContain(lead)
  expect(page).not.toContain('once the annual listing is paid')
  expect(page).not.toContain(`/checkout/listing/${id}`)
})

test('the approved, unpaid applicant has the certificate button with the documented notice, and what is missing', async () => {
  const { id } = await approved()
  const announced = 'Your certificate will be available within 24 hours.'
  const page = await (await get(`/funnel/success/${id}`)).text()
  expect(page).toMatch(/<a [^>]*href="[^"]*\?certificate=1"[^>]*>.*?Download Certificate/)
  expect(page).not.toContain(announced)
  const asked = (await (await get(`/funnel/success/${id}?certificate=1`)).text()).replaceAll('<!-- -->', '')
  expect(asked).toContain(announced)
  expect(asked).toContain('once the annual listing is paid')
  for (const status of ['submitted', 'rejected'] as const) {
    const other = await approved({ status })
    expect(await (await get(`/funnel/success/${other.id}`)).text()).not.toContain('Download Certificate')
  }
})

test.each(['suspended', 'revoked'] as const)(
  'an entry that is %s: nothing is sold, and nobody congratulated',
  async (s) => {
    const application = await approved()
    const sessionId = await openSession(application)
    await controls.paySession(sessionId)
    const landing = `/accreditation/success?session_id=${sessionId}&application_id=${application.id}`
    expect(await (await get(landing)).text()).toContain('Congratulations')
    await site.sql`update register_entries set status = ${s} where application_id = ${application.id}`
    const query = `?appId=${application.id}`
    for (const path of [landing, `/checkout/listing/${application.id}`, `/checkout/listing/fallback${query}`]) {
      const page = await (await get(path, { cookie: application.cookie })).text()
      expect(page).toMatch(new RegExp(`Your accreditation is (<!-- -->)?${s}`))
      expect(page).not.toContain('Congratulations')
      expect(page).not.toContain('£49')
    }
    const call = await createSession({ applicationId: application.id }, { cookie: application.cookie })
    expect(call.status).toBe(409)
    expect(await call.json()).toMatchObject({ error: `This accreditation is ${s}. Paying does not change this.` })
  },
)

test('the checkout tells price, term, renewal and the free first year', async () => {
  const application = await approved()
  const path = `/checkout/listing/${application.id}`
  const full = await (await get(path, { cookie: application.cookie })).text()
  expect(full).toContain('£49')
  expect(full).toContain('per year')
  expect(full).toMatch(/Renews at (<!-- -->)?£49/)
  const free = await (await get(`${path}?coupon=launch100`, { cookie: application.cookie })).text()
  expect(free).toContain('Get Free Listing — £0.00')
  const wrong = await (await get(`${path}?coupon=%3Cb%3E`, { cookie: application.cookie })).text()
  expect(wrong).toContain('This coupon code is not valid')
  expect(wrong).not.toContain('<b>')
  const done = await postForm(path, { coupon: 'LAUNCH100' }, { cookie: application.cookie })
  expect(done.status).toBe(303)
  const [order] = await site.sql`select * from orders where application_id = ${application.id}`
  expect(order).toMatchObject({ amount_pence: 4_900, discount_pence: 4_900, coupon_code: 'LAUNCH100' })
})

test('codes cannot be guessed at length', async () => {
  const application = await approved()
  for (let index = 0; index < 20; index++) await get(`/checkout/listing/${application.id}?coupon=GUESS${index}`)
  const text = await (await get(`/checkout/listing/${application.id}?coupon=LAUNCH100`)).text()
  expect(text).toContain('Too many codes were tried.')
  expect(text).not.toContain('Get Free Listing')
})

test('a provider that is down leads to the fallback page, which tries again by a plain form', async () => {
  const application = await approved()
  await controls.fault('rate-limit', { count: 20 })
  const call = await createSession(
    { applicationId: application.id, coupon: 'LAUNCH100' },
    { cookie: application.cookie },
  )
  expect(call.status).toBe(200)
  const { fallbackUrl } = (await call.json()) as { fallbackUrl: string }
  expect(fallbackUrl).toBe(`/checkout/listing/fallback?appId=${application.id}&coupon=LAUNCH100`)
  const click = await postForm(
    `/checkout/listing/${application.id}`,
    { coupon: 'LAUNCH100' },
    { cookie: application.cookie },
  )
  expect(click.headers.get('location')).toBe(fallbackUrl)
  const orders = await site.sql`select count(*)::int as count from orders`
  const page = await (await get(fallbackUrl, { cookie: application.cookie })).text()
  expect(page).toContain('Try again')
  expect(page).toContain('You buy as')
  expect(page).toContain(site.services.brand.phone)
  expect(await site.sql`select count(*)::int as count from orders`).toEqual(orders)
  const stranger = await (await get(fallbackUrl)).text()
  expect(stranger).not.toContain('Try again')
  expect(stranger).toContain('Email me a link')
  const again = await postForm(
    '/checkout/listing/fallback',
    { appId: application.id, coupon: 'LAUNCH100' },
    { cookie: application.cookie },
  )
  expect(again.status).toBe(503)
  await site.sql`delete from sandbox.payment_faults`
  const open = await postForm(
    '/checkout/listing/fallback',
    { appId: application.id, coupon: 'LAUNCH100', buyer: 'business' },
    { cookie: application.cookie },
  )
  expect(open.status).toBe(303)
  expect(open.headers.get('location')).toContain('/sandbox/pay/')
  const [agreed] = await site.sql`
    select buyer from order_agreements a join orders o on o.id = a.order_id
    where o.application_id = ${application.id} order by a.id desc`
  expect(agreed!.buyer).toBe('business')
}, 30_000)

test('while a bank debit is on its way, nobody is asked to pay again or told that nothing was charged', async () => {
  const application = await approved()
  const sessionId = await openSession(application)
  const checkout = `/checkout/listing/${application.id}`
  const fallback = `/checkout/listing/fallback?appId=${application.id}`
  const read = async (path: string) => await (await get(path, { cookie: application.cookie })).text()
  expect(await read(checkout)).not.toContain('A payment is being confirmed.')
  expect(await read(fallback)).toContain('You were not charged')
  await controls.completeUnpaid(sessionId)
  expect(await read(checkout)).toContain('A payment is being confirmed.')
  expect(await read(fallback)).toContain('is still being confirmed')
  expect(await read(fallback)).not.toContain('You were not charged')
})

test('while the provider cannot be asked, nobody is told that a payment is on its way', async () => {
  const application = await approved()
  await openSession(application)
  const checkout = `/checkout/listing/${application.id}`
  const fallback = `/checkout/listing/fallback?appId=${application.id}`
  const read = async (path: string) => await (await get(path, { cookie: application.cookie })).text()
  await controls.fault('rate-limit', { count: 20, matching: 'GET /v1/checkout/sessions' })
  const shown = await read(fallback)
  expect(shown).not.toContain('still being confirmed')
  expect(shown).toContain('We cannot check with the payment provider')
  expect(shown).toContain('If you have not paid, you were not charged')
  for (const path of [checkout, `/funnel/success/${application.id}`]) {
    const page = await read(path)
    expect(page).not.toContain('A payment is being confirmed.')
    expect(page).toContain('We cannot reach the payment provider at the moment.')
  }
  await site.sql`delete from sandbox.payment_faults`
  expect(await read(fallback)).toContain('You were not charged, and you are still approved.')
})

test('a payer who comes back to the checkout before the webhook finds the listing paid', async () => {
  const application = await approved()
  await controls.paySession(await openSession(application))
  const page = await (await get(`/checkout/listing/${application.id}`, { cookie: application.cookie })).text()
  expect(page).toContain('The annual listing is paid')
})

test('the orders call shows the documented fields and nothing of the provider', async () => {
  const application = await approved()
  const sessionId = await openSession(application)
  await controls.paySession(sessionId)
  await until(async () => (await statusOf(application.id)) === 'paid')
  await site.sql`update orders set metadata = '{"engraving": "For Whitby", "internal": "x"}' where application_id = ${application.id}`
  const response = await get(`/api/orders/by-application/${application.id}`)
  expect(response.headers.get('cache-control')).toBe('no-store')
  const orders = (await response.json()) as object[]
  expect(orders).toEqual([
    {
      id: expect.any(String),
      type: 'listing',
      amountPence: 4_900,
      status: 'paid',
      metadata: { engraving: 'For Whitby' },
    },
  ])
  expect((await get('/api/orders/by-application/00000000-0000-4000-8000-000000000000')).status).toBe(404)
  expect((await get('/api/orders/by-application/1')).status).toBe(404)
}, 20_000)

test('the end of the funnel sums what is paid and nothing else', async () => {
  const application = await approved({ draft: { title: 'Summing Fair' } })
  await controls.paySession(await openSession(application))
  await until(async () => (await statusOf(application.id)) === 'paid')
  await site.sql`
    insert into orders (application_id, organisation_id, type, status, amount_pence, metadata) values
      (${application.id}, ${application.organisationId}, 'award', 'pending', 19900, '{"engraving": "<i>Gold</i>"}'),
      (${application.id}, ${application.organisationId}, 'ads', 'refunded', 25900, '{}')`
  const text = (await (await get(`/funnel/success/${application.id}`)).text()).replaceAll('<!-- -->', '')
  for (const words of [
    'Summing Fair',
    'Accredited Event',
    'Annual Listing',
    'Gold Award',
    'Managed Ads',
    '£199.00',
    '£259.00',
    'Total Investment',
    '&lt;i&gt;Gold',
  ]) {
    expect(text).toContain(words)
  }
  expect(text).toMatch(/Total Investment[\s\S]{0,120}£49\.00/)
  expect(text).not.toMatch(/cs_test|sub_|pi_|cus_/)
  // The certificate names a later day than the one of the renewal: the page says why.
  expect(text).toMatch(/Renews on [^<.]+\. The entry stays for one more day, so that the payment can arrive\./)
  const missing = await get('/funnel/success/00000000-0000-4000-8000-000000000000')
  expect(missing.status).toBe(404)
  expect(await missing.text()).toContain('Application Not Found')
}, 20_000)

test('the webhook takes a signed event once and answers every repeat', async () => {
  const { webhookSecret } = site.services.env.stripe
  const body = JSON.stringify({
    id: 'evt_once',
    object: 'event',
    type: 'customer.updated',
    data: { object: { id: 'cus_1' } },
  })
  for (let repeat = 0; repeat < 3; repeat++)
    expect((await webhook(body, await signatureOf(body, webhookSecret))).status).toBe(200)
  expect(await site.sql`select from payment_events where id = 'evt_once'`).toHaveLength(1)
  await until(
    async () => (await site.sql`select outcome from payment_events where id = 'evt_once'`)[0]?.outcome === 'ignored',
  )
}, 20_000)

test('an event that is forged, old, changed or unsigned is refused and stored nowhere', async () => {
  const application = await approved()
  const sessionId = await openSession(application)
  const { webhookSecret } = site.services.env.stripe
  const body = JSON.stringify({
    id: 'evt_forged',
    object: 'event',
    type: 'checkout.session.completed',
    data: { object: { id: sessionId, object: 'checkout.session', payment_status: 'paid', status: 'complete' } },
  })
  const good = await signatureOf(body, webhookSecret)
  const seconds = Math.floor(Date.now() / 1000)
  const refused = [
    await webhook(body, null),
    await webhook(body, ''),
    await webhook(body, await signatureOf(body, 'whsec_guessed')),
    await webhook(body, await signatureOf(body, '')),
    await webhook(body, await signatureOf(body, webhookSecret, seconds - 301)),
    await webhook(body, good.replace('v1=', 'v0=')),
    await webhook(`${body} `, good),
    await webhook(JSON.stringify(JSON.parse(body), null, 1), good),
    await webhook('not json', await signatureOf('not json', webhookSecret)),
    await webhook('null', await signatureOf('null', webhookSecret)),
  ]
  expect(refused.map((response) => response.status)).toEqual(Array(refused.length).fill(400))
  expect((await webhook('x'.repeat(600 * 1024), good)).status).toBe(413)
  expect(await site.sql`select from payment_events where id = 'evt_forged'`).toHaveLength(0)
  // Well signed, but the provider knows better: the session is open, so nothing is booked.
  expect((await webhook(body, good)).status).toBe(200)
  await until(
    async () => (await site.sql`select outcome from payment_events where id = 'evt_forged'`)[0]?.outcome === 'open',
  )
  expect(await statusOf(application.id)).toBe('pending')
  expect(await entriesOf(application.id)).toHaveLength(0)
}, 20_000)

test('no personal data and no payment id reaches the log', async () => {
  expect(site.logged.join('\n')).not.toMatch(/harbour-lights\.example|Robin Example|cs_test|cus_/)
})

test('who has applied gives a VAT number on the page of the checkout, and nobody else', async () => {
  const application = await addApplication(site.sql, { status: 'approved', draft: { date: '2035-08-21' } })
  const path = `/checkout/listing/${application.id}`
  const cookie = ownershipCookie('', [application.organisationId, application.id], site.services).split(';')[0]!
  const give = (vatNumber: string, headers: Record<string, string> = {}) =>
    site.post(path, { intent: 'vat-number', vatNumber }, headers)
  const given = async () =>
    (await site.sql`select vat_number from organisations where id = ${application.organisationId}`)[0]!.vat_number
  await give('IE1234567X')
  expect(await given()).toBeNull()
  const refused = await give('ZZ1', { cookie })
  expect([refused.status, refused.headers.get('location')]).toEqual([422, null])
  expect(await given()).toBeNull()
  expect((await give('ie 1234567x', { cookie })).status).toBe(303)
  expect(await given()).toBe('IE1234567X')
  // Left empty, it is removed, at the payment provider too.
  expect((await give('')).status).toBe(403)
  expect(await given()).toBe('IE1234567X')
  const customer = { organisationId: application.organisationId, name: 'Fen Fairs CIC', email: 'a@fen-fairs.example' }
  const made = await site.services.payments.createCustomer({ ...customer, idempotencyKey: crypto.randomUUID() })
  if ('failure' in made) throw new Error(made.failure)
  const { customerId } = made
  await site.sql`update organisations set stripe_customer_id = ${customerId} where id = ${application.organisationId}`
  const vatNumber = { number: 'IE1234567X', kind: 'eu_vat' }
  await site.services.payments.setForeignVatNumber({ customerId, vatNumber })
  const atProvider = async () =>
    (
      await site.sql`
        select body ->> 'value' as number from sandbox.payment_objects
        where object = 'tax_id' and body ->> 'customer' = ${customerId}`
    ).map(({ number }) => number as string)
  expect(await atProvider()).toEqual(['IE1234567X'])
  await controls.fault('server-error', { count: 10, matching: 'DELETE /v1/customers' })
  const unanswered = await give('', { cookie })
  expect(unanswered.status).toBe(503)
  expect(await unanswered.text()).toContain('The VAT number could not be removed. Please try again in a few minutes.')
  expect(await given()).toBe('IE1234567X')
  await site.sql`delete from sandbox.payment_faults`
  expect((await give('', { cookie })).status).toBe(303)
  expect([await given(), await atProvider()]).toEqual([null, []])
  // Now there is none to remove.
  expect((await give('', { cookie })).status).toBe(422)
})
