import { beforeAll, beforeEach, expect, test } from 'bun:test'
import { lapseExpired } from '#features/register/server/end-entry.ts'
import { ownershipCookie } from '#requests/ownership.ts'
import { createSandboxControls } from '#sandbox/payments/controls.ts'
import { addApplication } from '#test/add-application.ts'
import { emptyTables } from '#test/empty-tables.ts'
import { siteOfFile } from '#test/of-file.ts'
import { until } from '#test/until.ts'

// The life of a listing, told by nothing but the provider's signed webhooks over HTTP and processed by the queue: what stands on the
// register, since when and why, and who was told.

const bought = '2026-11-21T12:00:00Z'
const state = { time: new Date(bought) }
let controls: ReturnType<typeof createSandboxControls>
const site = await siteOfFile({ now: () => state.time, demoData: false })
beforeAll(async () => {
  controls = createSandboxControls({ sql: site.sql, clock: () => state.time })
})
beforeEach(async () => {
  // What is still heard of the test before would write emails into this one.
  await until(async () => {
    const waiting = await site.sql`
      select 1 from payment_events where processed_at is null
      union all select 1 from sandbox.payment_deliveries where delivered_at is null`
    return waiting.length === 0
  })
  state.time = new Date(bought)
  // The sandbox renews by itself what falls due: each test has a provider without subscriptions of the tests before.
  await emptyTables(
    site.sql,
    'rate_limits, register_history, register_entries, payment_events, payment_discrepancies, order_refunds, orders, applications, organisations, mails, sandbox.payment_objects, sandbox.payment_deliveries cascade',
  )
})

type Listing = { id: string; subscription: string; payment: string }

async function buyListing(): Promise<Listing> {
  const { id, organisationId } = await addApplication(site.sql, { status: 'approved' })
  const response = await site.call(
    '/api/stripe/create-listing-session',
    { applicationId: id },
    { cookie: ownershipCookie('', [id, organisationId], site.services).split(';')[0]! },
  )
  const { url } = (await response.json()) as { url: string }
  await controls.paySession(url.split('/').at(-1)!)
  await comesTo(id, { order: 'paid', entry: 'active' })
  const [order] = await site.sql`select subscription_id, payment_intent_id from orders where application_id = ${id}`
  return { id, subscription: order!.subscription_id, payment: order!.payment_intent_id }
}

/** Waits until the webhooks have brought order and entry there. */
async function comesTo(id: string, wanted: { order: string; entry: string; until?: string }): Promise<void> {
  const look = async () => {
    const [row] = await site.sql`
      select o.status as order, e.status as entry, e.valid_until as until from orders o
      left join register_entries e on e.application_id = o.application_id where o.application_id = ${id}`
    return row
  }
  for (const end = Date.now() + 20_000; Date.now() < end; await Bun.sleep(50)) {
    const seen = await look()
    const isThere = seen?.order === wanted.order && seen?.entry === wanted.entry
    if (isThere && (!wanted.until || seen?.until === wanted.until)) return
  }
  expect(await look()).toMatchObject(wanted)
}

/** The entry's history: what changed and what brought it about, without the order's id. */
async function historyOf(id: string): Promise<string[]> {
  const rows = await site.sql<{ change: string; cause: string }[]>`
    select change, regexp_replace(cause, ' [0-9a-f-]{36}', '') as cause from register_history h
    join register_entries e on e.id = h.entry_id where application_id = ${id} order by h.id`
  return rows.map(({ change, cause }) => `${change}: ${cause}`)
}

/** Kinds of the mails written, in order; reminders, which the site's own clock may add at any time, left out. */
// Invoices and credit notes come by a job of their own, whenever the provider has written them.
const mailsOf = async () =>
  (
    await site.sql<{ kind: string }[]>`
      select kind from mails where kind not in ('renewal-reminder', 'invoice', 'credit-note') order by id`
  ).map(({ kind }) => kind)

/** Some are written a moment after what they tell of. */
async function expectMails(expected: string[]): Promise<void> {
  await until(async () => (await mailsOf()).length >= expected.length, 15_000).catch(() => {})
  expect(await mailsOf()).toEqual(expected)
}

test('a renewal that is paid extends the entry', async () => {
  const { id, subscription } = await buyListing()
  await site.sql`
    update assessments set status = 'decided', outcome = 'accredit', decided_at = now() where application_id = ${id}`
  state.time = new Date('2027-11-21T11:59:00Z')
  await controls.renewSubscription(subscription)
  await comesTo(id, { order: 'paid', entry: 'active', until: '2028-11-22T12:00:00.000Z' })
  expect((await historyOf(id)).slice(0, 2)).toEqual(['published: order', 'renewed: order'])
  await expectMails(['order-paid', 'assessment-renewal', 'listing-renewed'])
  expect(await site.sql`select kind from assessments where application_id = ${id} and status = 'open'`).toMatchObject([
    { kind: 'renewal' },
  ])
}, 40_000)

test('a renewal that is not paid warns, stands while it is tried, and lapses when the provider gives up', async () => {
  const { id, subscription } = await buyListing()
  state.time = new Date('2027-11-21T11:59:00Z')
  await controls.failRenewal(subscription)
  await comesTo(id, { order: 'paid', entry: 'active', until: '2027-12-13T12:00:00.000Z' })
  await expectMails(['order-paid', 'payment-failed'])
  // Three weeks later the provider ends it by itself.
  state.time = new Date('2027-12-12T12:00:00Z')
  await comesTo(id, { order: 'cancelled', entry: 'lapsed' })
  expect(await historyOf(id)).toEqual([
    'published: order',
    'edited: renewal of order not paid yet',
    'lapsed: end of order',
  ])
  await expectMails(['order-paid', 'payment-failed', 'entry-lapsed'])
}, 40_000)

