import { afterAll, beforeEach, expect, test } from 'bun:test'
import Stripe from 'stripe'
import { askToConfirm } from '#features/applications/own-application/confirm/server/ask-to-confirm.ts'
import { followUnpaid, remindRenewals } from '#features/payments/subscriptions/server/remind-renewals.ts'
import { ownershipCookie } from '#requests/ownership.ts'
import { createSandboxControls } from '#sandbox/payments/controls.ts'
import { startPaymentsSandbox } from '#sandbox/payments/start-payments-sandbox.ts'
import { addApplication } from '../add-application.ts'
import { emptyTables } from '../empty-tables.ts'
import { browserOfFile, siteOfFile } from '../of-file.ts'
import { until } from '../until.ts'
import { vatSettings } from '../vat-settings.ts'
import { waiveIdentityCheck } from '../waive-identity-check.ts'
import { expectAccessible, expectNoSidewaysScroll, open, picture, visit } from './visit.ts'

// Two years of a listing, walked with a moved clock: paid, asked about, confirmed, renewed, cancelled in the days after, bought again, ended.

const begins = new Date('2026-11-21T12:00:00Z')
const state = { time: begins }
const site = await siteOfFile({ now: () => state.time, demoData: false })
const browser = await browserOfFile()
// The same books as the site's own, with an address for the official SDK.
const sandbox = await startPaymentsSandbox({
  sql: site.sql,
  publicUrl: () => site.origin,
  webhookUrl: null,
  webhookSecret: site.services.env.stripe.webhookSecret,
  clock: () => state.time,
})
afterAll(sandbox.stop)
const { hostname, port } = new URL(sandbox.apiBase)
const stripe = new Stripe('sk_test_sandbox', { host: hostname, port, protocol: 'http', telemetry: false })

// A second attempt begins as the first one did, and hears nothing of it any more.
beforeEach(async () => {
  await until(async () => {
    const waiting = await site.sql`
      select 1 from payment_events where processed_at is null
      union all select 1 from sandbox.payment_deliveries where delivered_at is null`
    return waiting.length === 0
  })
  state.time = begins
  await emptyTables(
    site.sql,
    'register_history, register_entries, payment_events, payment_discrepancies, order_refunds, orders, applications, organisations, mails, sandbox.payment_objects, sandbox.payment_deliveries cascade',
  )
})

