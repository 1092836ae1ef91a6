import { beforeEach, describe, expect, test } from 'bun:test'
import type { BrowserContext, Page } from 'playwright'
import { demoCoupon } from '#features/assessments/packages/server.ts'
import { ownershipCookie } from '#requests/ownership.ts'
import { type AddedApplication, addApplication } from '../add-application.ts'
import { emptyTables } from '../empty-tables.ts'
import { browserOfFile, siteOfFile } from '../of-file.ts'
import { expectAccessible, expectNoSidewaysScroll, open, picture, visit } from './visit.ts'

const [site, browser] = await Promise.all([siteOfFile(), browserOfFile()])
beforeEach(async () => {
  await emptyTables(
    site.sql,
    'assessment_call_outcomes, assessment_calls, assessment_slots, mails, mail_attachments, rate_limits',
  )
})

/** The second Tuesday from now: always ahead, always a weekday. */
function aTuesday(): string {
  const day = new Date()
  do day.setUTCDate(day.getUTCDate() + 1)
  while (day.getUTCDay() !== 2)
  day.setUTCDate(day.getUTCDate() + 7)
  return day.toISOString().slice(0, 10)
}

/** Makes the browser the one that has applied. */
async function own(context: BrowserContext, application: AddedApplication) {
  const [pair] = ownershipCookie('', [application.organisationId, application.id], site.services).split(';')
  const at = pair!.indexOf('=')
  await context.addCookies([{ name: pair!.slice(0, at), value: pair!.slice(at + 1), url: site.origin }])
}

const focused = async (page: Page) => await page.evaluate(() => document.activeElement?.id)

test('a call is booked, moved and cancelled', async () => {
  const application = await addApplication(site.sql, { status: 'approved' })
  const { page, context, problems, close } = await visit(browser, site.origin, { width: 'phone' })
  await own(context, application)
  await open(page, `/pre-approved?application_id=${application.id}`)
  await page.getByLabel(/Gold Standard/).check()
  const opener = page.getByRole('button', { name: 'Book your assessment call' })
  await opener.click()
  const dialog = page.getByRole('dialog', { name: 'Book your 15-minute assessment call' })
  await dialog.waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  expect(await focused(page)).toBe('open-booking')
  await page.goBack()
  await dialog.getByText('We will talk about: Gold Standard Accreditation.').waitFor()
  await expectNoSidewaysScroll(page)

  const book = dialog.getByRole('button', { name: 'Book the call' })
  await dialog.getByLabel('Date', { exact: true }).fill(aTuesday())
  await dialog.getByLabel('Phone number').fill('')
  await book.click()
  await dialog.getByRole('link', { name: 'Choose one of the times' }).waitFor()
  expect(await page.getByText('Booking Failed').count()).toBe(0)
  await expectAccessible(page)
  await picture(page, 'booking-refused-phone')
  await dialog.getByLabel('14:00').check()
  await dialog.getByLabel('Phone number').fill('0161 496 0177')
  await dialog.getByLabel('Message').fill('After lunch is best.')
  await book.dblclick()
  await page.getByText("We'll contact you within 24 hours to confirm your appointment.").first().waitFor()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText(/Tuesday .* at 14:00/).waitFor()
  expect((await site.sql`select from assessment_calls`).length).toBe(1)
  await expectAccessible(page)
  await picture(page, 'booking-booked-phone')

  await page.getByRole('link', { name: 'Move or cancel the call' }).click()
  await page.getByRole('heading', { name: 'Move the call' }).waitFor()
  // A time that is picked before the times of the new day have come stays picked.
  const line = Promise.withResolvers<void>()
  await page.route('**/booking/*?date=*', async (route) => {
    await line.promise
    await route.continue()
  })
  const later = new Date(Date.parse(aTuesday()) + 7 * 86_400_000).toISOString().slice(0, 10)
  await page.getByLabel('Date', { exact: true }).fill(later)
  // Today's times that have passed cannot be picked.
  const free = page.locator('input[name="preferredTime"]:enabled').last()
  const time = await free.inputValue()
  await free.check()
  line.resolve()
  await page.waitForURL(`**/booking/*?date=${later}`)
  expect(await page.getByLabel(time).isChecked()).toBe(true)
  await page.getByRole('button', { name: 'Move the call' }).click()
  await page.getByText('The call is moved').waitFor()
  await expectAccessible(page)
  await picture(page, 'booking-moved-phone')
  await page.getByRole('button', { name: 'Cancel the call' }).click()
  await page.getByText('The call is cancelled').waitFor()
  await expectAccessible(page)
  const mails = await site.sql`select a.method from mail_attachments a join mails m on m.id = a.mail_id order by m.id`
  const methods = mails.map(({ method }) => method)
  expect(methods).toEqual(['REQUEST', 'REQUEST', 'REQUEST', 'REQUEST', 'CANCEL', 'CANCEL'])
  // What the server refuses in the one attempt above is told by the browser too.
  expect(problems.filter((problem) => !problem.includes('422'))).toEqual([])
  await close()
})

