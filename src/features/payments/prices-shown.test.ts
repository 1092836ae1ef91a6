import { beforeAll, expect, test } from 'bun:test'
import { extras, products } from '#domain/catalogue.ts'
import { pounds, poundsAndPence } from '#domain/money.ts'
import { carries, roles } from '#domain/permissions.ts'
import { vatIn } from '#domain/vat.ts'
import { type PageEntry, pages } from '#pages.ts'
import { ownershipCookie } from '#requests/ownership.ts'
import { createSandboxControls } from '#sandbox/payments/controls.ts'
import { addApplication } from '#test/add-application.ts'
import { siteOfFile } from '#test/of-file.ts'
import { signInAdmin } from '#test/sign-in.ts'
import type { TestSite } from '#test/site.ts'
import { until } from '#test/until.ts'
import { type VatSetting, vatSettingNames, vatSettings } from '#test/vat-settings.ts'

// What each page that shows prices says, with and without a VAT number, is what the provider then charges and puts on the invoice.

const sites = Object.fromEntries(
  await Promise.all(
    vatSettingNames.map(async (name) => {
      const { brand } = vatSettings[name]
      return [name, await siteOfFile({ demoData: false, env: { brand } })]
    }),
  ),
) as Record<VatSetting, TestSite>

type Buyer = { id: string; organisationId: string; cookie: string; session: string }
const buyers = {} as Record<VatSetting, Buyer>

/** Of everything that is sold. */
const sellable = [...Object.values(products), ...Object.values(extras)].map(({ pence }) => pence)

const amount = /£([\d,]+)(?:\.(\d\d))?/
const penceOf = (text: string) => {
  const [, whole, part = '00'] = amount.exec(text)!
  return Number(whole!.replaceAll(',', '')) * 100 + Number(part)
}

/** The words of a page as they are read, without what is marked up. */
async function words(site: TestSite, path: string, cookie = '', form?: Record<string, string>): Promise<string> {
  const answer = form ? await site.post(path, form, { cookie }) : await site.get(path, { cookie })
  expect({ path, status: answer.status }).toEqual({ path, status: 200 })
  const html = (await answer.text()).replaceAll('<!-- -->', '')
  const body = html.slice(html.indexOf('<main'), html.indexOf('</main>'))
  return body
    .replaceAll(/<(script|style)[\s\S]*?<\/\1>/g, ' ')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
}

const lastSession = async (site: TestSite) =>
  (
    await site.sql<{ total: number; tax: number; id: string }[]>`
      select id, (body ->> 'amount_total')::int as total, (body #>> '{total_details,amount_tax}')::int as tax
      from sandbox.payment_objects where object = 'checkout.session' order by position desc limit 1`
  )[0]!

beforeAll(async () => {
  for (const name of vatSettingNames) {
    const site = sites[name]
    const { id, organisationId } = await addApplication(site.sql, { status: 'approved', draft: { date: '2035-08-21' } })
    const cookie = ownershipCookie('', [id, organisationId], site.services).split(';')[0]!
    buyers[name] = { id, organisationId, cookie, session: '' }
  }
})

/** With the price that stands beside the button, whatever is bought. */
const sold = (id: string) =>
  [
    {
      path: `/checkout/listing/${id}`,
      form: { coupon: '' },
      pence: products.listing.pence,
      button: 'Continue to payment',
    },
    {
      path: `/upsell/award/${id}`,
      form: { engraving: 'Best of all' },
      pence: products.award.pence,
      button: 'Add the Gold Award',
    },
    { path: `/upsell/marketing/${id}`, form: {}, pence: products.marketing.pence, button: 'Get Complete Package' },
    { path: `/upsell/ads/${id}`, form: {}, pence: products.ads.pence, button: 'Start Ads Campaign' },
  ] as { path: string; form: Record<string, string>; pence: number; button: string }[]

