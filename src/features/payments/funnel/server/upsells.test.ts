import { beforeAll, beforeEach, expect, test } from 'bun:test'
import { extraIds, extras, products } from '#domain/catalogue.ts'
import { pounds } from '#domain/money.ts'
import { offers } from '#features/payments/content.ts'
import { ownershipCookie } from '#requests/ownership.ts'
import { createSandboxControls } from '#sandbox/payments/controls.ts'
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
type Approved = Awaited<ReturnType<typeof approved>>

const calls = {
  award: { call: 'create-award-session', more: { engraving: 'Best of Whitby' } },
  marketing: { call: 'create-marketing-session', more: {} },
  ads: { call: 'create-ads-session', more: {} },
  extras: { call: 'create-extras-session', more: { services: [...extraIds] } },
} as const
const upsells = ['award', 'marketing', 'ads'] as const

function post(call: string, body: Record<string, unknown>, cookie?: string) {
  return site.call(`/api/stripe/${call}`, body, cookie ? { cookie } : {})
}

function postForm(path: string, form: Record<string, string>, cookie?: string) {
  return site.post(path, form, cookie ? { cookie } : {})
}

const get = (path: string, cookie?: string) => fetch(site.origin + path, { headers: cookie ? { cookie } : {} })
const pageText = async (path: string, cookie?: string) =>
  (await (await get(path, cookie)).text()).replaceAll('<!-- -->', '')

async function sessionFor(application: Approved, product: keyof typeof calls, more: object = {}): Promise<string> {
  const { call, more: usual } = calls[product]
  const response = await post(call, { applicationId: application.id, ...usual, ...more }, application.cookie)
  const body = (await response.json()) as { success: boolean; checkoutUrl: string }
  expect(body).toEqual({ success: true, checkoutUrl: expect.stringContaining('/sandbox/pay/cs_') })
  return body.checkoutUrl.split('/').at(-1)!
}

async function payListing(application: Approved): Promise<string> {
  const response = await post('create-listing-session', { applicationId: application.id }, application.cookie)
  const { url } = (await response.json()) as { url: string }
  const sessionId = url.split('/').at(-1)!
  await controls.paySession(sessionId)
  const landing = `/accreditation/success?session_id=${sessionId}&application_id=${application.id}`
  expect(await pageText(landing)).toContain('Congratulations')
  return landing
}

/** What the provider lists on its payment page. */
async function providerLines(sessionId: string) {
  type Line = { description: string; amount_total: number; price: { recurring: { interval: string } | null } }
  const [row] = await site.sql<{ lines: Line[] }[]>`
    select hidden -> 'lines' as lines from sandbox.payment_objects where id = ${sessionId}`
  return row!.lines.map((line) => ({
    label: line.description,
    pence: line.amount_total,
    interval: line.price.recurring?.interval ?? null,
  }))
}

const providerSession = async (id: string) =>
  (await site.sql`select body from sandbox.payment_objects where id = ${id}`)[0]!.body
const orderOf = async (sessionId: string) =>
  (await site.sql`select * from orders where checkout_session_id = ${sessionId}`)[0]!

test.each(upsells)('%s: page, order and the provider ask for the same price', async (product) => {
  const application = await approved()
  const sessionId = await sessionFor(application, product)
  const sold = products[product]
  const { label, pence, interval } = sold
  expect(await providerLines(sessionId)).toEqual([{ label, pence, interval }])
  expect(await orderOf(sessionId)).toMatchObject({ type: product, amount_pence: sold.pence, discount_pence: 0 })
  const page = await pageText(`/upsell/${product}/${application.id}`, application.cookie)
  expect(page).toContain(`— ${pounds(sold.pence)}`)
  const session = await providerSession(sessionId)
  expect(session).toMatchObject({ amount_total: sold.pence, mode: sold.interval ? 'subscription' : 'payment' })
  const next = {
    award: `/upsell/marketing/${application.id}`,
    marketing: `/upsell/ads/${application.id}`,
    ads: `/funnel/success/${application.id}`,
  }[product]
  expect(session.success_url).toBe(`${site.origin}${next}?session_id={CHECKOUT_SESSION_ID}`)
  expect(session.cancel_url).toBe(`${site.origin}/upsell/${product}/${application.id}`)
})

