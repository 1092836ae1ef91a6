import { beforeAll, beforeEach, expect, test } from 'bun:test'
import { ownershipCookie } from '#requests/ownership.ts'
import { createSandboxControls } from '#sandbox/payments/controls.ts'
import { addApplication } from '../add-application.ts'
import { browserOfFile, siteOfFile } from '../of-file.ts'
import { expectAccessible, expectNoSidewaysScroll, open, picture, type Visit, visit } from './visit.ts'

// What a payer sees of an order after it was paid: still to be confirmed, renewed, not renewed, ended, refunded.

let controls: ReturnType<typeof createSandboxControls>
const site = await siteOfFile()
const browser = await browserOfFile()
beforeAll(async () => {
  controls = createSandboxControls({ sql: site.sql })
})
beforeEach(async () => {
  await site.sql`delete from rate_limits`
  await site.sql`delete from sandbox.payment_faults`
})

type Buyer = Visit & { id: string; cookie: string }

async function buyer(title: string, options: Parameters<typeof visit>[2]): Promise<Buyer> {
  const { id, organisationId } = await addApplication(site.sql, { status: 'approved', draft: { title } })
  const visitor = await visit(browser, site.origin, options)
  const [pair] = ownershipCookie('', [id, organisationId], site.services).split(';')
  const at = pair!.indexOf('=')
  await visitor.context.addCookies([{ name: pair!.slice(0, at), value: pair!.slice(at + 1), url: site.origin }])
  return { ...visitor, id, cookie: pair! }
}

async function session({ id, cookie }: Buyer, call: string): Promise<string> {
  const response = await site.call(`/api/stripe/${call}`, { applicationId: id }, { cookie })
  const { url, checkoutUrl } = (await response.json()) as { url?: string; checkoutUrl?: string }
  return (url ?? checkoutUrl)!.split('/').at(-1)!
}

async function paidListing(visitor: Buyer): Promise<string> {
  const sessionId = await session(visitor, 'create-listing-session')
  await controls.paySession(sessionId)
  await open(visitor.page, landing(visitor, sessionId))
  await visitor.page.getByRole('heading', { name: 'Congratulations!' }).waitFor()
  return sessionId
}

const landing = ({ id }: Buyer, sessionId: string) =>
  `/accreditation/success?session_id=${sessionId}&application_id=${id}`

async function looksRight({ page, problems }: Buyer, name: string): Promise<void> {
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await picture(page, name)
  expect(problems).toEqual([])
}

test('a payment that the provider has not confirmed yet says so, and shows itself when it has', async () => {
  const visitor = await buyer('Unheard Bells', { width: 'phone' })
  const { page, id } = visitor
  const sessionId = await session(visitor, 'create-ads-session')
  await controls.fault('rate-limit', { count: 1_000, matching: 'GET /v1/checkout/sessions' })
  await controls.paySession(sessionId)
  await open(page, `/funnel/success/${id}`)
  await page.getByText('We cannot reach the payment provider at the moment.').waitFor()
  await page.getByText('Pending', { exact: true }).waitFor()
  await looksRight(visitor, 'order-confirming')
  await site.sql`delete from sandbox.payment_faults`
  await site.sql`delete from rate_limits`
  // Nobody presses anything.
  await page.getByText('Paid', { exact: true }).waitFor()
  expect(await page.getByText('We cannot reach the payment provider at the moment.').count()).toBe(0)
  expect(visitor.problems).toEqual([])
  await visitor.close()
})

test('how long a listing goes on stands beside it, and a renewal that fails is told of', async () => {
  const visitor = await buyer('Renewing Tides', { width: 'phone', theme: 'light' })
  const { page, id } = visitor
  await paidListing(visitor)
  const see = async (text: string) => {
    await open(page, `/funnel/success/${id}`)
    await page.getByText(text).waitFor()
  }
  await see('Renews on')
  const order = { where: site.sql`application_id = ${id}` }
  await site.sql`update orders set renewal_stopped = true where ${order.where}`
  await see('Ends on')
  await site.sql`update orders set renewal_stopped = false, payment_failed_at = now() where ${order.where}`
  await see('The renewal could not be paid')
  await page.getByText('The renewal is not paid yet').waitFor()
  await looksRight(visitor, 'order-renewal-unpaid')
  await visitor.close()
})

test('a listing that was cancelled stands to the end of its year, and its landing says when it is over', async () => {
  const visitor = await buyer('Closing Gates', { width: 'desktop', theme: 'dark' })
  const { page, id } = visitor
  const sessionId = await paidListing(visitor)
  const [order] = await site.sql`select subscription_id from orders where application_id = ${id}`
  await controls.endSubscription(order!.subscription_id)
  for (const end = Date.now() + 20_000; Date.now() < end; await Bun.sleep(100)) {
    const [row] = await site.sql`select status from orders where application_id = ${id}`
    if (row!.status === 'cancelled') break
  }
  await open(page, `/funnel/success/${id}`)
  await page.getByText('Paid until').waitFor()
  await page.getByText('Your event is accredited: declared, no documents checked.').waitFor()
  await looksRight(visitor, 'order-cancelled')
  await open(page, landing(visitor, sessionId))
  await page.getByRole('heading', { name: 'Congratulations!' }).waitFor()

  await site.sql`update register_entries set status = 'lapsed', valid_until = now() where application_id = ${id}`
  await open(page, landing(visitor, sessionId))
  await page.getByRole('heading', { name: 'This listing has ended' }).waitFor()
  await looksRight(visitor, 'order-over')
  await page.getByRole('link', { name: 'Renew the listing' }).click()
  await page.getByRole('button', { name: /Continue to payment/ }).waitFor()
  await visitor.close()
})

test('a refunded listing is told of, everywhere it stands', async () => {
  const visitor = await buyer('Returned Lanterns', { width: 'phone' })
  const { page, id } = visitor
  const sessionId = await paidListing(visitor)
  const [order] = await site.sql`select payment_intent_id from orders where application_id = ${id}`
  await controls.refund(order!.payment_intent_id)
  await open(page, `/funnel/success/${id}`)
  for (const end = Date.now() + 20_000; Date.now() < end; await page.reload()) {
    if ((await page.getByText('Your event is not accredited at the moment.').count()) > 0) break
  }
  await page.getByText('Refunded', { exact: true }).waitFor()
  await page.getByText('Your event is not accredited at the moment.').waitFor()
  await page.getByText('£0.00').waitFor()
  await page.getByRole('link', { name: 'Renew the listing' }).waitFor()
  await looksRight(visitor, 'order-refunded')
  await open(page, landing(visitor, sessionId))
  await page.getByRole('heading', { name: 'This payment was returned' }).waitFor()
  const [mail] = await site.sql`
    select text_body from mails where kind = 'entry-lapsed' and text_body like '%Returned Lanterns%'`
  expect(mail!.text_body).toContain('Reason: The annual listing was refunded.')
  await visitor.close()
})

test.each(['/checkout/listing/', '/upsell/award/', '/upsell/marketing/', '/upsell/ads/', '/funnel/success/'])(
  '%s of an application that does not exist says so',
  async (path) => {
    const visitor = await visit(browser, site.origin, { width: 'phone' })
    const response = await visitor.page.goto(`${path}${crypto.randomUUID()}`)
    expect(response!.status()).toBe(404)
    await visitor.page.getByRole('heading', { name: 'Application Not Found' }).waitFor()
    await visitor.page.getByText("The application you're looking for doesn't exist.").waitFor()
    await visitor.close()
  },
)