test.each(vatSettingNames)(
  '%s the page says before its button what is charged',
  async (name) => {
    const site = sites[name]
    const buyer = buyers[name]
    const { percent } = vatSettings[name]
    const controls = createSandboxControls({ sql: site.sql })
    for (const { path, form, pence, button } of sold(buyer.id)) {
      const page = await words(site, path, buyer.cookie)
      const vat = vatIn(pence, percent)
      expect(page).toContain(poundsAndPence(pence))
      expect(page.includes(`including VAT of ${poundsAndPence(vat)}`)).toBe(percent > 0)
      const sent = await site.post(path, form, { cookie: buyer.cookie })
      expect(sent.status).toBe(303)
      const { id, total, tax } = await lastSession(site)
      expect({ path, total, tax }).toEqual({ path, total: pence, tax: vat })
      // What was shown is kept, and stood before the button.
      const [agreed] = await site.sql<{ shown: { term: string; details: string }[] }[]>`
        select shown from order_agreements a join orders o on o.id = a.order_id where o.checkout_session_id = ${id}`
      for (const { details } of agreed!.shown) {
        expect(page).toContain(details)
        expect(page.indexOf(details)).toBeLessThan(page.lastIndexOf(button))
      }
      await controls.paySession(id)
      if (buyer.session === '') buyer.session = id
      await until(async () => {
        const documents = await site.sql`
        select gross_pence, vat_pence from payment_documents d join orders o on o.id = d.order_id
        where o.checkout_session_id = ${id}`
        return documents.length === 1 && documents[0]!.gross_pence === pence && documents[0]!.vat_pence === vat
      })
    }
    // Services together, after the listing.
    const path = `/accreditation/success?session_id=${buyer.session}&application_id=${buyer.id}`
    const page = await words(site, path, buyer.cookie)
    for (const { pence } of Object.values(extras)) {
      const included = `, including VAT of ${poundsAndPence(vatIn(pence, percent))}`
      expect(page.includes(included)).toBe(percent > 0)
    }
    expect((await site.post(path, { crest: '1', advertising: '1' }, { cookie: buyer.cookie })).status).toBe(303)
    const together = extras.crest.pence + extras.advertising.pence
    expect(await lastSession(site)).toMatchObject({ total: together, tax: vatIn(together, percent) })
  },
  60_000,
)

/** The form's last step, as it comes to a browser without a script. */
const quickApplyAnswers = {
  step: 'questions',
  companyName: 'Larkmoor Events Ltd',
  hasTicketedEvents: 'yes',
  wantsMoreAttendance: 'no',
}

test.each(vatSettingNames)(
  '%s every page with a price says the same of VAT',
  async (name) => {
    const site = sites[name]
    const { percent, brand } = vatSettings[name]
    const { id, cookie, session } = buyers[name]
    const other = await addApplication(site.sql, { status: 'approved', draft: { date: '2035-08-21' } })
    const ofOther = ownershipCookie('', [other.id, other.organisationId], site.services).split(';')[0]!
    const everybodys = Object.values<PageEntry>(pages).flatMap(({ path, cache }) =>
      cache && !path.includes(':') ? [path] : [],
    )
    const visits: [path: string, cookie?: string, form?: Record<string, string>][] = [
      ...everybodys.map((path): [string] => [path]),
      ['/quickapply', '', quickApplyAnswers],
      [`/pre-approved?application_id=${other.id}`, ofOther],
      [`/application-approved?application_id=${other.id}`, ofOther],
      [`/my-applications/${other.id}`, ofOther],
      [`/checkout/listing/${other.id}`, ofOther],
      [`/checkout/listing/fallback?appId=${other.id}`, ofOther],
      [`/upsell/award/${other.id}`, ofOther],
      [`/upsell/marketing/${other.id}`, ofOther],
      [`/upsell/ads/${other.id}`, ofOther],
      [`/accreditation/success?session_id=${session}&application_id=${id}`, cookie],
      [`/funnel/success/${id}`, cookie],
      [`/my-applications/${id}`, cookie],
    ]
    const silent: string[] = []
    let shares = 0
    for (const [path, as, form] of visits) {
      const page = await words(site, path, as, form)
      for (const [, price, , vat] of page.matchAll(
        /(£[\d,]+(?:\.\d\d)?)([^£]{0,60}?)including VAT of (£[\d,]+\.\d\d)/g,
      )) {
        expect({ path, price, vat }).toEqual({ path, price, vat: poundsAndPence(vatIn(penceOf(price!), percent)) })
        shares++
      }
      if (percent === 0)
        expect({ path, page: page.match(/[^.]*including VAT[^.]*/i)?.[0] }).toEqual({ path, page: undefined })
      else expect(page).not.toContain('not registered for VAT')
      const isPriced = sellable.some((pence) => page.includes(`${pounds(pence)} `))
      if (isPriced && !/includ(?:e|ing) VAT|including VAT/.test(page)) silent.push(path.split('?')[0]!)
    }
    expect(shares > 10).toBe(percent > 0)
    expect(await words(site, '/prices')).toContain(brand.vat)
    // Recognition levels are no order, and nothing is bought for them.
    if (percent > 0) expect(silent).toEqual([])
  },
  60_000,
)