test('the services: page, order and the provider ask for the same prices, in one session', async () => {
  const application = await approved()
  const landing = await payListing(application)
  const page = await pageText(landing, application.cookie)
  for (const { label, pence, interval } of Object.values(extras)) {
    expect(page).toContain(`${label}, <span class="figures">${pounds(pence)}${interval ? ' per month' : ''}</span>`)
  }
  const sessionId = await sessionFor(application, 'extras', { services: ['advertising', 'featured', 'advertising'] })
  expect(await providerLines(sessionId)).toEqual([{ ...extras.featured }, { ...extras.advertising }])
  expect(await orderOf(sessionId)).toMatchObject({ type: 'extras', amount_pence: 29_600, status: 'pending' })
  expect(await providerSession(sessionId)).toMatchObject({
    mode: 'subscription',
    success_url: site.origin + landing,
    cancel_url: site.origin + landing,
  })
  await controls.paySession(sessionId)
  expect((await pageText(landing, application.cookie)).match(/>Paid</g)).toHaveLength(2)
  expect(await orderOf(sessionId)).toMatchObject({ status: 'paid' })

  const again = await post(
    'create-extras-session',
    { applicationId: application.id, services: ['featured', 'crest'] },
    application.cookie,
  )
  expect(again.status).toBe(409)
  const more = await sessionFor(application, 'extras', { services: ['crest'] })
  expect(await providerSession(more)).toMatchObject({ mode: 'payment', amount_total: 2_900 })
  const orders = await (await get(`/api/orders/by-application/${application.id}`)).json()
  expect(orders[1]).toMatchObject({
    type: 'extras',
    amountPence: 29_600,
    metadata: { services: ['Featured Placement', 'Advertising Package'] },
  })
}, 20_000)

test('a featured placement stands while it is paid, and everybody concerned is mailed once', async () => {
  const application = await approved({ organisation: { email: 'featured@lantern.example' } })
  const landing = await payListing(application)
  const isFeatured = async () =>
    (await site.sql`select featured from register_entries where application_id = ${application.id}`)[0]!.featured
  const sessionId = await sessionFor(application, 'extras', { services: ['featured', 'crest'] })
  expect(await isFeatured()).toBe(false)
  await controls.paySession(sessionId)
  await pageText(landing)
  await pageText(landing)
  expect(await isFeatured()).toBe(true)
  const subjects = await site.sql`
    select subject, text_body from mails where to_email = 'featured@lantern.example' and kind = 'order-paid' order by id`
  expect(subjects.map(({ subject }) => subject)).toEqual(['Paid: Annual Listing', 'Paid: Selected Services'])
  expect(subjects[0]!.text_body).toContain('Annual Listing renews at £49 per year on ')
  expect(subjects[1]!.text_body).toContain('Featured Placement, Official Crest Pack')
  expect(subjects[1]!.text_body).toContain('£78.00')
  expect(subjects[1]!.text_body).toContain('Nothing renews')
  const [work] = await site.sql`
    select to_email, text_body from mails where kind = 'order-work' and subject like ${`%${application.reference}`}`
  expect(work!.to_email).toBe(site.services.brand.email)
  expect(work!.text_body).toContain('featured@lantern.example')
  await controls.refund((await orderOf(sessionId)).payment_intent_id)
  await until(async () => !(await isFeatured()))
  expect((await orderOf(sessionId)).status).toBe('refunded')
  expect(
    (await site.sql`select status from register_entries where application_id = ${application.id}`)[0]!.status,
  ).toBe('active')
}, 20_000)

test('a service that was paid in two sessions is booked once, and a person is told', async () => {
  const application = await approved()
  const first = await sessionFor(application, 'extras', { services: ['crest'] })
  await site.sql`update orders set status = 'expired' where checkout_session_id = ${first}`
  const second = await sessionFor(application, 'extras', { services: ['crest', 'review'] })
  await controls.paySession(second)
  await until(async () => (await orderOf(second)).status === 'paid')
  await controls.paySession(first)
  await until(async () => (await site.sql`select from payment_events where outcome = 'paid-twice'`).length > 0)
  expect((await orderOf(first)).status).toBe('expired')
  expect(site.logged.join()).toContain('paid-twice')
}, 20_000)