test('two years of a listing', async () => {
  const { id, organisationId } = await addApplication(site.sql, { status: 'approved', draft: { date: '2027-08-21' } })
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: state.time.getTime() / 1000 })
  const customer = await stripe.customers.create({ name: 'Harbour Lights Festival Ltd', test_clock: clock.id })
  await site.sql`update organisations set stripe_customer_id = ${customer.id} where id = ${organisationId}`
  const { page, context, problems, close } = await visit(browser, site.origin, { width: 'phone' })

  async function goTo(time: string): Promise<void> {
    state.time = new Date(time)
    await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: state.time.getTime() / 1000 })
    await signInAgain()
  }
  /** The applicant's cookie does not last a year. */
  async function signInAgain(): Promise<void> {
    const [pair] = ownershipCookie('', [id, organisationId], site.services).split(';')
    const at = pair!.indexOf('=')
    await context.addCookies([{ name: pair!.slice(0, at), value: pair!.slice(at + 1), url: site.origin }])
    await site.sql`delete from rate_limits`
  }
  const entryIs = (status: string) =>
    until(async () => {
      const [entry] = await site.sql`select status from register_entries where application_id = ${id}`
      return entry?.status === status
    })
  const own = () => open(page, `/my-applications/${id}`)
  async function pay(): Promise<void> {
    await open(page, `/checkout/listing/${id}`)
    await page.getByText('A business or another organisation').click()
    await page.getByRole('button', { name: /Continue to payment/ }).click()
    await page.waitForURL(/\/sandbox\/pay\//)
    await page.getByRole('button', { name: /^Pay £/ }).click()
    await page.waitForURL(/\/accreditation\/success/)
    await entryIs('active')
  }

  await signInAgain()
  await open(page, `/checkout/listing/${id}`)
  await page.getByRole('heading', { name: 'What you agree to' }).waitFor()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await picture(page, 'year-checkout')
  await pay()
  await documentsCome(1, 0)

  await goTo('2027-09-22T12:00:00Z')
  await askToConfirm({}, site.services)
  await own()
  await page.getByRole('link', { name: 'Confirm the facts' }).click()
  expect(await page.getByLabel('Date of the next edition').inputValue()).toBe('2028-08-19')
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await picture(page, 'year-confirm')
  await page.getByRole('button', { name: 'Confirm the facts' }).click()
  await page.getByText('The facts of your entry are confirmed.').waitFor()

  await goTo('2027-10-23T12:00:00Z')
  await remind(site.services)
  await goTo('2027-11-21T13:00:00Z')
  await until(async () => (await site.sql`select from mails where kind = 'listing-renewed'`).length === 1)
  await documentsCome(2, 0)
  await goTo('2027-11-25T12:00:00Z')
  await own()
  await expectAccessible(page)
  await picture(page, 'year-cooling-off')
  await page.getByRole('button', { name: /^Cancel now and get £48\.47 back/ }).click()
  await page.getByText('The listing is cancelled, and your money goes back to you.').waitFor()
  await entryIs('lapsed')
  const [refund] = (await stripe.refunds.list({ limit: 10 })).data
  expect(refund!.amount).toBe(4_847)

  // Another year, for the next edition that a reviewer has accepted.
  await site.sql`
    update applications set event_draft = jsonb_set(event_draft, '{date}', '"2028-08-19"') where id = ${id}`
  await pay()
  await documentsCome(3, 1)
  await goTo('2028-02-01T12:00:00Z')
  await own()
  await page.getByRole('button', { name: 'End the listing on 25 November 2028' }).click()
  await page.getByText('The listing does not renew. Nothing more is charged.').waitFor()
  await goTo('2028-11-25T12:00:01Z')
  await entryIs('lapsed')
  expect((await stripe.invoices.list({ customer: customer.id, limit: 10 })).data.map(({ total }) => total)).toEqual([
    4_900, 4_900, 4_900,
  ])
  expect(problems).toEqual([])
  await close()

  expect(await mailsOf(id)).toMatchSnapshot()
}, 90_000)

/** An order for which an event is being processed is left to the next run. */
const remind = (services: typeof site.services) => until(async () => (await remindRenewals(services)) === 1)

test('a year that nobody pays for, and one whose facts nobody confirms', async () => {
  const { id, organisationId } = await addApplication(site.sql, { status: 'approved', draft: { date: '2027-08-21' } })
  async function buy(): Promise<string> {
    await site.sql`delete from rate_limits`
    const cookie = ownershipCookie('', [id, organisationId], site.services).split(';')[0]!
    const answer = await site.call('/api/stripe/create-listing-session', { applicationId: id }, { cookie })
    const { url } = (await answer.json()) as { url: string }
    await sandbox.controls.paySession(url.split('/').at(-1)!)
    return await until(async () => {
      const [order] = await site.sql`
        select subscription_id from orders o join register_entries e using (application_id)
        where o.status = 'paid' and e.status = 'active' and application_id = ${id}`
      return order?.subscription_id as string | undefined
    })
  }
  const come = (kind: string, count = 1) =>
    until(async () => (await site.sql`select from mails where kind = ${kind}`).length === count)
  const subscription = await buy()
  await documentsCome(1, 0)
  state.time = new Date('2027-11-21T11:59:00Z')
  await sandbox.controls.failRenewal(subscription)
  await come('payment-failed')
  for (const [time, count] of [
    ['2027-11-29T12:00:00Z', 1],
    ['2027-12-09T12:00:00Z', 2],
  ] as const) {
    state.time = new Date(time)
    await followUnpaid(site.services)
    await come('payment-still-failed', count)
  }
  state.time = new Date('2027-12-12T12:00:00Z')
  await come('entry-lapsed')
  state.time = new Date('2028-01-10T12:00:00Z')
  await buy()
  await documentsCome(2, 0)
  const ending = { ...site.services, env: { ...site.services.env, renewUnconfirmed: 'end' as const } }
  state.time = new Date('2028-11-12T12:00:00Z')
  await askToConfirm({}, ending)
  state.time = new Date('2029-01-08T12:00:00Z')
  await until(async () => {
    await askToConfirm({}, ending)
    return (await site.sql`select from mails where kind = 'renewal-not-confirmed'`).length === 1
  })
  expect(await mailsOf(id)).toMatchSnapshot()
}, 90_000)

