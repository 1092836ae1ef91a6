import { beforeEach, expect, test } from 'bun:test'
import type { BrowserContext, Page } from 'playwright'
import { ownershipCookie } from '#requests/ownership.ts'
import { addApplication } from '../add-application.ts'
import { browserOfFile, siteOfFile } from '../of-file.ts'
import { expectAccessible, expectNoSidewaysScroll, open, picture, started, type Visit, visit } from './visit.ts'

const site = await siteOfFile()
const browser = await browserOfFile()
beforeEach(async () => {
  await site.sql`delete from rate_limits`
})

async function applicant(title: string, options: Parameters<typeof visit>[2]): Promise<Visit & { id: string }> {
  const { id, organisationId } = await addApplication(site.sql, { status: 'approved', draft: { title } })
  const visitor = await visit(browser, site.origin, options)
  await giveCookie(visitor.context, [id, organisationId])
  return { ...visitor, id }
}

async function giveCookie(context: BrowserContext, ids: string[]): Promise<void> {
  const [pair] = ownershipCookie('', ids, site.services).split(';')
  const at = pair!.indexOf('=')
  await context.addCookies([{ name: pair!.slice(0, at), value: pair!.slice(at + 1), url: site.origin }])
}

/** Presses the one button of the test payment page that pays. */
async function payAtProvider(page: Page): Promise<void> {
  await page.waitForURL(/\/sandbox\/pay\//)
  await page.locator('button[value="pay"]').click()
}

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()

test.each([
  { theme: 'light', javaScript: true },
  { theme: 'dark', javaScript: true },
  { theme: 'light', javaScript: false },
] as const)(
  'listing, services, award, marketing, ads and the billing page on a phone (%p)',
  async ({ theme, javaScript }) => {
    const visitor = await applicant(`Quay Lanterns ${theme} ${javaScript}`, { width: 'phone', theme, javaScript })
    const { page, id } = visitor
    const seen = async (name: string) => {
      await expectNoSidewaysScroll(page)
      if (!javaScript) return
      await expectAccessible(page)
      await picture(page, `upsell-${name}-${theme}`)
    }
    const alive = () => started(page)

    await open(page, `/checkout/listing/${id}`)
    await alive()
    await press(page, /Continue to payment/)
    await payAtProvider(page)
    await page.getByRole('heading', { name: 'Congratulations!' }).waitFor()
    await alive()
    const purchase = page.getByRole('button', { name: 'Purchase Selected Services' })
    expect(await purchase.isVisible()).toBe(false)
    await page.getByLabel(/Featured Placement/).check()
    // What is paid once has no month to start.
    const startsNow = page.getByLabel(/^Start now, before my 14 days/)
    expect(await startsNow.isVisible()).toBe(!javaScript)
    await page.getByLabel(/Advertising Package/).check()
    await startsNow.waitFor()
    if (javaScript) await page.getByText('£296.00').waitFor()
    await seen('services')
    await purchase.click()
    await payAtProvider(page)
    await page.getByRole('heading', { name: 'Congratulations!' }).waitFor()
    await alive()
    expect(await page.getByText('Paid', { exact: true }).count()).toBe(2)
    await page.getByRole('link', { name: 'Continue' }).click()

    await page.waitForURL(`${site.origin}/upsell/award/${id}`)
    await page.getByRole('heading', { level: 1, name: 'The Gold Award' }).waitFor()
    await alive()
    const engraving = page.getByLabel('Engraving')
    if (javaScript) {
      await press(page, /Add the Gold Award/)
      await page.getByText('Missing Information').waitFor()
      expect(await engraving.evaluate((input) => input === document.activeElement)).toBe(true)
    }
    await engraving.pressSequentially('Best night on any quay in England, said all of us, truly')
    expect(await engraving.inputValue()).toHaveLength(50)
    if (javaScript) await page.getByText('50 of 50 characters').waitFor()
    await engraving.fill('Best night on the quay')
    if (javaScript) await page.getByText('22 of 50 characters').waitFor()
    await seen('award')
    await press(page, /Add the Gold Award/)
    await payAtProvider(page)

    await page.waitForURL(`${site.origin}/upsell/marketing/${id}?session_id=*`)
    await page.getByText('Paid: Gold Award').waitFor()
    await alive()
    await seen('marketing')
    await press(page, 'Get Complete Package — £995')
    await payAtProvider(page)

    await page.waitForURL(`${site.origin}/upsell/ads/${id}?session_id=*`)
    await page.getByText('Paid: Marketing Package').waitFor()
    await alive()
    await page.getByText('A private person', { exact: true }).click()
    await page.getByLabel(/^Start now, before my 14 days/).check()
    await seen('ads')
    await press(page, 'Start Ads Campaign — £259/mo')
    await payAtProvider(page)

    await page.waitForURL(`${site.origin}/funnel/success/${id}?session_id=*`)
    await page.getByRole('heading', { name: 'Order Summary' }).waitFor()
    await alive()
    await page.getByText('Engraving: “Best night on the quay”').waitFor()
    await page.getByText('Featured Placement, Advertising Package').waitFor()
    // 49 + (49 + 247) + 199 + 995 + 259
    await page.getByText('£1,798.00').waitFor()
    const agreed = await site.sql`
      select a.buyer, a.starts_now from order_agreements a join orders o on o.id = a.order_id
      where o.application_id = ${id} and o.type = 'ads'`
    expect([...agreed]).toEqual([{ buyer: 'consumer', starts_now: true }])
    await seen('success')
    const [tab] = await Promise.all([visitor.context.waitForEvent('page'), press(page, /Manage Billing/)])
    await tab.waitForURL(/\/sandbox\/portal\//)
    if (javaScript) await page.getByRole('button', { name: /Manage Billing/ }).waitFor()
    expect(visitor.problems).toEqual([])
    await visitor.close()
  },
)

test('the way past every offer orders nothing', async () => {
  const visitor = await applicant('Skipping Stones', { width: 'phone' })
  const { page, id } = visitor
  await open(page, `/upsell/award/${id}`)
  await page.getByRole('link', { name: 'No Thanks, Continue' }).click()
  await page.getByRole('heading', { level: 1, name: 'Supercharge Your Event Marketing' }).waitFor()
  await page.getByRole('link', { name: 'Skip This Step' }).click()
  await page.getByRole('heading', { level: 1, name: 'Final Step: Automated Ticket Sales' }).waitFor()
  await page.getByRole('link', { name: 'No Thanks, Complete Setup' }).click()
  await page.waitForURL(`${site.origin}/application-approved?application_id=${id}`)
  expect(await site.sql`select from orders where application_id = ${id}`).toHaveLength(0)
  expect(visitor.problems).toEqual([])
  await visitor.close()
})

test('a payment or a billing page that does not open says so', async () => {
  const visitor = await applicant('Broken Wires', { width: 'desktop' })
  const { page, id } = visitor
  await page.route('**/api/stripe/create-*', async (route) => {
    await Bun.sleep(300)
    await route.fulfill({ status: 503, json: { success: false, error: 'Failed to create checkout session' } })
  })
  await open(page, `/upsell/marketing/${id}`)
  await press(page, /Get Complete Package/)
  await page.getByRole('button', { name: 'Processing...' }).waitFor()
  await page.getByText('Payment Error').waitFor()
  await page.getByText('Failed to initiate payment. Please try again.').waitFor()
  await page.getByRole('button', { name: /Get Complete Package/ }).waitFor()
  await page.unroute('**/api/stripe/create-*')
  await press(page, /Get Complete Package/)
  await page.waitForURL(/\/sandbox\/pay\//)
  await page.route('**/api/stripe/create-portal-session', async (route) => {
    await Bun.sleep(300)
    await route.fulfill({ status: 503, json: { success: false, error: 'no' } })
  })
  await open(page, `/funnel/success/${id}`)
  await press(page, /Manage Billing/)
  await page.getByRole('button', { name: 'Opening...' }).waitFor()
  await page.getByText('Failed to open billing portal. Please try again.').waitFor()
  expect(visitor.context.pages()).toHaveLength(1)
  await visitor.close()
})

test('another engraving can be chosen after coming back from the payment page', async () => {
  const visitor = await applicant('Second Thoughts', { width: 'desktop' })
  const { page, id } = visitor
  for (const words of ['First thought', 'Second thought']) {
    await open(page, `/upsell/award/${id}`)
    await page.getByLabel('Engraving').fill(words)
    await press(page, /Add the Gold Award/)
    await page.waitForURL(/\/sandbox\/pay\//)
  }
  const orders = await site.sql`select status, metadata from orders where application_id = ${id} order by created_at`
  expect([...orders]).toEqual([
    { status: 'expired', metadata: { engraving: 'First thought' } },
    { status: 'pending', metadata: { engraving: 'Second thought' } },
  ])
  expect(visitor.problems).toEqual([])
  await visitor.close()
})
