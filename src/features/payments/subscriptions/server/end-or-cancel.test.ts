import { beforeAll, beforeEach, expect, test } from 'bun:test'
import { ownershipCookie } from '#requests/ownership.ts'
import { createSandboxControls } from '#sandbox/payments/controls.ts'
import { addApplication } from '#test/add-application.ts'
import { emptyTables } from '#test/empty-tables.ts'
import { siteOfFile } from '#test/of-file.ts'
import { until } from '#test/until.ts'
import { carryOutCancellation } from './end-or-cancel.ts'

// How an organiser ends a listing on its own page: with the year, or at once with money back in the 14 days after a payment.

const bought = '2026-11-21T12:00:00Z'
const state = { time: new Date(bought) }
const site = await siteOfFile({ now: () => state.time, demoData: false })
let controls: ReturnType<typeof createSandboxControls>
beforeAll(async () => {
  controls = createSandboxControls({ sql: site.sql, clock: () => state.time })
  await site.sql`update coupons set starts_at = '2026-01-01'`
})
beforeEach(async () => {
  state.time = new Date(bought)
  await emptyTables(
    site.sql,
    'rate_limits, register_history, register_entries, payment_events, payment_discrepancies, order_refunds, orders, applications, organisations, mails, coupon_redemptions, sandbox.payment_objects, sandbox.payment_deliveries, sandbox.payment_faults cascade',
  )
})

async function buy(coupon?: string) {
  const { id, organisationId } = await addApplication(site.sql, { status: 'approved', draft: { date: '2035-08-21' } })
  // Made at each request: a cookie does not last the year.
  const ofApplicant = () => ownershipCookie('', [id, organisationId], site.services).split(';')[0]!
  const cookie = ofApplicant()
  const answer = await site.call('/api/stripe/create-listing-session', { applicationId: id, coupon }, { cookie })
  const { url } = (await answer.json()) as { url: string }
  await controls.paySession(url.split('/').at(-1)!)
  const order = await until(async () => {
    const [row] =
      await site.sql`select id, subscription_id from orders where status = 'paid' and application_id = ${id}`
    return row as { id: string; subscription_id: string } | undefined
  })
  const path = `/my-applications/${id}`
  return {
    id,
    order,
    page: async () => (await (await site.get(path, { cookie: ofApplicant() })).text()).replaceAll('<!-- -->', ''),
    press: (intent: string, by = ofApplicant()) => site.post(path, { intent }, { cookie: by }),
  }
}

const booked = async (id: string) =>
  (
    await site.sql`
      select o.status as order, o.renewal_stopped as stops, e.status as entry from orders o
      left join register_entries e on e.application_id = o.application_id where o.application_id = ${id}`
  )[0]
const refunds = async () =>
  (await site.sql`select (body ->> 'amount')::int as pence from sandbox.payment_objects where object = 'refund'`).map(
    ({ pence }) => pence as number,
  )
const subscriptionIs = async () =>
  (await site.sql`select body ->> 'status' as status from sandbox.payment_objects where object = 'subscription'`)[0]!
    .status
const mailsOf = (kind: string) => site.sql`select subject, text_body from mails where kind = ${kind} order by id`

test('one press ends the listing with its year: nothing more is charged, and an email confirms it once', async () => {
  const { id, page, press } = await buy()
  state.time = new Date('2027-03-01T12:00:00Z')
  const before = await page()
  expect(before).toContain('End the listing on 21 November 2027')
  expect(before).not.toContain('Cancel now')
  const pressed = await press('end-listing')
  expect(pressed.status).toBe(303)
  expect(pressed.headers.get('location')).toBe(`/my-applications/${id}?done=listing-ended#renewal`)
  await press('end-listing')
  expect(await booked(id)).toMatchObject({ order: 'paid', stops: true, entry: 'active' })
  const [mail, ...more] = await mailsOf('renewal-stopped')
  expect(mail!.text_body).toContain('Your order ends on 21 November 2027. Nothing more is charged.')
  expect(more).toEqual([])
  expect(await page()).toContain('You have cancelled. The listing ends on 21 November 2027')
  // The provider charges nothing and ends it.
  state.time = new Date('2027-11-21T12:00:01Z')
  await until(async () => (await booked(id))?.order === 'cancelled')
  expect((await booked(id))!.entry).toBe('lapsed')
  expect(await refunds()).toEqual([])
}, 30_000)

