import { beforeEach, expect, test } from 'bun:test'
import type { BrowserContext, Page, Route } from 'playwright'
import { demoCoupon } from '#features/assessments/packages/server.ts'
import { ownershipCookie } from '#requests/ownership.ts'
import { type AddedApplication, addApplication } from '../add-application.ts'
import { emptyTables } from '../empty-tables.ts'
import { browserOfFile, siteOfFile } from '../of-file.ts'
import { expectAccessible, open, picture, visit } from './visit.ts'

const [site, browser] = await Promise.all([siteOfFile(), browserOfFile()])
beforeEach(async () => {
  await emptyTables(site.sql, 'rate_limits, assessment_call_outcomes, assessment_calls, assessment_slots')
})

/** What can become of a call on its way: none, a proxy's page, and words that are no answer of ours. */
const accidents: [string, (route: Route) => Promise<void>][] = [
  ['the network is gone', (route) => route.abort()],
  [
    'a proxy answers',
    (route) => route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }),
  ],
  ['an empty error', (route) => route.fulfill({ status: 500, body: '' })],
  ['rubbish', (route) => route.fulfill({ status: 200, contentType: 'application/json', body: '{"id' })],
]
const tooMany = (error: string) => (route: Route) =>
  route.fulfill({ status: 429, contentType: 'application/json', body: JSON.stringify({ error, kind: 'too-many' }) })

/** Fails unless the one toast in sight says this, then closes it. */
async function said(page: Page, title: string, description: string) {
  const toast = page.locator('.toast')
  await toast.getByText(title, { exact: true }).waitFor()
  await toast.getByText(description, { exact: true }).waitFor()
  expect(await toast.count()).toBe(1)
  await toast.getByRole('button', { name: 'Dismiss' }).click()
  await toast.waitFor({ state: 'detached' })
}

async function own(context: BrowserContext, application: AddedApplication) {
  const [pair] = ownershipCookie('', [application.organisationId, application.id], site.services).split(';')
  const at = pair!.indexOf('=')
  await context.addCookies([{ name: pair!.slice(0, at), value: pair!.slice(at + 1), url: site.origin }])
}

/** The second Tuesday from now: always ahead, always a weekday. */
function aTuesday(): string {
  const day = new Date()
  do day.setUTCDate(day.getUTCDate() + 1)
  while (day.getUTCDay() !== 2)
  day.setUTCDate(day.getUTCDate() + 7)
  return day.toISOString().slice(0, 10)
}

test('an application that cannot be sent is said, loses nothing, and is one when it can', async () => {
  const email = 'failing-phone@ferngate.example'
  const { page, close } = await visit(browser, site.origin, { width: 'phone' })
  await open(page, '/apply-accreditation')
  await page.getByLabel('Organisation name').fill('Fern Gate Fairs')
  await page.getByLabel('Contact name').fill('Odo Quill')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Phone number').fill('0161 496 0178')
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByLabel('Event title').fill('Fern Fair')
  await page.getByLabel('Event category').selectOption('Other')
  await page.getByRole('radio', { name: 'Private' }).check()
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByText('Step 3 of 4').waitFor()
  await page.getByRole('button', { name: 'Next' }).click()
  const submit = page.getByRole('button', { name: 'Submit Application' })
  await submit.waitFor()

  for (const call of ['**/api/organisations', '**/api/applications']) {
    for (const [, happens] of accidents) {
      await page.route(call, happens)
      await submit.click()
      await said(page, 'Submission Error', 'Failed to submit application')
      await page.unroute(call)
    }
    await page.route(call, tooMany('You have tried too many times. Please wait 30 seconds and try again.'))
    await submit.click()
    await said(page, 'Submission Error', 'You have tried too many times. Please wait 30 seconds and try again.')
    await page.unroute(call)
  }
  await page.route('**/api/organisations', (route) => route.fulfill({ status: 200, json: {} }))
  await submit.click()
  await page.locator('.toast').getByText('Submission Error').waitFor()
  await expectAccessible(page)
  await picture(page, 'failure-submission-phone')
  await said(page, 'Submission Error', 'Organisation creation failed - no ID returned')
  await page.unroute('**/api/organisations')
  // The server has it, and its answer is lost.
  await page.route('**/api/applications', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await submit.click()
  await said(page, 'Submission Error', 'Failed to submit application')
  await page.unroute('**/api/applications')
  await page.getByText('Fern Fair').first().waitFor()

  await submit.click()
  await page.getByRole('heading', { name: 'Thank You' }).waitFor()
  await page.waitForURL('**/pre-approved')
  const rows = await site.sql`
    select count(distinct o.id)::int as organisations, count(*)::int as applications
    from organisations o join applications a on a.organisation_id = o.id where o.email = ${email}`
  expect([...rows]).toEqual([{ organisations: 1, applications: 1 }])
  await close()
})

test('a call that cannot be booked is said, keeps the dialog as it was, and is one when it can', async () => {
  const application = await addApplication(site.sql)
  const { page, context, close } = await visit(browser, site.origin, { width: 'desktop' })
  await own(context, application)
  await open(page, `/pre-approved?application_id=${application.id}&book=1&date=${aTuesday()}&time=10:00`)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Phone number').fill('0161 496 0188')
  await dialog.getByLabel('Message').fill('After lunch is best.')
  for (const [, happens] of accidents) {
    await page.route('**/api/book-assessment', happens)
    await dialog.getByRole('button', { name: 'Book the call' }).click()
    await said(page, 'Booking Failed', 'Please try again or call us directly.')
    await page.unroute('**/api/book-assessment')
  }
  expect(await dialog.getByLabel('Message').inputValue()).toBe('After lunch is best.')
  await dialog.getByRole('button', { name: 'Book the call' }).click()
  await said(page, 'Assessment Call Booked!', "We'll contact you within 24 hours to confirm your appointment.")
  expect((await site.sql`select from assessment_calls where application_id = ${application.id}`).length).toBe(1)
  await close()
})

test('a discount code that does not hold, and one that cannot be checked', async () => {
  const { page, close } = await visit(browser, site.origin, { width: 'phone' })
  await open(page, '/')
  await page.evaluate(() => localStorage.setItem('selectedPackage', '{"type":"premium"}'))
  await open(page, '/checkout')
  const code = page.getByLabel('Discount code')
  const apply = page.getByRole('button', { name: 'Apply' })
  expect(await apply.isDisabled()).toBe(true)
  await code.fill('  no such code ')
  expect(await code.inputValue()).toBe('  NO SUCH CODE ')
  await apply.click()
  await said(page, 'Invalid Coupon', 'This coupon code is not valid')
  for (const [, happens] of accidents) {
    await page.route('**/api/validate-coupon', happens)
    await apply.click()
    await said(page, 'Error', 'Failed to validate coupon')
    await page.unroute('**/api/validate-coupon')
  }
  await code.fill(` ${demoCoupon.code.toLowerCase()} `)
  await apply.click()
  await said(page, 'Coupon Applied!', '15% discount applied')
  await page.getByText('£194.65').first().waitFor()
  await close()
})
