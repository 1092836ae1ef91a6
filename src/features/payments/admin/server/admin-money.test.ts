import { beforeAll, expect, test } from 'bun:test'
import { startCheckout } from '#features/payments/checkout/server/start-checkout.ts'
import { ownershipCookie } from '#requests/ownership.ts'
import { createSandboxControls } from '#sandbox/payments/controls.ts'
import { orderFault } from '#sandbox/payments/faults.ts'
import { addApplication } from '#test/add-application.ts'
import { siteOfFile } from '#test/of-file.ts'
import { signInAdmin } from '#test/sign-in.ts'
import { until } from '#test/until.ts'
import { penceOf } from '../rules.ts'

const people = { finance: '', reviewer: '' }
const site = await siteOfFile({ demoData: false })
const cookie = await signInAdmin(site)
beforeAll(async () => {
  for (const role of ['finance', 'reviewer'] as const) {
    const credentials = { email: `${role}@beaa.example`, password: 'a long enough password' }
    await site.services.auth.setPassword({ ...credentials, name: `Jo ${role}`, roles: [role] })
    people[role] = await signInAdmin(site, credentials)
  }
})

const post = (path: string, form: Record<string, string>, as = people.finance) => site.post(path, form, { cookie: as })
/** The refund form of an order, filled in. */
const giveBack = (path: string, form: Record<string, string>) => post(path, { again: 'open', ...form })
const page = async (path: string, as = people.finance) =>
  await (await fetch(site.origin + path, { headers: { cookie: as } })).text()

/** A paid order, paid on the sandbox's page and told by its signed event. */
async function buy(product: 'award' | 'listing' = 'award') {
  const { id, reference } = await addApplication(site.sql, { status: 'approved' })
  const metadata: Record<string, string> = product === 'award' ? { engraving: 'For Whitby' } : {}
  const started = await startCheckout(site.services, { applicationId: id, product, coupon: null, metadata }, null)
  if (started.kind !== 'ready') throw new Error(started.kind)
  const address = started.url.startsWith('http') ? started.url : site.origin + started.url
  const token = /name="token" value="([^"]+)"/.exec(await (await fetch(address)).text())![1]!
  const body = new URLSearchParams({ action: 'pay', token })
  await fetch(address, { method: 'POST', redirect: 'manual', headers: { origin: site.origin }, body })
  const order = async () => (await site.sql`select id, status from orders where application_id = ${id}`)[0]
  await until(async () => (await order())?.status === 'paid')
  return { orderId: (await order())!.id as string, reference, applicationId: id }
}

const requestKeyIn = (html: string) => /name="requestKey" value="([\da-f-]{36})"/.exec(html)![1]!

test('pounds as they are typed become whole pence', () => {
  expect(['49', '49.5', '49.50', '£1,200.05', ' 0.01 '].map(penceOf)).toEqual([4900, 4950, 4950, 120005, 1])
  expect(['', '0', '-1', '1.005', '1e3', 'ten', '99999999'].map(penceOf)).toEqual(Array(7).fill(null))
  // A comma for a point would be a hundred times as much.
  expect(['9,95', '12,50', '1,2', ',50', '1,2345'].map(penceOf)).toEqual(Array(5).fill(null))
})

test('an order is found by its reference, with everything that happened to it', async () => {
  const { orderId, reference } = await buy()
  expect(await page(`/admin/orders?q=${reference}`)).toContain(orderId)
  expect(await page(`/admin/orders?q=${reference}&status=pending`)).not.toContain(orderId)
  expect(await page(`/admin/orders?q=${reference}&type=award&from=2020-01-01`)).toContain(orderId)
  expect(await page(`/admin/orders?q=${reference}&from=0000-01-01&until=2026-02-30`)).toContain(orderId)
  const shown = await page(`/admin/orders/${orderId}`)
  expect(shown).toContain('For Whitby')
  expect(shown).toContain('Event: checkout.session.completed')
  expect(shown).toContain('£199.00')
})