test('in the first 14 days all of the money goes back, once, and the listing ends at once', async () => {
  const { id, page, press } = await buy()
  state.time = new Date('2026-12-05T23:00:00Z')
  expect(await page()).toContain('Cancel now and get £49.00 back')
  await Promise.all([press('cancel-listing'), press('cancel-listing'), press('cancel-listing')])
  await until(async () => (await booked(id))?.entry === 'lapsed')
  expect(await booked(id)).toMatchObject({ order: 'refunded', entry: 'lapsed' })
  await until(async () => (await subscriptionIs()) === 'canceled')
  expect(await refunds()).toEqual([4_900])
  const [mail, ...more] = await mailsOf('listing-cancelled')
  expect(mail!.text_body.replaceAll('\n', ' ')).toContain('by Saturday 19 December 2026')
  expect(more).toEqual([])
  const after = await page()
  expect(after).toContain('You cancelled on 5 December 2026. We refund £49.00 by Saturday 19 December 2026.')
  expect(after).not.toContain('Cancel now')
  // It can be bought again.
  expect(after).toContain('Renew the listing')
}, 30_000)

test('in the 14 days after a renewal what is left of it goes back, and the entry does not stay', async () => {
  const { id, order, page, press } = await buy()
  state.time = new Date('2027-11-21T11:59:00Z')
  await controls.renewSubscription(order.subscription_id)
  await until(async () => (await mailsOf('listing-renewed')).length === 1)
  const [notice] = await mailsOf('listing-renewed')
  expect(notice!.text_body).toContain('continues until 21 November 2028')
  expect(notice!.text_body).toContain('5 December 2027')
  state.time = new Date('2027-12-01T12:00:00Z')
  const back = Math.ceil((4_900 * 356) / 366)
  expect(await page()).toContain(`Cancel now and get £${(back / 100).toFixed(2)} back`)
  await press('cancel-listing')
  await until(async () => (await booked(id))?.entry === 'lapsed')
  expect(await booked(id)).toMatchObject({ order: 'cancelled', entry: 'lapsed' })
  expect(await refunds()).toEqual([back])
  expect(await subscriptionIs()).toBe('canceled')
  const [mail] = await mailsOf('listing-cancelled')
  expect(mail!.text_body).toContain('What we keep is for the days since you paid.')
}, 30_000)

test('after a free year the first charge can be given back too, less the days since', async () => {
  const { id, order, page, press } = await buy('LAUNCH100')
  // A card.
  await controls.payOverdue(order.subscription_id)
  state.time = new Date('2027-11-21T11:59:00Z')
  await controls.renewSubscription(order.subscription_id)
  await until(async () => (await mailsOf('listing-renewed')).length === 1)
  state.time = new Date('2027-12-05T23:59:00Z')
  const back = Math.ceil((4_900 * 352) / 366)
  expect(await page()).toContain(`Cancel now and get £${(back / 100).toFixed(2)} back`)
  await press('cancel-listing')
  await until(async () => (await booked(id))?.order === 'cancelled')
  expect(await refunds()).toEqual([back])
  expect(await subscriptionIs()).toBe('canceled')
  const [mail] = await mailsOf('listing-cancelled')
  expect(mail!.text_body).toContain(`We refund £${(back / 100).toFixed(2)}`)
}, 30_000)