test('a free year and the next one with VAT, and suspended before the third', async () => {
  const ofVat = await siteOfFile({
    now: () => state.time,
    demoData: false,
    env: { brand: vatSettings['with a VAT number'].brand },
  })
  const { sql, services } = ofVat
  const controls = createSandboxControls({ sql, clock: () => state.time })
  await sql`update coupons set starts_at = '2026-01-01'`
  const { id, organisationId } = await addApplication(sql, { status: 'approved', draft: { date: '2027-08-21' } })
  await waiveIdentityCheck(sql, id)
  const cookie = ownershipCookie('', [id, organisationId], services).split(';')[0]!
  const answer = await ofVat.call(
    '/api/stripe/create-listing-session',
    { applicationId: id, coupon: 'LAUNCH100' },
    { cookie },
  )
  await controls.paySession(((await answer.json()) as { url: string }).url.split('/').at(-1)!)
  const subscription = await until(async () => {
    const [order] = await sql`
      select subscription_id from orders join register_entries e using (application_id)
      where orders.status = 'paid' and e.status = 'active' and application_id = ${id}`
    return order?.subscription_id as string | undefined
  })
  state.time = new Date('2027-10-23T12:00:00Z')
  await remind(services)
  // A card.
  await controls.payOverdue(subscription)
  state.time = new Date('2027-11-21T11:59:00Z')
  await controls.renewSubscription(subscription)
  const come = (kind: string) => until(async () => (await sql`select from mails where kind = ${kind}`).length === 1)
  for (const kind of ['listing-renewed', 'invoice']) await come(kind)
  await sql`update register_entries set status = 'suspended' where application_id = ${id}`
  state.time = new Date('2028-10-23T12:00:00Z')
  await remind(services)
  state.time = new Date('2028-11-19T12:00:00Z')
  await until(async () => {
    await askToConfirm({}, services)
    return (await sql`select from mails where kind = 'renewal-withheld'`).length === 1
  })
  expect(await mailsOf(id, ofVat)).toMatchSnapshot()
}, 90_000)

test('managed ads: begun at once and cancelled after ten days, bought again, told of after half a year, and ended', async () => {
  const { id, organisationId } = await addApplication(site.sql, {
    status: 'approved',
    draft: { date: '2027-08-21' },
    organisation: { email: 'ads@harbour-lights.example' },
  })
  const cookie = () => ownershipCookie('', [id, organisationId], site.services).split(';')[0]!
  const press = async (intent: string) =>
    expect((await site.post(`/my-applications/${id}`, { intent }, { cookie: cookie() })).status).toBe(303)
  async function buy(more: object): Promise<string> {
    await site.sql`delete from rate_limits`
    const body = { applicationId: id, ...more }
    const answer = await site.call('/api/stripe/create-ads-session', body, { cookie: cookie() })
    await sandbox.controls.paySession(((await answer.json()) as { checkoutUrl: string }).checkoutUrl.split('/').at(-1)!)
    return await until(async () => {
      const [order] =
        await site.sql`select subscription_id from orders where status = 'paid' and application_id = ${id}`
      return order?.subscription_id as string | undefined
    })
  }
  await buy({ buyer: 'business', startNow: true })
  await documentsCome(1, 0)
  state.time = new Date('2026-12-01T12:00:00Z')
  await press('cancel-ads')
  await documentsCome(1, 1)
  await until(async () => (await site.sql`select from mails where kind = 'order-work-ended'`).length === 1)
  const subscription = await buy({})
  await documentsCome(2, 1)
  for (const [index, month] of ['2027-01', '2027-02', '2027-03', '2027-04', '2027-05'].entries()) {
    state.time = new Date(`${month}-01T11:59:00Z`)
    await sandbox.controls.renewSubscription(subscription)
    await documentsCome(3 + index, 1)
  }
  state.time = new Date('2027-05-26T12:00:00Z')
  await remind(site.services)
  await press('end-ads')
  state.time = new Date('2027-06-01T12:00:01Z')
  await until(async () => (await site.sql`select from orders where status = 'paid'`).length === 0)
  const mails = await mailsOf(id)
  // The bills of each month are alike.
  expect(
    mails.filter((mail, index) => !mail.startsWith('invoice') || !mails[index - 1]?.startsWith('invoice')),
  ).toMatchSnapshot()
}, 90_000)