test('whoever may review and see the money sees the order of decisions and payments', async () => {
  const { applicationId, reference } = await buy()
  await site.sql`
    insert into application_decisions (application_id, decision, decided_by_name, decided_at)
    values (${applicationId}, 'approved', 'Riley', now() - interval '1 day'), (${applicationId}, 'withdrawn', 'Riley', now() + interval '1 day')`
  const shown = await page(`/admin/orders?q=${reference}`, cookie)
  const places = ['Approved by Riley', 'Ordered: Gold Award', 'Paid: Gold Award', 'Approval withdrawn by Riley'].map(
    (words) => shown.indexOf(words),
  )
  expect([places.every((place) => place > 0), places.toSorted((one, other) => one - other)]).toEqual([true, places])
  expect(await page(`/admin/orders?q=${applicationId}`, cookie)).toContain('Approved by Riley')
  for (const [query, as] of [
    [`?q=${reference}`, people.finance],
    ['?q=Harbour', cookie],
    ['', cookie],
  ] as const)
    expect(await page(`/admin/orders${query}`, as)).not.toContain('Approved by Riley')
})

test('orders are taken home as a file, with the filters of the list and their amounts in pounds', async () => {
  const { orderId, reference } = await buy()
  const ask = (query: string, as = people.finance) =>
    fetch(`${site.origin}/api/admin/orders.csv${query}`, { headers: { cookie: as } })
  const csv = await (await ask(`?q=${reference}&status=paid`)).text()
  expect(csv.trim().split('\r\n')).toHaveLength(2)
  expect(csv).toContain(orderId)
  expect(csv).toContain(',199,0,199,0,')
  expect(await (await ask(`?q=${reference}&status=pending`)).text()).not.toContain(orderId)
  expect((await ask('', people.reviewer)).status).toBe(403)
})

test('money goes back once for one form, within what was paid, and the books say who and why', async () => {
  const { orderId } = await buy()
  const path = `/admin/orders/${orderId}`
  const form = await page(`${path}?refund=1`)
  const requestKey = requestKeyIn(form)
  const wrong = await giveBack(path, { amount: 'all', reason: '', requestKey })
  expect(wrong.status).toBe(422)
  const again = await wrong.text()
  expect(again).toContain('Give the amount in pounds')
  expect(again).toContain('Enter the reason')
  const tooMuch = await giveBack(path, { amount: '199.01', reason: 'Too much.', requestKey })
  expect(tooMuch.status).toBe(422)
  expect(await tooMuch.text()).toContain('Only £199 is left to refund')
  const clicks = await Promise.all(
    Array.from({ length: 3 }, () => giveBack(path, { amount: '50', reason: 'Engraved wrongly.', requestKey })),
  )
  expect(clicks.every(({ status }) => status === 303)).toBe(true)
  const goneBack = await giveBack(path, { amount: '20', reason: 'Typed after going back.', requestKey })
  expect(goneBack.status).toBe(409)
  const secondPage = await goneBack.text()
  expect(secondPage).toContain('You have already refunded £50 with this form')
  expect(secondPage).toContain('value="20"')
  expect(requestKeyIn(secondPage)).not.toBe(requestKey)
  const refunds = await site.sql`select amount_pence, requested_by_name from order_refunds where order_id = ${orderId}`
  expect(refunds.map((row) => ({ ...row }))).toEqual([{ amount_pence: 5000, requested_by_name: 'Jo finance' }])
  const [logged] = await site.sql`select * from audit_log where subject_id = ${orderId}`
  expect(logged).toMatchObject({ action: 'order.refunded', actor_name: 'Jo finance', after: { amountPence: 5000 } })
  const shown = await page(path)
  expect(shown).toContain('Engraved wrongly.')
  expect((await site.sql`select status from orders where id = ${orderId}`)[0]!.status).toBe('paid')
  const rest = await giveBack(path, {
    amount: '149',
    reason: 'The rest.',
    requestKey: requestKeyIn(await page(`${path}?refund=1`)),
  })
  expect(rest.status).toBe(303)
  await until(async () => (await site.sql`select status from orders where id = ${orderId}`)[0]!.status === 'refunded')
  expect(await page(`${path}?refund=1`)).toContain('Everything has already been refunded')
})