test('the selection without a script is an ordinary post', async () => {
  const application = await approved()
  const landing = await payListing(application)
  const nothing = await postForm(landing, {}, application.cookie)
  expect(nothing.status).toBe(422)
  expect(await nothing.text()).toContain('Select at least one service.')
  expect((await postForm(landing, { crest: '1' })).status).toBe(403)
  const made = await postForm(landing, { crest: '1', review: '1', price: '1' }, application.cookie)
  expect(made.status).toBe(303)
  expect(await providerSession(made.headers.get('location')!.split('/').at(-1)!)).toMatchObject({
    amount_total: 12_800,
  })
})

test.each(Object.keys(calls) as (keyof typeof calls)[])('%s: only the applicant or an admin pays', async (product) => {
  const { call, more } = calls[product]
  const application = await approved()
  const other = await approved()
  const body = { applicationId: application.id, ...more }
  for (const cookie of [undefined, other.cookie]) {
    const refused = await post(call, body, cookie)
    expect(refused.status).toBe(403)
    expect(await refused.json()).toMatchObject({ success: false, error: expect.any(String) })
  }
  expect(await site.sql`select from orders where application_id = ${application.id}`).toHaveLength(0)
  expect((await post(call, body, await signInAdmin(site))).status).toBe(200)
  const logged = await site.sql`
    select l.action, l.after ->> 'product' as product from audit_log l join orders o on o.id::text = l.subject_id
    where o.application_id = ${application.id}`
  expect(logged.map((row) => ({ ...row }))).toEqual([{ action: 'order.checkout-started', product }])
})

test.each(Object.keys(calls) as (keyof typeof calls)[])(
  '%s: only approved applications are paid for',
  async (product) => {
    const { call, more } = calls[product]
    for (const status of ['submitted', 'rejected'] as const) {
      const application = await approved({ status })
      const refused = await post(call, { applicationId: application.id, ...more }, application.cookie)
      expect(refused.status).toBe(409)
      expect(await refused.json()).toMatchObject({ success: false, status })
      expect(await site.sql`select from orders where application_id = ${application.id}`).toHaveLength(0)
    }
    const unknown = crypto.randomUUID()
    expect((await post(call, { applicationId: unknown, ...more }, ownerOf(unknown))).status).toBe(404)
  },
)

test.each(['suspended', 'revoked'] as const)('an entry that is %s: nothing is offered or sold', async (status) => {
  const application = await approved()
  const landing = await payListing(application)
  await site.sql`update register_entries set status = ${status} where application_id = ${application.id}`
  for (const { call, more } of Object.values(calls)) {
    const refused = await post(call, { applicationId: application.id, ...more }, application.cookie)
    expect(refused.status).toBe(409)
    const error = `This accreditation is ${status}. Paying does not change this.`
    expect(await refused.json()).toMatchObject({ success: false, error })
  }
  for (const product of upsells) {
    const path = `/upsell/${product}/${application.id}`
    const posted = await postForm(path, { engraving: 'Best of Whitby' }, application.cookie)
    expect(posted.status).toBe(409)
    for (const page of [await pageText(path, application.cookie), (await posted.text()).replaceAll('<!-- -->', '')]) {
      expect(page).toContain(`Your accreditation is ${status}`)
      expect(page).not.toContain('method="post"')
      expect(page).not.toContain(pounds(products[product].pence))
    }
  }
  expect((await postForm(landing, { crest: '1' }, application.cookie)).headers.get('location')).toBeNull()
  const orders = await site.sql`select type from orders where application_id = ${application.id}`
  expect(orders.map(({ type }) => type)).toEqual(['listing'])
})

test('what was paid before the suspension is booked by the page that its payer comes back to', async () => {
  const application = await approved()
  await payListing(application)
  const sessionId = await sessionFor(application, 'award')
  await site.sql`update register_entries set status = 'suspended' where application_id = ${application.id}`
  await controls.paySession(sessionId)
  expect(await pageText(`/upsell/marketing/${application.id}`)).toContain('Your accreditation is suspended')
  expect(await orderOf(sessionId)).toMatchObject({ status: 'paid' })
})