test('a listing that was not paid comes back within 60 days, by one press and without a new application', async () => {
  const { id, subscription } = await buyListing()
  const [before] = await site.sql`select number, slug from register_entries where application_id = ${id}`
  state.time = new Date('2027-11-21T11:59:00Z')
  await controls.failRenewal(subscription)
  await comesTo(id, { order: 'paid', entry: 'active', until: '2027-12-13T12:00:00.000Z' })
  state.time = new Date('2027-12-12T12:00:00Z')
  await comesTo(id, { order: 'cancelled', entry: 'lapsed' })
  const [application] = await site.sql`select organisation_id from applications where id = ${id}`
  const cookie = () => ownershipCookie('', [id, application!.organisation_id], site.services).split(';')[0]!
  const own = async () =>
    (await (await site.get(`/my-applications/${id}`, { cookie: cookie() })).text()).replaceAll('<!-- -->', '')
  const start = () => site.call('/api/stripe/create-listing-session', { applicationId: id }, { cookie: cookie() })
  // Its event was in August; the next one is not known yet.
  state.time = new Date('2028-02-11T12:00:00Z')
  expect(await own()).toContain('Apply for your next event')
  expect((await start()).status).toBe(409)
  state.time = new Date('2028-02-10T12:00:00Z')
  const page = await own()
  expect(page).toContain('Renew until Thursday 10 February 2028 to bring the entry back.')
  expect(page).toContain(`href="/checkout/listing/${id}"`)
  expect(page).not.toContain('Apply for your next event')
  const { url } = (await (await start()).json()) as { url: string }
  await controls.paySession(url.split('/').at(-1)!)
  for (const end = Date.now() + 20_000; Date.now() < end; await Bun.sleep(50)) {
    if ((await site.sql`select from register_entries where status = 'active'`).length === 1) break
  }
  expect(
    (await site.sql`select number, slug, status, valid_until from register_entries where application_id = ${id}`)[0],
  ).toEqual({ ...before, status: 'active', valid_until: '2029-02-11T12:00:00.000Z' } as never)
  expect(await site.sql`select from applications`).toHaveLength(1)
}, 40_000)

test('a cancellation lapses the entry at the end of the period, and not before', async () => {
  const { id, subscription } = await buyListing()
  await controls.cancelAtPeriodEnd(subscription)
  for (const end = Date.now() + 20_000; Date.now() < end; await Bun.sleep(50)) {
    if ((await site.sql`select from orders where renewal_stopped`).length === 1) break
  }
  state.time = new Date('2027-11-20T12:00:00Z')
  expect(await lapseExpired(site.services)).toBe(0)
  await comesTo(id, { order: 'paid', entry: 'active' })
  // The sandbox ends it when its time has come.
  state.time = new Date('2027-11-21T12:00:01Z')
  await comesTo(id, { order: 'cancelled', entry: 'lapsed' })
  expect(await historyOf(id)).toEqual(['published: order', 'lapsed: end of order'])
}, 40_000)

test('a subscription that is ended at once stands to the end of what was paid, and lapses by the clock', async () => {
  const { id, subscription } = await buyListing()
  await controls.endSubscription(subscription)
  await comesTo(id, { order: 'cancelled', entry: 'active', until: '2027-11-21T12:00:00.000Z' })
  state.time = new Date('2027-11-21T12:00:00Z')
  await lapseExpired(site.services)
  await comesTo(id, { order: 'cancelled', entry: 'lapsed' })
  expect(await historyOf(id)).toEqual(['published: order', 'edited: end of order', 'lapsed: job'])
  await expectMails(['order-paid', 'order-cancelled', 'entry-lapsed'])
}, 40_000)

test('a refund lapses the entry and ends the billing; a refund that fails brings the entry back', async () => {
  const { id, subscription, payment } = await buyListing()
  const refund = await controls.refund(payment)
  await comesTo(id, { order: 'refunded', entry: 'lapsed' })
  const ended = async () =>
    (await site.sql`select body ->> 'status' as status from sandbox.payment_objects where id = ${subscription}`)[0]
  for (const end = Date.now() + 20_000; Date.now() < end; await Bun.sleep(50)) {
    if ((await ended())!.status === 'canceled') break
  }
  expect(await ended()).toEqual({ status: 'canceled' })
  await controls.failRefund(refund.id)
  await comesTo(id, { order: 'cancelled', entry: 'active', until: '2027-11-21T12:00:00.000Z' })
  expect(await historyOf(id)).toEqual(['published: order', 'lapsed: refund of order', 'reinstated: order'])
  await expectMails(['order-paid', 'entry-lapsed', 'order-refunded', 'order-reinstated', 'refund-failed'])
}, 40_000)

test.each([
  ['won', { order: 'paid', entry: 'active' }, ['reinstated: order'], ['order-reinstated']],
  ['lost', { order: 'refunded', entry: 'lapsed' }, ['edited: dispute of order'], []],
] as const)(
  'a dispute lapses the entry until the bank has decided: %s',
  async (outcome, wanted, further, told) => {
    const { id, payment } = await buyListing()
    const dispute = await controls.openDispute(payment)
    await comesTo(id, { order: 'disputed', entry: 'lapsed' })
    await controls.closeDispute(dispute.id, outcome)
    await comesTo(id, wanted)
    expect(await historyOf(id)).toEqual(['published: order', 'lapsed: dispute of order', ...further])
    const [entry] = await site.sql`select status_reason from register_entries`
    const reason = outcome === 'lost' ? 'The payment of the annual listing was taken back.' : null
    expect(entry!.status_reason).toBe(reason)
    await expectMails(['order-paid', 'payment-dispute', 'entry-lapsed', 'payment-dispute', ...told])
  },
  40_000,
)
