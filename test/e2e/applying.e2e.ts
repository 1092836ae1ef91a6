import { expect, test } from 'bun:test'
import type { Page } from 'playwright'
import { contactToasts } from '#features/site/contact/form.ts'
import { browserOfFile, siteOfFile } from '../of-file.ts'
import { expectAccessible, expectNoSidewaysScroll, followFooter, open, picture, started, visit } from './visit.ts'

const [site, browser] = await Promise.all([siteOfFile({ demoData: false }), browserOfFile()])

const focused = (page: Page) => page.evaluate(() => document.activeElement?.id)
const next = (page: Page) => page.getByRole('button', { name: 'Next' }).click()
const step = (page: Page, number: number) => page.getByText(`Step ${number} of 4`).waitFor()

test('an organiser finds the company and the address, sends the application once, and is approved', async () => {
  const { page, problems, close } = await visit(browser, site.origin, { width: 'phone', theme: 'light' })
  const looksRight = async (name: string) => {
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await picture(page, `applying-${name}-phone`)
  }
  await open(page, '/apply-accreditation?coupon=LAUNCH100')
  await next(page)
  await page.getByText('Please fix the following errors').waitFor()
  expect(await focused(page)).toBe('name')
  await looksRight('errors')

  const search = page.getByRole('combobox', { name: 'Find your company' })
  await search.fill('larkmoor')
  await search.press('Enter')
  await page.getByRole('option').first().waitFor()
  await looksRight('companies')
  await search.press('ArrowDown')
  await search.press('Enter')
  await page.getByText('is filled in').waitFor()
  expect(await page.getByLabel('Organisation name').inputValue()).toBe('Larkmoor & Fettle Events Limited')
  await page.getByLabel('Contact name').fill('Perpetua Inkwell')
  await page.getByLabel('Email', { exact: true }).fill('perpetua@larkmoor.example')
  await page.getByLabel('Phone number').fill('0161 496 0177')
  await page.reload()
  await started(page)
  expect(await page.getByLabel('Contact name').inputValue()).toBe('Perpetua Inkwell')
  await next(page)

  await step(page, 2)
  expect(await focused(page)).toBe('title')
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  await page.getByLabel('Event title').fill('Bobbin Fair')
  await page.getByLabel('Event category').selectOption('Other')
  await page.getByRole('radio', { name: 'Public' }).check()
  await page.getByLabel('Event date').fill('2027-05-27')
  await page.getByRole('textbox', { name: 'Venue' }).fill('The Bobbin Hall')
  await page.getByRole('combobox', { name: 'Find the address' }).pressSequentially('bobbin hall')
  await page.getByRole('option', { name: /The Bobbin Hall/ }).click()
  await page.waitForFunction(() => document.querySelector<HTMLInputElement>('#city')?.value === 'Manchester')
  await looksRight('event')
  await next(page)

  await step(page, 3)
  await looksRight('evidence')
  await page.goBack()
  await step(page, 2)
  expect(await page.getByRole('textbox', { name: 'Venue' }).inputValue()).toBe('The Bobbin Hall')
  await page.goForward()
  await step(page, 3)
  await next(page)

  await step(page, 4)
  await looksRight('review')
  await page.getByRole('button', { name: 'Change venue' }).click()
  await step(page, 2)
  expect(await focused(page)).toBe('venue')
  await page.goBack()
  await step(page, 4)
  await page.getByRole('button', { name: 'Submit Application' }).dblclick()
  await page.getByRole('heading', { name: 'Thank You' }).waitFor()
  await looksRight('thanks')
  await page.waitForURL('**/pre-approved')
  await page.getByText('Your application is approved', { exact: true }).waitFor()
  await page.getByLabel(/Gold Standard Accreditation/).check()
  await looksRight('pre-approved')

  const applications = await site.sql`
    select a.status, a.coupon_code from applications as a
    join organisations as o on o.id = a.organisation_id
    where o.email = 'perpetua@larkmoor.example'`
  expect(applications).toMatchObject([{ status: 'approved', coupon_code: 'LAUNCH100' }])
  await site.sql`update organisations set email = 'seen@larkmoor.example'`
  expect(problems).toEqual([])
  await close()
})