test('of a listing a dispute that is won and a refund that fails, and of managed ads a dispute that is lost', async () => {
  const { id, organisationId } = await addApplication(site.sql, {
    status: 'approved',
    draft: { date: '2027-08-21' },
    organisation: { email: 'disputes@harbour-lights.example' },
  })
  const cookie = ownershipCookie('', [id, organisationId], site.services).split(';')[0]!
  const { controls } = sandbox
  const statusOf = async (type: string) =>
    (await site.sql`select status from orders where type = ${type} and application_id = ${id}`)[0]!.status
  const comesTo = (type: string, status: string) => until(async () => (await statusOf(type)) === status)
  const come = (kind: string, count: number) =>
    until(async () => (await site.sql`select from mails where kind = ${kind}`).length === count)
  async function buy(type: 'listing' | 'ads'): Promise<string> {
    await site.sql`delete from rate_limits`
    const answer = await site.call(`/api/stripe/create-${type}-session`, { applicationId: id }, { cookie })
    const { url, checkoutUrl } = (await answer.json()) as { url?: string; checkoutUrl?: string }
    await controls.paySession((url ?? checkoutUrl!).split('/').at(-1)!)
    await comesTo(type, 'paid')
    const [order] = await site.sql`select payment_intent_id from orders where type = ${type} and application_id = ${id}`
    return order!.payment_intent_id
  }
  async function dispute(type: string, payment: string, outcome: 'won' | 'lost', status: string): Promise<void> {
    const opened = await controls.openDispute(payment)
    await comesTo(type, 'disputed')
    await controls.closeDispute(opened.id, outcome)
    await comesTo(type, status)
  }
  const listing = await buy('listing')
  await documentsCome(1, 0)
  await dispute('listing', listing, 'won', 'paid')
  state.time = new Date('2026-11-24T12:00:00Z')
  const refund = await controls.refund(listing)
  await comesTo('listing', 'refunded')
  await documentsCome(1, 1)
  await controls.failRefund(refund.id)
  await come('refund-failed', 1)
  const ads = await buy('ads')
  await documentsCome(2, 1)
  await dispute('ads', ads, 'lost', 'refunded')
  await come('payment-dispute', 4)
  expect(await mailsOf(id)).toMatchSnapshot()
}, 90_000)

/** Before the clock moves on: of what was issued more than two weeks ago nobody gets an email (issue-documents.ts). */
async function documentsCome(invoices: number, creditNotes: number): Promise<void> {
  await until(async () => {
    const kinds = (await site.sql`select kind from mails`).map(({ kind }) => kind as string)
    const count = (wanted: string) => kinds.filter((kind) => kind === wanted).length
    return count('invoice') === invoices && count('credit-note') === creditNotes
  })
}

async function mailsOf(applicationId: string, { sql, origin } = site): Promise<string[]> {
  const mails = await sql<{ kind: string; subject: string; text_body: string }[]>`
    select kind, subject, text_body from mails order by kind, id`
  const same = (text: string) =>
    text
      .replaceAll(origin, 'https://site.example')
      .replaceAll(applicationId, 'ID')
      .replaceAll(/BEAA-\d{4}-\w+/g, 'NUMBER')
      .replaceAll(/T-\d+-\d+/g, 'REFERENCE')
      .replaceAll(/\b[0-9A-Z]{8}-(?=\d{4}\b)/g, 'INVOICE-')
      .replaceAll(/[\w-]{40,}/g, 'TOKEN')
      .replaceAll(/\b(pi|du)_\w{32}/g, '$1_ID')
      .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'UUID')
  return mails.map(({ kind, subject, text_body }) => `${kind}\n${same(subject)}\n\n${same(text_body)}`)
}