test('invoices are opened by their buyer alone, and a shared link shows none', async () => {
  const site = sites['with a VAT number']
  const { id, cookie } = buyers['with a VAT number']
  const [document] = await site.sql<{ id: string; number: string }[]>`
    select d.id, d.number from payment_documents d join orders o on o.id = d.order_id where o.application_id = ${id} limit 1`
  const path = `/documents/${document!.id}`
  const stranger = ownershipCookie('', [crypto.randomUUID()], site.services).split(';')[0]!
  for (const as of ['', stranger]) expect((await site.get(path, { cookie: as })).status).toBe(404)
  expect((await site.get(`/documents/${crypto.randomUUID()}`, { cookie })).status).toBe(404)
  expect((await site.get('/documents/1', { cookie })).status).toBe(404)
  const opened = await site.get(path, { cookie })
  expect(opened.status).toBe(303)
  expect(opened.headers.get('cache-control')).toContain('no-store')
  const pdf = await fetch(new URL(opened.headers.get('location')!.replace(/^https?:\/\/[^/]+/, ''), site.origin))
  expect(pdf.headers.get('content-type')).toBe('application/pdf')
  expect((await pdf.bytes()).length).toBeGreaterThan(1_000)
  expect(await words(site, `/my-applications/${id}`, cookie)).toContain(document!.number)
  for (const shared of [`/funnel/success/${id}`, `/checkout/listing/${id}`]) {
    const text = await (await site.get(shared)).text()
    expect({ shared, leaks: text.includes(document!.number) || text.includes(document!.id) }).toEqual({
      shared,
      leaks: false,
    })
  }
  expect((await site.get(`/my-applications/${id}`)).status).toBe(404)
})

test('invoices and credit notes are opened by people with the permission for money, and by no others', async () => {
  const site = sites['with a VAT number']
  const { id } = buyers['with a VAT number']
  const controls = createSandboxControls({ sql: site.sql })
  const [award] = await site.sql`
    select id, payment_intent_id from orders where application_id = ${id} and type = 'award'`
  await controls.refund(award!.payment_intent_id)
  const documents = () => site.sql<{ id: string; kind: string; number: string }[]>`
    select id, kind, number from payment_documents where order_id = ${award!.id} order by kind`
  await until(async () => (await documents()).length === 2)
  const rows = await documents()
  expect(rows.map(({ kind }) => kind)).toEqual(['credit-note', 'invoice'])
  for (const role of roles) {
    const credentials = { email: `${role}@beaa.example`, password: 'a long enough password' }
    await site.services.auth.setPassword({ ...credentials, name: `Jo ${role}`, roles: [role] })
    const cookie = await signInAdmin(site, credentials)
    const isAllowed = carries([role], 'money')
    for (const { id, kind } of rows) {
      const { status } = await site.get(`/documents/${id}`, { cookie })
      expect({ role, kind, status }).toEqual({ role, kind, status: isAllowed ? 303 : 404 })
    }
    const page = await (await site.get(`/admin/orders/${award!.id}`, { cookie })).text()
    for (const { number } of rows) expect({ role, shown: page.includes(number) }).toEqual({ role, shown: isAllowed })
  }
})