test('a refund that is refused shows the form again, with what was typed and the reason', async () => {
  const { orderId } = await buy()
  const path = `/admin/orders/${orderId}`
  const requestKey = requestKeyIn(await page(`${path}?refund=1`))
  const typed = { amount: '12.34', reason: 'Typed with care & at length.', requestKey }
  const again = async (form: Record<string, string>, reason: string) => {
    const answer = await giveBack(path, form)
    expect(answer.status).toBe(409)
    const shown = await answer.text()
    expect(shown).toContain(reason)
    expect(shown).toContain('value="12.34"')
    expect(shown).toContain('>Typed with care &amp; at length.</textarea>')
    return requestKeyIn(shown)
  }
  await orderFault(site.sql, 'server-error', { count: 20, matching: 'GET /v1/payment_intents' })
  // Nothing is written down yet, so the form stays the same one.
  expect(await again(typed, 'The payment provider does not answer')).toBe(requestKey)
  await site.sql`delete from sandbox.payment_faults`
  const controls = createSandboxControls({ sql: site.sql })
  const [order] = await site.sql`select payment_intent_id from orders where id = ${orderId}`
  const dispute = await controls.openDispute(order!.payment_intent_id)
  const newKey = await again(typed, 'The payment provider has refused the refund')
  await controls.closeDispute(dispute.id, 'won')
  expect((await giveBack(path, { ...typed, requestKey: newKey })).status).toBe(303)
  const rest = { amount: '186.66', reason: 'The rest.', requestKey: crypto.randomUUID() }
  expect((await giveBack(path, rest)).status).toBe(303)
  await again({ ...typed, requestKey: crypto.randomUUID() }, 'Everything has already been refunded')
})

test('disputed payments are a list of their own', async () => {
  const { orderId } = await buy()
  await site.sql`
    insert into order_disputes (id, order_id, payment_intent_id, amount_pence, currency, reason, status, due_by, opened_at)
    values ('dp_listed', ${orderId}, 'pi_listed', 4900, 'gbp', 'fraudulent', 'needs_response', '2030-02-03T12:00:00Z', now())`
  const list = await page('/admin/payments?view=disputes')
  expect(list).toContain('£49.00')
  expect(list).toContain('3 February 2030')
})

test('while a refund has no answer, a changed amount and another refund are told so and asked for by nobody', async () => {
  const { orderId } = await buy()
  const path = `/admin/orders/${orderId}`
  const requestKey = requestKeyIn(await page(`${path}?refund=1`))
  await orderFault(site.sql, 'server-error', { matching: 'POST /v1/refunds' })
  const asked = await giveBack(path, { amount: '20', reason: 'Goodwill.', requestKey })
  expect(asked.headers.get('location')).toBe(`${path}?done=under-way`)
  const changed = await giveBack(path, { amount: '30', reason: 'More of it.', requestKey })
  expect(changed.status).toBe(409)
  const shown = await changed.text()
  expect(shown).toContain('You have already asked to refund £20 with this form, and the provider has not answered yet')
  expect(shown).toContain('value="30"')
  const another = await giveBack(path, { amount: '30', reason: 'More of it.', requestKey: requestKeyIn(shown) })
  expect(another.status).toBe(409)
  expect(await another.text()).toContain('A refund of this payment is under way')
  expect(await page(`${path}?refund=1`)).toContain('A refund of this payment is under way')
  const refunds = await site.sql`select amount_pence, state from order_refunds where order_id = ${orderId}`
  expect(refunds.map((row) => ({ ...row }))).toEqual([{ amount_pence: 2000, state: 'asked' }])
})

const refundAll = async (orderId: string, again: string) => {
  const path = `/admin/orders/${orderId}`
  const form = { amount: '49', reason: 'The stewards were not trained.', requestKey: crypto.randomUUID() }
  const answer = await post(path, { ...form, again })
  const isRefunded = async () =>
    (await site.sql`select status from orders where id = ${orderId}`)[0]!.status === 'refunded'
  if (answer.status === 303) await until(isRefunded)
  return answer
}