test('a time that another takes meanwhile is told, and an offered one is booked instead', async () => {
  const application = await addApplication(site.sql)
  const { page, context, close } = await visit(browser, site.origin, { width: 'desktop' })
  await own(context, application)
  const day = aTuesday()
  await open(page, `/pre-approved?application_id=${application.id}&book=1&date=${day}&time=10:00`)
  const dialog = page.getByRole('dialog')
  expect(await dialog.getByLabel('10:00').isChecked()).toBe(true)
  await dialog.getByLabel('Phone number').fill('0161 496 0188')
  await site.sql`insert into assessment_slots (day, time, capacity) values (${day}, '10:00', 0)`
  await dialog.getByRole('button', { name: 'Book the call' }).click()
  await dialog.getByText('This time is not free.').waitFor()
  expect(await dialog.getByLabel('10:00').isDisabled()).toBe(true)
  await expectAccessible(page)
  await picture(page, 'booking-taken-desktop')
  await dialog.getByRole('link', { name: /at 11:00/ }).click()
  await page.waitForFunction(() => document.querySelector<HTMLInputElement>('input[value="11:00"]')?.checked)
  expect(await dialog.getByLabel('Phone number').inputValue()).toBe('0161 496 0188')
  await dialog.getByRole('button', { name: 'Book the call' }).click()
  await page.getByText(/at 11:00 \(UK time\)/).waitFor()
  await close()
})

test('works without a script', async () => {
  const application = await addApplication(site.sql)
  const { page, context, close } = await visit(browser, site.origin, { width: 'phone', javaScript: false })
  await own(context, application)
  await open(page, `/pre-approved?application_id=${application.id}`)
  await page.getByLabel(/Verified/).check()
  await page.getByRole('button', { name: 'Book your assessment call' }).click()
  await page.getByText('We will talk about: Verified.').waitFor()
  await page.getByLabel('Date', { exact: true }).fill(aTuesday())
  await page.getByRole('button', { name: 'Show the times of this day' }).click()
  await picture(page, 'booking-noscript-phone')
  await page.getByRole('button', { name: 'Book the call' }).click()
  await page.getByRole('link', { name: 'Choose one of the times' }).waitFor()
  await page.getByLabel('16:00').check()
  await page.getByRole('button', { name: 'Book the call' }).click()
  await page.getByText('Assessment Call Booked!').waitFor()
  await page.getByRole('link', { name: 'Move or cancel the call' }).click()
  await page.getByLabel('Date', { exact: true }).fill(aTuesday())
  await page.getByRole('button', { name: 'Show the times of this day' }).click()
  await page.getByLabel('11:00').check()
  await page.getByRole('button', { name: 'Move the call' }).click()
  await page.getByText('The call is moved').waitFor()
  await page.getByRole('button', { name: 'Cancel the call' }).click()
  await page.getByText('The call is cancelled').waitFor()
  const [row] = await site.sql`select crm_status, crm_options from applications where id = ${application.id}`
  expect(row).toEqual({ crm_status: 'assessment_cancelled', crm_options: ['verified'] })
  await close()
})

test('a package is chosen and its checkout simulated; no card digit leaves the browser', async () => {
  const application = await addApplication(site.sql)
  const { page, problems, close } = await visit(browser, site.origin, { width: 'desktop' })
  const sent: string[] = []
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))
  await open(page, `/pre-approved?application_id=${application.id}`)
  await page.getByRole('button', { name: 'Choose Premium' }).click()
  await page.getByRole('heading', { name: 'Package checkout' }).waitFor()
  await page.getByText('£70.00').waitFor()
  await page.getByLabel('Discount code').fill(demoCoupon.code.toLowerCase())
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.getByText('15% discount applied').waitFor()
  await page.getByText('£194.65').first().waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await picture(page, 'package-checkout-desktop')
  for (const label of ['Name on the card', 'Expiry date', 'Security code']) await page.getByLabel(label).fill('739164')
  await page.getByLabel('Card number').fill('5739164820')
  await page.getByRole('button', { name: /Simulate payment/ }).click()
  await page.getByRole('button', { name: 'Processing...' }).waitFor()
  await page.waitForURL(`${site.origin}/`)
  await page.getByText('Nothing was charged, and nothing was ordered.').waitFor()
  expect(await page.evaluate(() => localStorage.getItem('selectedPackage'))).toBeNull()
  expect(sent.filter((request) => request.includes('739164'))).toEqual([])
  await page.goto('/checkout')
  await page.waitForURL('**/apply-accreditation')
  expect(problems).toEqual([])
  await close()
})

// Between them the two themes see both widths.
describe.each([
  { theme: 'light', width: 'phone' },
  { theme: 'dark', width: 'desktop' },
] as const)('in the $theme theme on a $width', ({ theme, width }) => {
  test('every state is accessible and fits', async () => {
    const application = await addApplication(site.sql, { status: 'approved' })
    const day = aTuesday()
    await site.sql`insert into assessment_slots (day, time, capacity) values (${day}, '11:00', 0)`
    const { page, context, problems, close } = await visit(browser, site.origin, { width, theme })
    await own(context, application)
    const look = async (name: string) => {
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
      await picture(page, `booking-${name}-${theme}-${width}`)
      if (width === 'desktop') return
      await page.setViewportSize({ width: 320, height: 700 })
      await expectNoSidewaysScroll(page)
      await page.setViewportSize({ width: 375, height: 740 })
    }
    await open(page, `/pre-approved?application_id=${application.id}`)
    await look('page')
    await open(page, `/pre-approved?application_id=${application.id}&book=1&date=${day}&level=gold`)
    await look('dialog')
    await page.getByLabel('09:00').check()
    await page.getByRole('button', { name: 'Book the call' }).click()
    await page.getByRole('link', { name: 'Move or cancel the call' }).click()
    await page.getByRole('heading', { name: 'Move the call' }).waitFor()
    await look('manage')
    await page.evaluate(() => localStorage.setItem('selectedPackage', '{"type":"premium"}'))
    await open(page, '/checkout')
    await page.getByText('Order summary').waitFor()
    await look('checkout')
    expect(problems).toEqual([])
    await close()
  })
})
