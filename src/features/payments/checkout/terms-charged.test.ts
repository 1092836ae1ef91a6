import { beforeAll, beforeEach, expect, test } from 'bun:test'
import { londonDay, longDay } from '#domain/london-time.ts'
import { ownershipCookie } from '#requests/ownership.ts'
import { createSandboxControls } from '#sandbox/payments/controls.ts'
import { addApplication } from '#test/add-application.ts'
import { emptyTables } from '#test/empty-tables.ts'
import { siteOfFile } from '#test/of-file.ts'
import { until } from '#test/until.ts'

// Every amount, term and date above the button is what is charged then, and is kept as it was shown.

const state = { time: new Date('2026-11-21T12:00:00Z') }
const site = await siteOfFile({ now: () => state.time, demoData: false })
let controls: ReturnType<typeof createSandboxControls>
beforeAll(async () => {
  controls = createSandboxControls({ sql: site.sql, clock: () => state.time })
  await site.sql`update coupons set starts_at = '2026-01-01'`
  await site.sql`
    insert into coupons (code, description, percent_off, applies_to, starts_at, once_per_organisation)
    values ('HALF', 'Half of the first year', 50, '{listing}', '2026-01-01', false)`
})
beforeEach(() =>
  emptyTables(
    site.sql,
    'rate_limits, register_history, register_entries, payment_events, orders, applications, organisations, mails, coupon_redemptions, sandbox.payment_objects, sandbox.payment_deliveries cascade',
  ),
)

async function approved() {
  const { id, organisationId } = await addApplication(site.sql, { status: 'approved', draft: { date: '2035-08-21' } })
  const cookie = ownershipCookie('', [id, organisationId], site.services).split(';')[0]!
  return { id, cookie, path: `/checkout/listing/${id}` }
}

/** The key terms as the page shows them, by their names. */
async function termsShown(path: string, cookie: string): Promise<Record<string, string>> {
  const html = (await (await site.get(path, { cookie })).text()).replaceAll('<!-- -->', '')
  const list = html.slice(html.indexOf('id="key-terms"'), html.indexOf('</dl>', html.indexOf('id="key-terms"')))
  return Object.fromEntries(
    [...list.matchAll(/<dt[^>]*>(.*?)<\/dt><dd[^>]*>(.*?)<\/dd>/g)].map(([, term, details]) => [term!, details!]),
  )
}

const invoices = () => site.sql<{ total: number; start: string }[]>`
  select (body ->> 'total')::int as total, body #>> '{lines,data,0,period,start}' as start
  from sandbox.payment_objects where object = 'invoice' order by position`

test.each([
  ['2026-11-21T12:00:00Z', ''],
  ['2026-11-21T12:00:00Z', 'LAUNCH100'],
  ['2026-11-21T12:00:00Z', 'HALF'],
  // A leap day; the night in which summer time begins; the night after midnight in London.
  ['2028-02-29T12:00:00Z', ''],
  ['2026-03-28T23:30:00Z', ''],
  ['2027-06-30T23:30:00Z', 'LAUNCH100'],
])('what is shown at %s with the code %p is what is charged', async (time, coupon) => {
  state.time = new Date(time)
  const { id, cookie, path } = await approved()
  const shown = await termsShown(`${path}?coupon=${coupon}`, cookie)
  const paid = await site.post(path, { coupon, buyer: 'business' }, { cookie })
  await controls.paySession(paid.headers.get('location')!.split('/').at(-1)!)
  await until(async () => (await site.sql`select from orders where status = 'paid'`).length === 1)
  const [order] = await site.sql`select * from orders where application_id = ${id}`
  const renewsOn = longDay(londonDay(new Date(order!.covers_until)))
  const [first] = await invoices()
  expect(shown['To pay today']).toBe(`£${(first!.total / 100).toFixed(2)}`)
  expect(shown.Term).toBe(`12 months, until ${renewsOn}`)
  expect(shown.Renewal).toStartWith(`Renews at £49 on ${renewsOn}, and every year after.`)
  // The sandbox bills the renewal by itself, and not a moment sooner.
  state.time = new Date(Date.parse(order!.covers_until) - 2_000)
  await controls.renewSubscription(order!.subscription_id).catch(() => {})
  const [, renewal] = await invoices()
  expect(renewal!.total).toBe(4_900)
  expect(longDay(londonDay(new Date(Number(renewal!.start) * 1000)))).toBe(renewsOn)
})

test('what was agreed to is kept once, with who buys, and is sent with the receipt', async () => {
  state.time = new Date('2026-11-21T12:00:00Z')
  const { id, cookie, path } = await approved()
  const shown = await termsShown(path, cookie)
  const html = await (await site.get(path, { cookie })).text()
  // Nothing stands between the terms and the button.
  expect(html.slice(html.indexOf('id="key-terms"'), html.indexOf('Continue to payment'))).not.toContain('<p')
  for (let press = 0; press < 2; press++) await site.post(path, { coupon: '', buyer: 'business' }, { cookie })
  const answer = await site.call('/api/stripe/create-listing-session', { applicationId: id }, { cookie })
  const { url } = (await answer.json()) as { url: string }
  const agreements = await site.sql`
    select a.* from order_agreements a join orders o on o.id = a.order_id where o.application_id = ${id} order by a.id`
  expect(agreements.map(({ buyer }) => buyer)).toEqual(['business', null])
  expect(agreements[0]).toMatchObject({ terms_version: '2026-11', agreed_at: '2026-11-21T12:00:00.000Z' })
  expect(
    Object.fromEntries(
      agreements[0]!.shown.map((line: { term: string; details: string }) => [line.term, line.details]),
    ),
  ).toEqual(shown)
  expect(site.sql`update order_agreements set buyer = 'consumer'`.execute()).rejects.toThrow('append-only')
  expect(site.sql`delete from order_agreements`.execute()).rejects.toThrow('append-only')
  await controls.paySession(url.split('/').at(-1)!)
  await until(async () => (await site.sql`select from mails where kind = 'order-paid'`).length === 1)
  const [mail] = await site.sql`select text_body from mails where kind = 'order-paid'`
  for (const details of Object.values(shown)) expect(mail!.text_body.replaceAll(/\s+/g, ' ')).toContain(details)
  const refused = await site.call('/api/stripe/create-listing-session', { applicationId: id, buyer: 'x' }, { cookie })
  expect(refused.status).toBe(422)
})