test('later, without a payment, or while a bank decides, there is nothing to give back; the year can be ended', async () => {
  const paid = await buy()
  state.time = new Date('2026-12-06T00:00:00Z')
  const refused = await paid.press('cancel-listing')
  expect(refused.status).toBe(409)
  expect(await refused.text()).toContain('The time to cancel with a refund is over. You can still end the listing.')
  state.time = new Date(bought)
  await site.sql`
    insert into order_disputes (id, order_id, payment_intent_id, amount_pence, currency, reason, status, opened_at)
    values ('du_1', ${paid.order.id}, 'pi_1', 4900, 'gbp', 'fraudulent', 'needs_response', ${bought})`
  expect((await paid.press('cancel-listing')).status).toBe(409)
  const free = await buy('LAUNCH100')
  const page = await free.page()
  expect(page).not.toContain('Cancel now')
  expect(page).toContain('End the listing on 21 November 2027')
  expect(await refunds()).toEqual([])
}, 30_000)

test('ended while its renewal is not paid, it ends now, and the provider tries no longer', async () => {
  const { id, order, page, press } = await buy()
  state.time = new Date('2027-11-21T11:59:00Z')
  await controls.failRenewal(order.subscription_id)
  await until(async () => (await mailsOf('payment-failed')).length === 1)
  state.time = new Date('2027-11-24T12:00:00Z')
  const before = await page()
  expect(before).toContain('The renewal of 21 November 2027 is not paid')
  expect(before).not.toContain('The listing renews on')
  expect(before).toContain('End the listing now')
  expect((await press('end-listing')).status).toBe(303)
  await until(async () => (await booked(id))?.entry === 'lapsed')
  expect(await booked(id)).toMatchObject({ order: 'cancelled', entry: 'lapsed' })
  expect(await subscriptionIs()).toBe('canceled')
  expect(await mailsOf('entry-lapsed')).toHaveLength(1)
  const [mail, ...more] = await mailsOf('renewal-stopped')
  expect(mail!.text_body).toContain('nothing more is charged')
  expect(more).toEqual([])
  expect(controls.retryRenewal(order.subscription_id, 'on-file')).rejects.toThrow('Nothing is overdue')
}, 30_000)

test('while the bank pays the renewal it is not ended: it is cancelled with its money back once that has come', async () => {
  const { id, organisationId } = await addApplication(site.sql, { status: 'approved', draft: { date: '2035-08-21' } })
  const cookie = () => ownershipCookie('', [id, organisationId], site.services).split(';')[0]!
  const answer = await site.call('/api/stripe/create-listing-session', { applicationId: id }, { cookie: cookie() })
  const session = ((await answer.json()) as { url: string }).url.split('/').at(-1)!
  await controls.completeUnpaid(session)
  await controls.settleDelayed(session, 'paid')
  await until(async () => (await booked(id))?.order === 'paid')
  const [order] = await site.sql`select subscription_id from orders where application_id = ${id}`
  state.time = new Date('2027-11-21T11:59:00Z')
  await controls.renewSubscription(order!.subscription_id)
  state.time = new Date('2027-11-22T12:00:00Z')
  const refused = await site.post(`/my-applications/${id}`, { intent: 'end-listing' }, { cookie: cookie() })
  expect(refused.status).toBe(409)
  expect(await refused.text()).toContain('Your bank is paying the renewal at the moment.')
  expect(await mailsOf('renewal-stopped')).toHaveLength(0)
  await controls.settleRenewal(order!.subscription_id, 'paid')
  await until(async () => (await mailsOf('listing-renewed')).length === 1)
}, 30_000)

test('nobody else ends it, and a provider that does not answer ends nothing', async () => {
  const { id, press, page } = await buy()
  const stranger = ownershipCookie('', [crypto.randomUUID()], site.services).split(';')[0]!
  for (const intent of ['end-listing', 'cancel-listing']) expect((await press(intent, stranger)).status).toBe(404)
  await controls.fault('server-error', { count: 10, matching: 'POST /v1/subscriptions' })
  const refused = await press('end-listing')
  expect(refused.status).toBe(503)
  expect(await refused.text()).toContain('The payment provider does not answer. Please try again in a few minutes.')
  expect(await booked(id)).toMatchObject({ order: 'paid', stops: false })
  expect(await page()).toContain('End the listing on')
}, 30_000)