test.each(Object.keys(calls) as (keyof typeof calls)[])(
  '%s: ten clicks make one order and one page',
  async (product) => {
    const application = await approved()
    const sessions = await Promise.all(Array.from({ length: 10 }, () => sessionFor(application, product)))
    expect(new Set(sessions).size).toBe(1)
    expect(await site.sql`select from orders where application_id = ${application.id}`).toHaveLength(1)
  },
  20_000,
)

test('nothing that is sent sets a price, a payer or a way back', async () => {
  const application = await approved()
  const sessionId = await sessionFor(application, 'marketing', {
    customerEmail: 'attacker@elsewhere.example',
    customerName: 'Somebody Else',
    amountPence: 1,
    successUrl: 'https://elsewhere.example/',
  })
  const session = await providerSession(sessionId)
  expect(session.amount_total).toBe(99_500)
  expect(JSON.stringify(session)).not.toContain('elsewhere.example')
})

test('the engraving is kept in our row as it was typed, and stands in no address', async () => {
  const application = await approved()
  const engraving = `<b>Café "Łódź"</b> & 50 % ' -- ${'x'.repeat(19)}`
  expect(engraving).toHaveLength(50)
  const sessionId = await sessionFor(application, 'award', { engraving: `  ${engraving} ` })
  expect((await orderOf(sessionId)).metadata).toEqual({ engraving })
  expect(JSON.stringify(await providerSession(sessionId))).not.toContain('Łódź')
  await controls.paySession(sessionId)
  const next = await pageText(`/upsell/marketing/${application.id}`)
  expect(next).toContain('Paid: Gold Award')
  const summary = await pageText(`/funnel/success/${application.id}`)
  expect(summary).toContain('&lt;b&gt;Café')
  expect(summary).not.toContain('<b>Café')
  const [order] = await (await get(`/api/orders/by-application/${application.id}`)).json()
  expect(order).toMatchObject({ type: 'award', status: 'paid', metadata: { engraving } })
})

test.each([undefined, null, 7, [['a']], '', '   ', 'x'.repeat(51), 'two\nlines', 'del\x7f'])(
  'an engraving of %p is refused',
  async (engraving) => {
    const application = await approved()
    const refused = await post('create-award-session', { applicationId: application.id, engraving }, application.cookie)
    expect(refused.status).toBe(422)
    const { fields } = (await refused.json()) as { fields: { field: string; message: string }[] }
    expect(fields[0]!.field).toBe('engraving')
    if (typeof engraving !== 'string' || !engraving.trim()) {
      expect(fields[0]!.message).toBe('Please enter your engraving text.')
    }
    expect(await site.sql`select from orders where application_id = ${application.id}`).toHaveLength(0)
  },
)

test('another engraving replaces the order that is not paid yet', async () => {
  const application = await approved()
  const first = await sessionFor(application, 'award', { engraving: 'Frist' })
  const second = await sessionFor(application, 'award', { engraving: 'First' })
  expect(second).not.toBe(first)
  expect((await providerSession(first)).status).toBe('expired')
  expect((await orderOf(first)).status).toBe('expired')
  expect(await orderOf(second)).toMatchObject({ status: 'pending', metadata: { engraving: 'First' } })
})

test('without a script the engraving is asked for again, with what was typed', async () => {
  const application = await approved()
  const path = `/upsell/award/${application.id}`
  const empty = await postForm(path, { engraving: '  ' }, application.cookie)
  expect(empty.status).toBe(422)
  expect(await empty.text()).toContain('Please enter your engraving text.')
  const long = await (await postForm(path, { engraving: 'y'.repeat(60) }, application.cookie)).text()
  expect(long).toContain(`value="${'y'.repeat(60)}"`)
  const done = await postForm(path, { engraving: 'Best in show' }, application.cookie)
  expect(done.status).toBe(303)
  expect(done.headers.get('location')).toContain('/sandbox/pay/cs_')
  for (const product of ['marketing', 'ads']) {
    expect((await postForm(`/upsell/${product}/${application.id}`, {}, application.cookie)).status).toBe(303)
    expect((await postForm(`/upsell/${product}/${application.id}`, {})).status).toBe(403)
  }
})

