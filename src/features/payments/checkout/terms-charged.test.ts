import { beforeAll, expect, test } from 'bun:test'
import { londonDateOf, londonDay, longDay } from '#domain/london-time.ts'
import { priceWithVat, vatIn } from '#domain/vat.ts'
import { ownershipCookie } from '#requests/ownership.ts'
import { createSandboxControls } from '#sandbox/payments/controls.ts'
import { addApplication } from '#test/add-application.ts'
import { emptyTables } from '#test/empty-tables.ts'
import { siteOfFile } from '#test/of-file.ts'
import { signInAdmin } from '#test/sign-in.ts'
import type { TestSite } from '#test/site.ts'
import { until } from '#test/until.ts'
import { type VatSetting, vatSettingNames, vatSettings } from '#test/vat-settings.ts'

// Every amount, term and date above the button is what is charged then, and is kept as it was shown.

const state = { time: new Date('2026-11-21T12:00:00Z') }
const sites = Object.fromEntries(
  await Promise.all(
    vatSettingNames.map(async (name) => {
      const { brand } = vatSettings[name]
      const site = await siteOfFile({ now: () => state.time, demoData: false, env: { brand } })
      return [name, { site, controls: createSandboxControls({ sql: site.sql, clock: () => state.time }) }]
    }),
  ),
) as Record<VatSetting, { site: TestSite; controls: ReturnType<typeof createSandboxControls> }>
beforeAll(async () => {
  for (const { site } of Object.values(sites)) {
    await site.sql`update coupons set starts_at = '2026-01-01'`
    await site.sql`
      insert into coupons (code, description, percent_off, applies_to, starts_at, once_per_organisation)
      values ('HALF', 'Half of the first year', 50, '{listing}', '2026-01-01', false)`
  }
})

async function approved(site: TestSite) {
  await emptyTables(
    site.sql,
    'rate_limits, register_history, register_entries, payment_events, orders, applications, organisations, mails, coupon_redemptions, sandbox.payment_deliveries cascade',
  )
  // The site knows the tax rates that it has made.
  await site.sql`delete from sandbox.payment_objects where object <> 'tax_rate'`
  const { id, organisationId } = await addApplication(site.sql, { status: 'approved', draft: { date: '2035-08-21' } })
  const cookie = ownershipCookie('', [id, organisationId], site.services).split(';')[0]!
  return { id, cookie, path: `/checkout/listing/${id}` }
}

/** The key terms as the page shows them, by their names. */
async function termsShown(site: TestSite, path: string, cookie: string): Promise<Record<string, string>> {
  const html = (await (await site.get(path, { cookie })).text()).replaceAll('<!-- -->', '')
  const list = html.slice(html.indexOf('id="key-terms"'), html.indexOf('</dl>', html.indexOf('id="key-terms"')))
  return Object.fromEntries(
    [...list.matchAll(/<dt[^>]*>(.*?)<\/dt><dd[^>]*>(.*?)<\/dd>/g)].map(([, term, details]) => [term!, details!]),
  )
}

const invoices = (site: TestSite) => site.sql<{ total: number; vat: number; start: string }[]>`
  select (body ->> 'total')::int as total, coalesce((body #>> '{total_taxes,0,amount}')::int, 0) as vat,
    body #>> '{lines,data,0,period,start}' as start
  from sandbox.payment_objects where object = 'invoice' order by position`

const cases = [
  ['2026-11-21T12:00:00Z', ''],
  ['2026-11-21T12:00:00Z', 'LAUNCH100'],
  ['2026-11-21T12:00:00Z', 'HALF'],
  // A leap day; the night in which summer time begins; the night after midnight in London.
  ['2028-02-29T12:00:00Z', ''],
  ['2026-03-28T23:30:00Z', ''],
  ['2027-06-30T23:30:00Z', 'LAUNCH100'],
] as const