test('an order that was given back says nothing of what it is paid for, and offers no further refund', async () => {
  const { orderId } = await buy('listing')
  const path = `/admin/orders/${orderId}`
  const before = await page(path)
  expect(before).toContain('Paid for until')
  expect(before).toContain('?refund=1')
  await refundAll(orderId, 'open')
  const after = await page(path)
  expect(after).not.toContain('Paid for until')
  expect(after).not.toContain('?refund=1')
  // Whoever follows an old link is told why there is no form.
  expect(await page(`${path}?refund=1`)).toContain('Everything has already been refunded')
})

test('whoever gives all back says whether they may pay again; at their request they may', async () => {
  const { orderId, applicationId } = await buy('listing')
  const unsaid = await refundAll(orderId, '')
  expect(unsaid.status).toBe(422)
  const shown = await unsaid.text()
  expect(shown).toContain('Say whether they may pay again')
  expect(shown).toContain('The stewards were not trained.')
  expect((await refundAll(orderId, 'open')).status).toBe(303)
  const request = { applicationId, product: 'listing', coupon: null, metadata: {} } as const
  expect(await startCheckout(site.services, request, null)).toMatchObject({ kind: 'ready' })
})

test('a full refund for cause closes the checkout of its application until a reviewer opens it', async () => {
  const { orderId, applicationId } = await buy('listing')
  const request = (product: 'listing' | 'award' | 'marketing') => ({
    applicationId,
    product,
    coupon: null,
    metadata: (product === 'award' ? { engraving: 'For Whitby' } : {}) as Record<string, string>,
  })
  const open = await startCheckout(site.services, request('marketing'), null)
  const openPage = (open as { url: string }).url.split('/').at(-1)!
  // A part of it, whatever the reason, closes nothing.
  const part = { amount: '9', reason: 'Late.', requestKey: crypto.randomUUID(), again: 'closed' }
  expect((await post(`/admin/orders/${orderId}`, part)).status).toBe(303)
  expect(await startCheckout(site.services, request('award'), null)).toMatchObject({ kind: 'ready' })
  const rest = { ...part, amount: '40', requestKey: crypto.randomUUID() }
  expect((await post(`/admin/orders/${orderId}`, rest)).status).toBe(303)
  await until(async () => (await site.sql`select status from orders where id = ${orderId}`)[0]!.status === 'refunded')
  for (const product of ['listing', 'award'] as const) {
    expect(await startCheckout(site.services, request(product), null)).toEqual({ kind: 'withheld', why: 'closed' })
  }
  expect(await site.services.payments.retrieveCheckoutSession(openPage)).toMatchObject({ status: 'expired' })
  for (const path of [`/checkout/listing/${applicationId}`, `/upsell/award/${applicationId}`]) {
    expect(await page(path, '')).toContain('Payment for this application is closed')
  }
  const summary = await page(`/funnel/success/${applicationId}`, '')
  expect(summary).not.toContain('Renew the listing')
  const owner = ownershipCookie('', [applicationId], site.services).split(';')[0]!
  const called = await site.call('/api/stripe/create-listing-session', { applicationId }, { cookie: owner })
  expect(called.status).toBe(409)
  expect(await called.text()).toContain('Payment for this application is closed')
  const [lapsed] = await site.sql`
    select m.text_body from mails m join applications a on a.id = ${applicationId}
    join organisations o on o.id = a.organisation_id
    where m.kind = 'entry-lapsed' and m.text_body like '%Payment for this application is closed%' limit 1`
  expect(lapsed!.text_body).not.toContain('/checkout/listing/')
  expect(await page(`/admin/orders/${orderId}`)).toContain('until a reviewer opens it')

  // Opening it takes somebody who reviews, and a reason.
  const review = `/review/${applicationId}/decision`
  const opening = { intent: 'open-checkout', opening: 'Their stewards are trained now.' }
  expect((await post(review, opening)).status).toBe(403)
  expect(await page(review, people.reviewer)).toContain('Checkout closed')
  const empty = await post(review, { ...opening, opening: ' ' }, people.reviewer)
  expect(empty.status).toBe(422)
  expect(await empty.text()).toContain('Write the reason')
  expect((await post(review, opening, people.reviewer)).headers.get('location')).toBe(`${review}?done=opened`)
  const opened = await page(`${review}?done=opened`, people.reviewer)
  expect(opened).toContain('The checkout is open again')
  expect(opened).not.toContain('Checkout closed')
  expect(await page(`/review/${applicationId}`, people.reviewer)).toContain('Their stewards are trained now.')
  const logged = await site.sql`
    select actor_name from audit_log where subject_id = ${applicationId} and action = 'application.checkout-opened'`
  expect(logged.map((row) => row.actor_name)).toEqual(['Jo reviewer'])
  expect(await startCheckout(site.services, request('listing'), null)).toMatchObject({ kind: 'ready' })
})