test('what is paid is not offered again', async () => {
  const application = await approved()
  await controls.paySession(await sessionFor(application, 'marketing'))
  const page = await pageText(`/upsell/marketing/${application.id}`, application.cookie)
  expect(page).toContain('Marketing Package: paid')
  expect(page).not.toContain('Get Complete Package')
  const refused = await post('create-marketing-session', { applicationId: application.id }, application.cookie)
  expect(refused.status).toBe(409)
})

test('what is disputed is neither offered again nor called paid', async () => {
  const application = await approved()
  await payListing(application)
  await controls.paySession(await sessionFor(application, 'award'))
  expect(await pageText(`/upsell/award/${application.id}`)).toContain('Gold Award: paid')
  await site.sql`update orders set status = 'disputed' where application_id = ${application.id}`
  const award = await pageText(`/upsell/award/${application.id}`, application.cookie)
  expect(award).toContain('Gold Award: the payment is disputed')
  expect(award).not.toContain('Add the Gold Award')
  expect(award).not.toContain('Thank you. Paid')
  const listing = await pageText(`/checkout/listing/${application.id}`, application.cookie)
  expect(listing).toContain('The payment of the annual listing is disputed')
  expect(listing).not.toContain('nothing more to pay')
})

test('a provider that is down costs the payment and not the page', async () => {
  const application = await approved()
  await controls.fault('server-error', { count: 4, matching: 'POST /v1/checkout/sessions' })
  const refused = await post('create-ads-session', { applicationId: application.id }, application.cookie)
  expect(refused.status).toBe(503)
  expect(await refused.json()).toMatchObject({ success: false, error: 'Failed to create checkout session' })
  const page = await postForm(`/upsell/ads/${application.id}`, {}, application.cookie)
  expect(page.status).toBe(503)
  expect(await page.text()).toContain('Failed to initiate payment. Please try again.')
  await site.sql`delete from sandbox.payment_faults`
  await sessionFor(application, 'ads')
  await controls.fault('hang', { count: 4, matching: 'GET /v1/checkout/sessions' })
  const started = Date.now()
  expect((await get(`/upsell/ads/${application.id}`)).status).toBe(200)
  expect(Date.now() - started).toBeLessThan(4_500)
}, 20_000)

test('the offers say what the specification says', async () => {
  const { id, cookie } = await approved({ draft: { title: 'Lantern Parade' } })
  const award = await pageText(`/upsell/award/${id}`, cookie)
  for (const words of [
    '£199',
    '£249',
    'Limited Time: 20% Off',
    'maxLength="50"',
    '0 of 50 characters',
    'No Thanks, Continue',
    'Nothing renews',
    'Lantern Parade',
  ]) {
    expect(award.toLowerCase()).toContain(words.toLowerCase())
  }
  expect(award).toContain(`href="/upsell/marketing/${id}"`)
  const marketing = await pageText(`/upsell/marketing/${id}`, cookie)
  for (const words of [
    'Supercharge Your Event Marketing',
    'Get Complete Package — £995',
    'Skip This Step',
    '£1,495',
    'save £500',
    '£495',
    '£295',
    '£195',
    '£215',
    '7-part automated email sequence',
    'AI-powered optimization',
    '3.2x',
    '65%',
    '48h',
    '48-hour launch',
    '30-day results',
    'Dedicated account manager',
  ]) {
    expect(marketing).toContain(words)
  }
  expect(marketing.match(/<blockquote>/g)).toHaveLength(3)
  expect(marketing).toContain(`href="/upsell/ads/${id}"`)
  expect(offers.marketing.parts.reduce((sum, [, pence]) => sum + pence, 0)).toBe(149_500)
  const ads = await pageText(`/upsell/ads/${id}`, cookie)
  for (const words of [
    'Final Step: Automated Ticket Sales',
    'Start Ads Campaign — £259/mo',
    'No Thanks, Complete Setup',
    '£4.20',
    '35%',
    'Cancel anytime',
    'first month is free',
    'Managed Ads renews at £259 on',
  ]) {
    expect(ads).toContain(words)
  }
  expect(ads).toContain(`href="/application-approved?application_id=${id}"`)
})