test('a cancellation that met a silent provider is carried out later, once', async () => {
  const { id, press } = await buy()
  await controls.fault('server-error', { count: 1, matching: 'GET /v1/payment_intents' })
  await press('cancel-listing')
  const [row] = await site.sql`
    select c.id from order_cancellations c join orders o on o.id = c.order_id where o.application_id = ${id}`
  // The queue tries again by itself; asked here more often, it changes nothing.
  await until(async () => await carryOutCancellation({ cancellationId: row!.id }, site.services).then(() => true))
  await carryOutCancellation({ cancellationId: row!.id }, site.services)
  expect(await booked(id)).toMatchObject({ order: 'refunded', entry: 'lapsed' })
  expect(await refunds()).toEqual([4_900])
  expect(await mailsOf('listing-cancelled')).toHaveLength(1)
}, 30_000)

// What is paid monthly, beside the listing.

/** @returns the same as `buy` does, of an order of that type. */
async function buyMonthly(type: 'ads' | 'extras', form: Record<string, string> = {}) {
  const listing = await buy()
  const [paid] = await site.sql`select checkout_session_id as session from orders where id = ${listing.order.id}`
  const path = {
    ads: `/upsell/ads/${listing.id}`,
    extras: `/accreditation/success?session_id=${paid!.session}&application_id=${listing.id}`,
  }[type]
  const cookie = ownershipCookie('', [listing.id], site.services).split(';')[0]!
  const sent = await site.post(path, form, { cookie })
  await controls.paySession(sent.headers.get('location')!.split('/').at(-1)!)
  const read = async () =>
    (await site.sql`select * from orders where application_id = ${listing.id} and type = ${type}`)[0]!
  const order = await until(async () => {
    const row = await read()
    return row.status === 'paid' ? row : undefined
  })
  const subscriptionIs = async () =>
    (
      await site.sql`select body ->> 'status' as is from sandbox.payment_objects where id = ${order.subscription_id}`
    )[0]!.is
  return { ...listing, order, subscriptionIs, statusIs: async () => (await read()).status as string }
}
const creditNotes = async () =>
  (await site.sql`select gross_pence from payment_documents where kind = 'credit-note'`).map((row) => row.gross_pence)

test('begun at once because its buyer asked, a month that is cancelled in 14 days goes back less its days, once', async () => {
  const { id, order, page, press, statusIs, subscriptionIs } = await buyMonthly('ads', {
    buyer: 'consumer',
    startNow: '1',
  })
  const [agreed] = await site.sql`select * from order_agreements where order_id = ${order.id}`
  expect(agreed).toMatchObject({ buyer: 'consumer', starts_now: true })
  expect(agreed!.shown.at(-1)).toEqual({ term: 'Start', details: 'Start now, before my 14 days to cancel are over' })
  expect((await mailsOf('order-work'))[0]!.text_body).toContain('Start of Managed Ads: At once, as the buyer asked')
  state.time = new Date('2026-12-01T12:00:00Z')
  const before = await page()
  expect(before).toContain('It renews on 21 December 2026 at £259, and every month after.')
  expect(before).toContain('End Managed Ads on 21 December 2026')
  const back = Math.ceil((25_900 * 20) / 30)
  expect(before).toContain(`Cancel Managed Ads now and get £${(back / 100).toFixed(2)} back`)
  const stranger = ownershipCookie('', [crypto.randomUUID()], site.services).split(';')[0]!
  for (const intent of ['end-ads', 'cancel-ads']) expect((await press(intent, stranger)).status).toBe(404)
  const pressed = await Promise.all([press('cancel-ads'), press('cancel-ads'), press('cancel-ads')])
  expect(pressed[0]!.headers.get('location')).toBe(`/my-applications/${id}?done=service-cancelled#renewal`)
  await until(async () => (await statusIs()) === 'cancelled')
  expect(await subscriptionIs()).toBe('canceled')
  expect(await refunds()).toEqual([back])
  await until(async () => (await creditNotes()).length === 1)
  expect(await creditNotes()).toEqual([back])
  const [mail, ...more] = await mailsOf('service-cancelled')
  const text = mail!.text_body.replaceAll('\n', ' ')
  expect(text).toContain('You have cancelled Managed Ads. It ends today, and nothing more is charged.')
  expect(text).toContain('because you asked us to start at once')
  expect(text).not.toContain('The register')
  expect(more).toEqual([])
  const after = await page()
  expect(after).toContain(`You cancelled Managed Ads on 1 December 2026. We refund £${(back / 100).toFixed(2)}`)
  // The listing stays, and so does its own choice.
  expect(after).toContain('End the listing on 21 November 2027')
  expect(after).not.toContain('End Managed Ads')
}, 30_000)