test.each([
  ['/apply-accreditation', 'Contact name', 'Organisation name', 'Odo Quill'],
  ['/apply-accreditation?step=event', 'Event category', 'Event title', 'Other'],
])('what is typed or chosen on %s before the script has arrived is not lost', async (path, early, later, value) => {
  const { page, close } = await visit(browser, site.origin)
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/assets/*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'commit' })
  const field = page.getByLabel(early)
  await (value === 'Other' ? field.selectOption(value) : field.fill(value))
  release()
  await started(page)
  await page.getByLabel(later).fill('Fern Gate Fairs')
  expect(await field.inputValue()).toBe(value)
  await page.waitForFunction((kept) => localStorage.getItem('application-draft')?.includes(`"${kept}"`), value)
  await close()
})

test('where the check of the fields cannot be loaded, the server names them on their step', async () => {
  const { page, close } = await visit(browser, site.origin, { width: 'phone' })
  await page.route('**/assets/*.js', async (route) => {
    const script = await route.fetch()
    return (await script.text()).includes('Event category is required')
      ? route.abort()
      : route.fulfill({ response: script })
  })
  await open(page, '/apply-accreditation')
  await page.getByLabel('Organisation name').fill('Fern Gate Fairs')
  for (const number of [2, 3, 4]) {
    await next(page)
    await step(page, number)
  }
  expect(await page.title()).toContain('Declaration & Review (step 4 of 4)')
  await page.getByRole('button', { name: 'Submit Application' }).click()
  await step(page, 1)
  expect(await page.title()).toContain('Organisation Details (step 1 of 4)')
  expect(await focused(page)).toBe('contactName')
  await page.locator('#contactName[aria-invalid="true"]').waitFor()
  await page.getByRole('link', { name: 'Phone number is required' }).waitFor()
  expect(await page.locator('#name[aria-invalid="true"]').count()).toBe(0)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await picture(page, 'applying-refused-phone')
  await close()
})

test('without a connection no step is left, what was typed stays, and it is said', async () => {
  const { page, context, close } = await visit(browser, site.origin, { width: 'phone' })
  const said = page.locator('.toast').getByText('No connection')
  const dismiss = async () => {
    await page.locator('.toast').getByRole('button', { name: 'Dismiss' }).click()
    await said.waitFor({ state: 'detached' })
  }
  await open(page, '/apply-accreditation')
  await page.getByLabel('Contact name').fill('Odo Quill')
  await page.getByLabel('Email', { exact: true }).fill('odo@offline.example')
  await page.getByLabel('Phone number').fill('0161 496 0178')
  await context.setOffline(true)
  await page.getByLabel('Organisation name').fill('Fern Gate Fairs')
  await next(page)
  await said.waitFor()
  await picture(page, 'applying-offline-phone')
  await expectAccessible(page)
  await dismiss()
  await step(page, 1)
  expect(await page.getByLabel('Organisation name').inputValue()).toBe('Fern Gate Fairs')
  // A link that leads elsewhere does no worse.
  await followFooter(page, 'Contact')
  await said.waitFor()
  await dismiss()
  await context.setOffline(false)
  await next(page)
  await step(page, 2)
  await page.getByLabel('Event title').fill('Fern Fair')
  // Nor does the browser's way back.
  await context.setOffline(true)
  await page.goBack()
  await said.waitFor()
  expect(page.url()).toBe(`${site.origin}/apply-accreditation?step=event`)
  expect(await page.getByLabel('Event title').inputValue()).toBe('Fern Fair')
  await context.setOffline(false)
  await page.goBack()
  await step(page, 1)
  expect(await page.getByLabel('Organisation name').inputValue()).toBe('Fern Gate Fairs')
  await close()
})

test('without a connection a form that is sent as a call stays too', async () => {
  const { page, context, close } = await visit(browser, site.origin)
  await open(page, '/contact')
  await context.setOffline(true)
  await page.getByRole('main').getByLabel('Name').fill('Odo Quill')
  await page.getByRole('main').getByLabel('Email').fill('odo@ferngate.example')
  const message = page.getByRole('main').locator('textarea[name=message]')
  await message.fill('Is our fair on your list?')
  await page.getByRole('main').locator('form button[type=submit]').first().click()
  await page.locator('.toast').getByText(contactToasts.failed.description).waitFor()
  expect(await message.inputValue()).toBe('Is our fair on your list?')
  expect(page.url()).toBe(`${site.origin}/contact`)
  await close()
})

test('without a script the same wizard works as ordinary posts', async () => {
  const { page, close } = await visit(browser, site.origin, { width: 'phone', javaScript: false })
  await open(page, '/apply-accreditation')
  expect(await page.getByLabel('Find your company').isVisible()).toBe(false)
  await page.getByLabel('Organisation name').fill('Fern Gate Fairs')
  await next(page)
  await page.getByText('Please fix the following errors').waitFor()
  await page.getByLabel('Contact name').fill('Odo Quill')
  await page.getByLabel('Email', { exact: true }).fill('odo@ferngate.example')
  await page.getByLabel('Phone number').fill('0161 496 0178')
  await next(page)
  await page.getByLabel('Event title').fill('Fern Fair')
  await page.getByLabel('Event category').selectOption('Other')
  await page.getByRole('radio', { name: 'Private' }).check()
  await next(page)
  await step(page, 3)
  await next(page)
  await page.getByText('Fern Gate Fairs').waitFor()
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Submit Application' }).click()
  await page.waitForURL('**/pre-approved?application_id=*')
  await page.getByText('Pending Review').waitFor()
  await close()
})