test.each(vatSettingNames.flatMap((name) => cases.map((each) => [name, ...each] as const)))(
  '%s, what is shown at %s with the code %p is what is charged',
  async (name, time, coupon) => {
    const { site, controls } = sites[name]
    const isVat = vatSettings[name].percent > 0
    state.time = new Date(time)
    const { id, cookie, path } = await approved(site)
    const shown = await termsShown(site, `${path}?coupon=${coupon}`, cookie)
    const paid = await site.post(path, { coupon, buyer: 'business' }, { cookie })
    await controls.paySession(paid.headers.get('location')!.split('/').at(-1)!)
    await until(async () => (await site.sql`select from orders where status = 'paid'`).length === 1)
    const [order] = await site.sql`select * from orders where application_id = ${id}`
    const renewsOn = longDay(londonDay(new Date(order!.covers_until)))
    const [first] = await invoices(site)
    const share = first!.vat > 0 ? `, including VAT of £${(first!.vat / 100).toFixed(2)}` : ''
    expect(shown['To pay today']).toBe(`£${(first!.total / 100).toFixed(2)}${share}`)
    expect(share !== '').toBe(isVat && first!.total > 0)
    expect(shown.Term).toBe(`12 months, until ${renewsOn}`)
    const price = `£49${isVat ? ' including VAT' : ''}`
    expect(shown.Renewal).toStartWith(`Renews at ${price} on ${renewsOn}, and every year after.`)
    expect(shown.Price).toBe(`£49 per year${isVat ? ' including VAT' : ''}, cancel anytime`)
    // The page of the entry tells the same day and price, and until when all of it goes back.
    const own = (await (await site.get(`/my-applications/${id}`, { cookie })).text()).replaceAll('<!-- -->', '')
    expect(own).toContain(`The listing renews on ${londonDateOf(order!.covers_until)} at ${price}.`)
    const backBy = /^Cancel by \w+ (.+?), and we refund all of it/.exec(shown['If you change your mind']!)?.[1]
    expect(backBy !== undefined).toBe(first!.total > 0)
    if (backBy) expect(own).toContain(`Until the end of ${backBy} you can change your mind`)
    // The sandbox bills the renewal by itself, and not a moment sooner.
    state.time = new Date(Date.parse(order!.covers_until) - 2_000)
    await controls.renewSubscription(order!.subscription_id).catch(() => {})
    const [, renewal] = await invoices(site)
    expect(renewal).toMatchObject({ total: 4_900, vat: isVat ? 817 : 0 })
    expect(longDay(londonDay(new Date(Number(renewal!.start) * 1000)))).toBe(renewsOn)
  },
)

test.each(vatSettingNames)('%s, cancelling gives back what the page says', async (name) => {
  const { site, controls } = sites[name]
  state.time = new Date('2026-11-21T12:00:00Z')
  const { id, cookie, path } = await approved(site)
  const paid = await site.post(path, { coupon: 'HALF' }, { cookie })
  await controls.paySession(paid.headers.get('location')!.split('/').at(-1)!)
  await until(async () => (await site.sql`select from orders where status = 'paid'`).length === 1)
  state.time = new Date('2026-12-05T23:59:00Z')
  const own = `/my-applications/${id}`
  const said = /Cancel now and get £([\d.]+) back/.exec(await (await site.get(own, { cookie })).text())![1]
  expect((await site.post(own, { intent: 'cancel-listing' }, { cookie })).status).toBe(303)
  await until(async () => (await site.sql`select from payment_documents where kind = 'credit-note'`).length === 1)
  const [credited] = await site.sql`select gross_pence, vat_pence from payment_documents where kind = 'credit-note'`
  expect(credited).toEqual({ gross_pence: Number(said) * 100, vat_pence: vatSettings[name].percent > 0 ? 408 : 0 })
})

const months = ['2026-11-21T12:00:00Z', '2028-01-31T12:00:00Z', '2027-03-20T23:30:00Z', '2027-10-20T23:30:00Z']