test('offers are personal, and an application that is unknown or not approved is said so', async () => {
  const { id } = await approved()
  const submitted = await addApplication(site.sql, { status: 'submitted' })
  for (const product of upsells) {
    const page = await get(`/upsell/${product}/${id}`)
    expect(page.headers.get('cache-control')).toBe('no-store')
    expect(page.headers.get('x-robots-tag')).toBe('noindex')
    const text = await page.text()
    expect(text).toContain('Only the applicant can pay')
    expect(text).not.toContain('harbour-lights.example')
    for (const missing of [crypto.randomUUID(), 'no-such-id']) {
      const gone = await get(`/upsell/${product}/${missing}`)
      expect(gone.status).toBe(404)
      expect(await gone.text()).toContain('Application Not Found')
    }
    expect(await pageText(`/upsell/${product}/${submitted.id}`)).toContain('Application Not Approved')
  }
})

test('the billing page opens for whoever may act for the organisation', async () => {
  const application = await approved({ organisation: { email: 'billing@lantern.example' } })
  const before = await post('create-portal-session', { customerEmail: 'billing@lantern.example' }, application.cookie)
  expect(before.status).toBe(403)
  await sessionFor(application, 'ads')
  for (const [cookie, customerEmail] of [
    [application.cookie, 'billing@lantern.example'],
    [application.cookie, ' Billing@Lantern.EXAMPLE '],
    [await signInAdmin(site), 'billing@lantern.example'],
  ] as const) {
    const opened = await post('create-portal-session', { customerEmail, applicationId: application.id }, cookie)
    expect(await opened.json()).toEqual({ success: true, portalUrl: expect.stringContaining('/sandbox/portal/bps_') })
  }
  // Of the three, the admin area's alone is in its log.
  const logged =
    await site.sql`select action, actor_kind from audit_log where subject_id = ${application.organisationId}`
  expect(logged.map((row) => ({ ...row }))).toEqual([{ action: 'organisation.billing-opened', actor_kind: 'person' }])
  const [session] = await site.sql`
    select body from sandbox.payment_objects where object = 'billing_portal.session' order by position desc limit 1`
  const [organisation] =
    await site.sql`select stripe_customer_id from organisations where id = ${application.organisationId}`
  expect(session!.body).toMatchObject({
    customer: organisation!.stripe_customer_id,
    return_url: `${site.origin}/funnel/success/${application.id}`,
  })
  const page = await postForm(`/funnel/success/${application.id}`, {}, application.cookie)
  expect(page.status).toBe(303)
  expect(page.headers.get('location')).toContain('/sandbox/portal/bps_')
})

test('to everybody else the billing page is one failure for known and unknown, and its owner is mailed a link', async () => {
  const victim = await approved({ organisation: { email: 'victim@lantern.example' } })
  await sessionFor(victim, 'ads')
  const other = await approved()
  const bodies = new Set<string>()
  for (const cookie of [undefined, other.cookie]) {
    for (const customerEmail of [
      'victim@lantern.example',
      'nobody@lantern.example',
      '',
      '%',
      'VICTIM@lantern.example',
    ]) {
      for (const more of [{}, { applicationId: victim.id }]) {
        const refused = await post('create-portal-session', { customerEmail, ...more }, cookie)
        expect(refused.status).toBe(403)
        const { reference, ...body } = (await refused.json()) as Record<string, unknown>
        expect(reference).toBeString()
        bodies.add(JSON.stringify(body))
      }
    }
  }
  expect([...bodies]).toEqual([
    JSON.stringify({ error: 'Failed to open billing portal. Please try again.', kind: 'forbidden', success: false }),
  ])
  expect((await post('create-portal-session', { customerEmail: 'victim@lantern.example' })).status).toBe(429)
  await site.sql`delete from rate_limits`
  expect((await post('create-portal-session', { customerEmail: ['victim@lantern.example'] })).status).toBe(422)
  const page = await get(`/funnel/success/${victim.id}`, other.cookie)
  expect(await page.text()).not.toMatch(/Manage Billing|victim@lantern/)
  expect((await postForm(`/funnel/success/${victim.id}`, {}, other.cookie)).status).toBe(403)
  const mails = await site.sql`select from mails where to_email = 'victim@lantern.example'`
  expect(mails.length).toBeGreaterThan(0)
}, 20_000)