test('without that all of it goes back until the end of the 14th day, and the campaign does not go on', async () => {
  const { press, statusIs, subscriptionIs } = await buyMonthly('ads')
  expect((await mailsOf('order-work'))[0]!.text_body.replaceAll('\n', ' ')).toContain(
    'Not before Sunday 6 December 2026',
  )
  state.time = new Date('2026-12-05T23:59:00Z')
  await press('cancel-ads')
  await until(async () => (await subscriptionIs()) === 'canceled')
  expect(await statusIs()).toBe('refunded')
  expect(await refunds()).toEqual([25_900])
  const [told] = await mailsOf('order-refunded')
  expect(told!.text_body).toContain('Your campaign stops')
  expect(told!.text_body).not.toContain('guarantee')
  expect((await mailsOf('order-work-ended'))[0]!.text_body).not.toContain('still billed')
}, 30_000)

test('a month is ended with its last day by one press; one that has renewed is not refunded', async () => {
  const { id, order, page, press, statusIs, subscriptionIs } = await buyMonthly('ads', { startNow: '1' })
  state.time = new Date('2026-12-06T00:00:00Z')
  expect(await page()).not.toContain('Cancel Managed Ads now')
  const refused = await press('cancel-ads')
  expect(refused.status).toBe(409)
  expect(await refused.text()).toContain('The time to cancel with a refund is over. You can still end it.')
  state.time = new Date('2026-12-21T11:59:00Z')
  await controls.renewSubscription(order.subscription_id)
  await until(async () => (await page()).includes('It renews on 21 January 2027'))
  expect((await press('cancel-ads')).status).toBe(409)
  const pressed = await press('end-ads')
  expect(pressed.headers.get('location')).toBe(`/my-applications/${id}?done=service-ended#renewal`)
  await press('end-ads')
  const [mail, ...more] = await mailsOf('renewal-stopped')
  expect(mail!.subject).toBe('Cancelled: Managed Ads')
  expect(mail!.text_body).toContain('Your order ends on 21 January 2027. Nothing more is charged.')
  expect(more).toEqual([])
  expect(await page()).toContain('You have cancelled. It ends on 21 January 2027.')
  state.time = new Date('2027-01-21T12:00:01Z')
  await until(async () => (await statusIs()) === 'cancelled')
  expect(await subscriptionIs()).toBe('canceled')
  expect(await refunds()).toEqual([])
}, 30_000)