test.each(vatSettingNames.flatMap((name) => months.map((time) => [name, time] as const)))(
  '%s, what is shown of a month at %s is what is charged, and what goes back',
  async (name, time) => {
    const { site, controls } = sites[name]
    const { percent } = vatSettings[name]
    state.time = new Date(time)
    const { id, cookie } = await approved(site)
    const path = `/upsell/ads/${id}`
    const shown = await termsShown(site, path, cookie)
    const paid = await site.post(path, { buyer: 'consumer', startNow: '1' }, { cookie })
    await controls.paySession(paid.headers.get('location')!.split('/').at(-1)!)
    await until(async () => (await site.sql`select from mails where kind = 'order-paid'`).length === 1)
    const [order] = await site.sql`select * from orders where application_id = ${id}`
    const [first] = await invoices(site)
    const renewsOn = longDay(londonDay(new Date(order!.covers_until)))
    const price = `£259${percent > 0 ? ' including VAT' : ''}`
    expect(first).toMatchObject({ total: 25_900, vat: vatIn(25_900, percent) })
    expect(shown['To pay today']).toBe(priceWithVat(25_900, percent > 0 ? '20' : 'none'))
    expect(shown.Term).toBe(`1 month, until ${renewsOn}`)
    expect(shown.Renewal).toStartWith(`Managed Ads renews at ${price} on ${renewsOn}, and every month after.`)
    const [receipt] = await site.sql`select text_body from mails where kind = 'order-paid'`
    for (const details of Object.values(shown)) expect(receipt!.text_body.replaceAll(/\s+/g, ' ')).toContain(details)

    const own = `/my-applications/${id}`
    const ownPage = async () => (await (await site.get(own, { cookie })).text()).replaceAll('<!-- -->', '')
    const backBy = /^Cancel by \w+ (.+?), and we refund the first month/.exec(shown['If you change your mind']!)![1]
    const page = await ownPage()
    expect(page).toContain(`Until the end of ${backBy} you can change your mind`)
    expect(page).toContain(`It renews on ${londonDateOf(order!.covers_until)} at ${price}, and every month after.`)
    state.time = new Date(Date.parse(time) + 10 * 24 * 60 * 60 * 1000)
    const said = /Cancel Managed Ads now and get £([\d.]+) back/.exec(await ownPage())![1]
    expect((await site.post(own, { intent: 'cancel-ads' }, { cookie })).status).toBe(303)
    await until(async () => (await site.sql`select from payment_documents where kind = 'credit-note'`).length === 1)
    const [credited] = await site.sql`select gross_pence, vat_pence from payment_documents where kind = 'credit-note'`
    const pence = Math.round(Number(said) * 100)
    expect(pence).toBeLessThan(25_900)
    expect(credited).toEqual({ gross_pence: pence, vat_pence: vatIn(pence, percent) })
    const [moved] =
      await site.sql`select sum(amount_pence)::int as kept from money_movements where moves and order_id = ${order!.id} and kind <> 'fee'`
    expect(moved!.kept).toBe(25_900 - pence)
  },
  30_000,
)

test('what was agreed to is kept once, with who buys, and is sent with the receipt', async () => {
  const { site, controls } = sites['without a VAT number']
  state.time = new Date('2026-11-21T12:00:00Z')
  const { id, cookie, path } = await approved(site)
  const shown = await termsShown(site, path, cookie)
  const html = await (await site.get(path, { cookie })).text()
  // Nothing stands between the terms and the button.
  expect(html.slice(html.indexOf('id="key-terms"'), html.indexOf('Continue to payment'))).not.toContain('<p')
  for (let press = 0; press < 2; press++) await site.post(path, { coupon: '', buyer: 'business' }, { cookie })
  const answer = await site.call('/api/stripe/create-listing-session', { applicationId: id }, { cookie })
  const { url } = (await answer.json()) as { url: string }
  const agreements = await site.sql`
    select a.* from order_agreements a join orders o on o.id = a.order_id where o.application_id = ${id} order by a.id`
  expect(agreements.map(({ buyer }) => buyer)).toEqual(['business', null])
  expect(agreements[0]).toMatchObject({ terms_version: '2026-11-26', agreed_at: '2026-11-21T12:00:00.000Z' })
  expect(
    Object.fromEntries(
      agreements[0]!.shown.map((line: { term: string; details: string }) => [line.term, line.details]),
    ),
  ).toEqual(shown)
  const credentials = { email: 'jo@beaa.example', password: 'a long enough password' }
  await site.services.auth.setPassword({ ...credentials, name: 'Jo', roles: ['finance'] })
  const ofFinance = { cookie: await signInAdmin(site, credentials) }
  const page = await (await site.get(`/admin/orders/${agreements[0]!.order_id}`, ofFinance)).text()
  for (const words of ['at 12:00, version 2026-11-26 of the terms', ...Object.values(shown), 'A business or another'])
    expect(page.replaceAll('<!-- -->', '')).toContain(words)
  expect(site.sql`update order_agreements set buyer = 'consumer'`.execute()).rejects.toThrow('append-only')
  expect(site.sql`delete from order_agreements`.execute()).rejects.toThrow('append-only')
  await controls.paySession(url.split('/').at(-1)!)
  await until(async () => (await site.sql`select from mails where kind = 'order-paid'`).length === 1)
  const [mail] = await site.sql`select text_body from mails where kind = 'order-paid'`
  for (const details of Object.values(shown)) expect(mail!.text_body.replaceAll(/\s+/g, ' ')).toContain(details)
  const refused = await site.call('/api/stripe/create-listing-session', { applicationId: id, buyer: 'x' }, { cookie })
  expect(refused.status).toBe(422)
})