test('an event is processed once more, and an unknown one is said so', async () => {
  const { orderId } = await buy()
  const [event] = await site.sql`select id from payment_events where order_id = ${orderId} limit 1`
  const path = '/admin/payments?view=events'
  expect(await page(path)).toContain(event!.id)
  expect(await page(`${path}&page=%00&sort=other&type=other`)).toContain(event!.id)
  expect((await post(path, { intent: 'replay', event: event!.id })).status).toBe(303)
  await until(
    async () =>
      (await site.sql`select processed_at from payment_events where id = ${event!.id}`)[0]!.processed_at !== null,
  )
  expect((await site.sql`select status from orders where id = ${orderId}`)[0]!.status).toBe('paid')
  expect(await site.sql`select from audit_log where subject_id = ${event!.id}`).toHaveLength(1)
  expect((await post(path, { intent: 'replay', event: 'evt_unknown' })).status).toBe(404)
})

test('events and comparisons have page numbers and are sorted by time, and a replay keeps its place', async () => {
  await site.sql`
    insert into payment_events (id, type, payload, received_at, processed_at)
    select 'evt_many_' || lpad(n::text, 3, '0'), 'invoice.paid', '{}', '2020-01-01'::timestamptz + make_interval(mins => n), now()
    from generate_series(1, 35) n`
  await site.sql`
    insert into reconciliation_runs (started_at, finished_at, outcome)
    select '2020-01-01'::timestamptz + make_interval(mins => n), now(), 'done' from generate_series(1, 31) n`
  const path = '/admin/payments?view=events&state=done&type=invoice.paid&sort=when'
  const shown = (html: string) => [...html.matchAll(/muted">(evt_many_\d+)</g)].map((match) => match[1])
  const first = await page(path)
  expect([shown(first)[0], shown(first).length]).toEqual(['evt_many_001', 30])
  expect(first).toContain(`href="${`${path}&page=2`.replaceAll('&', '&amp;')}"`)
  expect(shown(await page(`${path}&page=2`)).slice(0, 5)).toEqual([31, 32, 33, 34, 35].map((n) => `evt_many_0${n}`))
  const minuteOf = (html: string) => html.match(/datetime="2020-01-01T00:(\d\d)/i)?.[1]
  expect(minuteOf(await page('/admin/payments?view=runs&sort=when'))).toBe('01')
  expect(minuteOf(await page('/admin/payments?view=runs'))).toBe('31')
  const runs = await page('/admin/payments?view=runs&page=2')
  expect(runs).toContain('1 January 2020')
  expect(await page('/admin/payments?view=runs&sort=when')).toContain(
    'href="/admin/payments?view=runs&amp;sort=when&amp;page=2"',
  )
  const replayed = await post(`${path}&page=2`, { intent: 'replay', event: 'evt_many_035' })
  expect(replayed.headers.get('location')).toBe(`${path}&page=2&done=replayed`)
})

test('a discrepancy is settled once, with a note', async () => {
  const { orderId } = await buy()
  const [discrepancy] = await site.sql`
    insert into payment_discrepancies (kind, order_id, checkout_session_id, amount_pence, currency, found_at)
    values ('paid-twice', ${orderId}, 'cs_second', 19900, 'gbp', now()) returning id`
  expect(await page('/admin/payments')).toContain('Paid twice')
  expect(await page(`/admin/orders/${orderId}`)).toContain('To check')
  const { orderId: other } = await buy()
  const wrong = { amount: '1', reason: 'Wrong order.', requestKey: crypto.randomUUID(), discrepancy: discrepancy!.id }
  expect((await post(`/admin/orders/${other}`, wrong)).status).toBe(404)
  expect(await site.sql`select from order_refunds where discrepancy_id = ${discrepancy!.id}`).toHaveLength(0)
  const settle = (note: string) => post('/admin/payments', { intent: 'settle', discrepancy: discrepancy!.id, note })
  const bare = await settle(' ')
  expect(bare.status).toBe(422)
  expect(await bare.text()).toContain('Say how it was settled')
  expect((await settle('Agreed by telephone.')).status).toBe(303)
  expect((await settle('Once more.')).status).toBe(409)
  expect(await page('/admin/payments')).not.toContain('Paid twice')
  expect(await page('/admin/payments?all=1')).toContain('Agreed by telephone.')
  const logged = await site.sql`select action, after from audit_log where subject_id = ${discrepancy!.id}`
  expect(logged.map((row) => ({ ...row }))).toEqual([{ action: 'discrepancy.settled', after: null }])
})

test('every open discrepancy is counted, however many there are', async () => {
  const { orderId } = await buy()
  await site.sql`
    insert into payment_discrepancies (kind, order_id, checkout_session_id, amount_pence, currency, found_at, settled_at, settled_by_name, note)
    select 'paid-twice', ${orderId}, 'cs_many_' || n, 19900, 'gbp', now(), case when n > 104 then now() end,
      case when n > 104 then 'Jo finance' end, case when n > 104 then 'Agreed.' end
    from generate_series(1, 107) n`
  const [open] = await site.sql`select count(*)::int as count from payment_discrepancies where settled_at is null`
  expect(open!.count).toBeGreaterThanOrEqual(104)
  const headers = { cookie: people.finance, accept: 'application/json' }
  const { data } = (await (await fetch(`${site.origin}/admin/payments`, { headers })).json()) as {
    data: { openDiscrepancies: number }
  }
  expect(data.openDiscrepancies).toBe(open!.count)
  await site.sql`delete from payment_discrepancies where order_id = ${orderId}`
})

test('a payment for an order that does not exist here is shown with what the provider knows it by', async () => {
  const [discrepancy] = await site.sql`
    insert into payment_discrepancies (kind, checkout_session_id, payment_intent_id, amount_pence, currency, found_at)
    values ('unknown-order', 'cs_test_lost', 'pi_lost', 4900, 'gbp', now()) returning id`
  const shown = await page('/admin/payments')
  expect(shown).toContain('Its order does not exist here')
  expect(shown).toContain('cs_test_lost, pi_lost')
  expect(shown).not.toContain('/admin/orders/null')
  const settled = await post('/admin/payments', {
    intent: 'settle',
    discrepancy: discrepancy!.id,
    note: 'They applied again.',
  })
  expect(settled.status).toBe(303)
})

test('a difference from the provider’s books names both sides, and is settled with a note', async () => {
  const { orderId } = await buy()
  const [difference] = await site.sql`
    insert into ledger_differences (about, order_id, provider_pence, ledger_pence, currency, found_at)
    values ('txn_1', ${orderId}, 19900, null, 'gbp', now()) returning id`
  const shown = (await page('/admin/payments')).replaceAll('<!-- -->', '')
  expect(shown).toContain('Provider: £199.00. Ledger: nothing')
  const settle = () =>
    post('/admin/payments', { intent: 'settle', discrepancy: difference!.id, note: 'Of another program.' })
  expect((await settle()).status).toBe(303)
  expect((await settle()).status).toBe(409)
  expect(await page('/admin/payments')).not.toContain('txn_1')
})

test('a comparison that is asked for runs, and its result is shown', async () => {
  expect((await post('/admin/payments', { intent: 'reconcile' })).status).toBe(303)
  await until(
    async () =>
      (await site.sql`select outcome from reconciliation_runs order by id desc limit 1`)[0]?.outcome === 'done',
  )
  expect(await page('/admin/payments?view=runs')).toContain('Done')
})