test('of services that were bought together the monthly one goes back, and the others stay', async () => {
  const { id, press, page, statusIs, subscriptionIs } = await buyMonthly('extras', { featured: '1', advertising: '1' })
  state.time = new Date('2026-11-25T12:00:00Z')
  expect(await page()).toContain('Cancel Advertising Package now and get £247.00 back')
  await press('cancel-extras')
  await until(async () => (await statusIs()) === 'cancelled')
  expect(await subscriptionIs()).toBe('canceled')
  expect(await refunds()).toEqual([24_700])
  expect((await mailsOf('service-cancelled'))[0]!.text_body).toContain('You keep the services that you paid for once.')
  const [entry] = await site.sql`select featured, status from register_entries where application_id = ${id}`
  expect(entry).toMatchObject({ featured: true, status: 'active' })
}, 30_000)

test('ended while its month is not paid it ends now; refunded under the guarantee it can still be ended', async () => {
  const unpaid = await buyMonthly('ads')
  state.time = new Date('2026-12-21T11:59:00Z')
  await controls.failRenewal(unpaid.order.subscription_id)
  await until(async () => (await mailsOf('payment-failed')).length === 1)
  state.time = new Date('2026-12-23T12:00:00Z')
  expect(await unpaid.page()).toContain('End Managed Ads now')
  await unpaid.press('end-ads')
  await until(async () => (await unpaid.subscriptionIs()) === 'canceled')
  expect((await mailsOf('renewal-stopped'))[0]!.text_body).toContain('You have cancelled Managed Ads')

  const given = await buyMonthly('ads')
  await controls.refund(given.order.payment_intent_id)
  await until(async () => (await given.statusIs()) === 'refunded')
  expect(await given.page()).not.toContain('Cancel Managed Ads now')
  await given.press('end-ads')
  await until(async () => (await given.page()).includes('You have cancelled. It ends on 23 January 2027.'))
  expect(await given.subscriptionIs()).toBe('active')
}, 30_000)

test('refunded under the guarantee and ended at the provider, managed ads are over, and both sides hear it once', async () => {
  const { order, page, press, statusIs } = await buyMonthly('ads')
  await controls.refund(order.payment_intent_id)
  await until(async () => (await statusIs()) === 'refunded')
  expect(await page()).toContain('End Managed Ads on 21 December 2026')
  await controls.endSubscription(order.subscription_id)
  await until(async () => (await mailsOf('order-cancelled')).length === 1)
  expect(await statusIs()).toBe('refunded')
  const [told] = await mailsOf('order-cancelled')
  expect(told!.text_body).toContain('Nothing more is charged for it.')
  expect(told!.text_body).toContain('Your campaign stops.')
  expect((await mailsOf('order-work-ended')).map(({ subject }) => subject.split(':')[0])).toEqual(['Refunded', 'Ended'])
  expect(await page()).not.toContain('End Managed Ads')
  // From a page that was open since before.
  const pressed = await press('end-ads')
  expect(pressed.status).toBe(409)
  expect(await pressed.text()).toContain('There is nothing here that renews.')
}, 30_000)

test('what the provider has ended before we have heard of it ends by the press, with what is true', async () => {
  /** As long as no event of it has come. */
  const endUnheard = (id: string) => site.sql`
    update sandbox.payment_objects set body = body || '{"status": "canceled"}' where id = ${id}`
  const given = await buyMonthly('ads')
  await controls.refund(given.order.payment_intent_id)
  await until(async () => (await given.statusIs()) === 'refunded')
  await endUnheard(given.order.subscription_id)
  const pressed = await given.press('end-ads')
  expect(pressed.headers.get('location')).toBe(`/my-applications/${given.id}?done=service-ended#renewal`)
  expect(await given.page()).not.toContain('End Managed Ads')
  expect(await mailsOf('order-cancelled')).toMatchObject([{ subject: 'Ended: Managed Ads' }])

  const bought = await buyMonthly('extras', { advertising: '1' })
  await endUnheard(bought.order.subscription_id)
  expect((await bought.press('end-extras')).status).toBe(303)
  expect(await bought.statusIs()).toBe('cancelled')
  expect(await bought.page()).not.toContain('End Advertising Package')
}, 30_000)
