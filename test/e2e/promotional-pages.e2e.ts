import { beforeEach, describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright'
import { browserOfFile, siteOfFile } from '../of-file.ts'
import { expectAccessible, expectNoSidewaysScroll, open, picture, started, visit } from './visit.ts'

let now = new Date()
const [site, browser] = await Promise.all([siteOfFile({ now: () => now }), browserOfFile()])
beforeEach(async () => {
  now = new Date('2025-08-01T12:00:00Z')
  await site.sql`delete from rate_limits`
})

const before = new Date('2025-08-01T12:00:00Z')
const after = new Date('2026-11-21T12:00:00Z')
const states: [string, string, Date][] = [
  ['quickapply', '/quickapply', before],
  ['boxing', '/boxing', before],
  ['boxing-tickets', '/boxing?guests=3&ticket=premium', before],
  ['boxing-dialog', '/boxing?guests=3&ticket=premium&reserve=1', before],
  ['boxing-past', '/boxing', after],
  ['webinar', '/webinar', before],
  ['webinar-past', '/webinar', after],
]

// Between them the two themes see both widths, and 320 px.
describe.each([
  { theme: 'light', width: 'phone', narrow: 320 },
  { theme: 'dark', width: 'desktop', narrow: 1280 },
] as const)('in the $theme theme on a $width', ({ theme, width, narrow }) => {
  test.each(states)('%s is accessible and fits', async (name, path, moment) => {
    now = moment
    const { page, problems, close } = await visit(browser, site.origin, { width, theme })
    await open(page, path)
    await expectAccessible(page)
    await picture(page, `promotion-${name}-${theme}-${width}`)
    await page.setViewportSize({ width: narrow, height: 700 })
    await expectNoSidewaysScroll(page)
    expect(problems).toEqual([])
    await close()
  })
})

describe('quick qualification', () => {
  test('leads through three steps into the wizard, and carries the details without an address', async () => {
    const { page, problems, close } = await visit(browser, site.origin)
    await open(page, '/quickapply')
    const next = page.getByRole('button', { name: 'Continue' })
    expect(await next.isDisabled()).toBe(true)
    await page.getByLabel('Company name').fill('Larkmoor Lantern Events')
    await next.click()
    await page.getByRole('heading', { name: 'Two questions' }).waitFor()
    expect(await focused(page)).toBe('Two questions')
    await next.click()
    await page.getByRole('alert').filter({ hasText: 'There is a problem' }).waitFor()
    await expectAccessible(page)
    await page
      .getByRole('group', { name: /ticketed/ })
      .getByLabel('Yes')
      .check()
    // What was wrong is taken away, and what is below moves up.
    await page.getByRole('alert').getByRole('link').nth(1).waitFor({ state: 'detached' })
    await page
      .getByRole('group', { name: /attend/ })
      .getByLabel('No')
      .check()
    await page.getByRole('alert').waitFor({ state: 'detached' })
    await next.click()
    await page.getByText('Analyzing your qualification...').waitFor()
    await expectAccessible(page)
    await page.getByRole('heading', { name: 'Your details' }).waitFor()
    await page.getByLabel('Your name').fill('Perpetua Inkwell')
    await page.getByRole('textbox', { name: 'Email', exact: true }).fill('perpetua@larkmoor.example')
    await page.getByLabel('Phone number').fill('0161 496 0177')
    await page.reload()
    await started(page)
    expect(await page.getByLabel('Your name').inputValue()).toBe('Perpetua Inkwell')
    await expectAccessible(page)
    await picture(page, 'promotion-quickapply-contact')
    await page.getByRole('button', { name: 'Continue to the full application' }).dblclick()
    await page.getByText('Qualification Complete!').waitFor()
    await page.getByText('Redirecting you to complete your accreditation application...').waitFor()
    await page.waitForURL('**/apply-accreditation')
    expect(page.url()).toBe(`${site.origin}/apply-accreditation`)
    const [leads] = await site.sql`select count(*) as count from quick_apply_leads`
    expect(leads!.count).toBe(1)
    expect(problems).toEqual([])
    await close()
  })

  test('goes back and forward step by step, with the answers, and the last step back is the page before', async () => {
    const { page, problems, close } = await visit(browser, site.origin, { width: 'phone' })
    await open(page, '/about')
    await open(page, '/quickapply')
    await page.getByLabel('Company name').fill('Larkmoor Lantern Events')
    await page.getByRole('button', { name: 'Continue' }).click()
    for (const question of [/ticketed/, /attend/])
      await page.getByRole('group', { name: question }).getByLabel('No').check()
    await page.getByRole('button', { name: 'Continue' }).click()
    // Also while the answers are looked at.
    await page.getByText('Analyzing your qualification...').waitFor()
    await page.goBack()
    await page.getByRole('heading', { name: 'Two questions' }).waitFor()
    expect(
      await page
        .getByRole('group', { name: /attend/ })
        .getByLabel('No')
        .isChecked(),
    ).toBe(true)
    await page.waitForTimeout(3000)
    expect(await page.getByRole('heading', { name: 'Two questions' }).isVisible()).toBe(true)
    await page.goForward()
    await page.getByRole('heading', { name: 'Your details' }).waitFor()
    await page.getByLabel('Your name').fill('Perpetua Inkwell')
    await page.goBack()
    await page.reload()
    await started(page)
    await page.getByRole('heading', { name: 'Two questions' }).waitFor()
    await page.goBack()
    await page.getByRole('heading', { name: 'Your organisation', exact: true }).waitFor()
    expect(await page.getByLabel('Company name').inputValue()).toBe('Larkmoor Lantern Events')
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'About the Authority' }).waitFor()
    await page.goForward()
    await page.getByRole('heading', { name: 'Your organisation', exact: true }).waitFor()
    expect(problems).toEqual([])
    await close()
  })

  test('suggests companies of the registry, by keyboard and by pointer', async () => {
    const { page, problems, close } = await visit(browser, site.origin, { width: 'phone' })
    await open(page, '/quickapply')
    const field = page.getByLabel('Organisation or company name', { exact: true }).first()
    const asked: string[] = []
    page.on('request', (request) => request.url().includes('/api/company/search') && asked.push(request.url()))
    await field.pressSequentially('l')
    await page.waitForTimeout(500)
    expect(asked).toEqual([])
    await field.pressSequentially('arkmoor')
    const options = page.getByRole('option')
    await options.first().waitFor()
    expect(asked).toHaveLength(1)
    expect(await options.count()).toBeLessThanOrEqual(5)
    await expectAccessible(page)
    await picture(page, 'promotion-quickapply-suggestions')
    const title = await options.first().locator('span').first().textContent()
    await field.press('ArrowDown')
    await field.press('Enter')
    expect(await field.inputValue()).toBe(title!)
    await options.first().waitFor({ state: 'detached' })
    await field.press('Enter')
    await page.getByRole('heading', { name: 'Two questions' }).waitFor()
    expect(problems).toEqual([])
    await close()
  })

  test('says nothing when the search fails, and says so when the lead cannot be stored', async () => {
    const { page, close } = await visit(browser, site.origin)
    await page.route('**/api/company/search**', (route) => route.abort())
    await page.route('**/api/quickapply-lead', (route) => route.fulfill({ status: 503, body: 'closed' }))
    await open(page, '/quickapply')
    await page.getByLabel('Company name').fill('Larkmoor')
    await page.waitForTimeout(500)
    expect(await page.getByRole('option').count()).toBe(0)
    expect((await page.locator('.toast').count()) === 0).toBe(true)
    await page.getByRole('button', { name: 'Continue' }).click()
    for (const group of [/ticketed/, /attend/]) await page.getByRole('group', { name: group }).getByLabel('Yes').check()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByLabel('Your name').fill('A')
    await page.getByRole('textbox', { name: 'Email', exact: true }).fill('a@b.example')
    await page.getByLabel('Phone number').fill('0161 496 0177')
    await page.getByRole('button', { name: 'Continue to' }).click()
    await page.getByText('Submission Error').waitFor()
    await page.getByText('Please try again or contact support.').waitFor()
    await page.waitForTimeout(2_200)
    expect(page.url()).toEndWith('/quickapply?step=contact')
    await close()
  })

  test('works without a script', async () => {
    const { page, close } = await visit(browser, site.origin, { javaScript: false, width: 'phone' })
    await open(page, '/quickapply')
    await page.getByLabel('Company name').fill('Fernwhistle Fair')
    await page.getByLabel('Company name').press('Enter')
    for (const group of [/ticketed/, /attend/]) await page.getByRole('group', { name: group }).getByLabel('Yes').check()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByLabel('Your name').fill('Idris Wendlebury')
    await page.getByRole('textbox', { name: 'Email', exact: true }).fill('idris@fernwhistle.example')
    await page.getByLabel('Phone number').fill('0161 496 0178')
    await page.getByLabel('Phone number').press('Enter')
    await page.waitForURL('**/apply-accreditation')
    const [lead] = await site.sql`select company_name from quick_apply_leads where name = 'Idris Wendlebury'`
    expect(lead!.company_name).toBe('Fernwhistle Fair')
    await close()
  })
})

describe('boxing night', () => {
  test('from guests over the ticket to the confirmation', async () => {
    const { page, problems, close } = await visit(browser, site.origin, { width: 'phone' })
    await open(page, '/boxing')
    await page.getByRole('link', { name: '4', exact: true }).click()
    await page.getByRole('link', { name: /Premium View/ }).click()
    await page.getByText('£300').last().waitFor()
    await page.getByRole('link', { name: 'Reserve tickets' }).click()
    const dialog = page.getByRole('dialog')
    const confirm = dialog.getByRole('button', { name: 'Confirm Reservation' })
    await dialog.getByLabel('Name').fill('Perpetua Inkwell')
    await dialog.getByLabel('Phone number').fill('   ')
    await dialog.getByRole('textbox', { name: 'Email', exact: true }).fill('perpetua@larkmoor.example')
    await confirm.click()
    await page.waitForTimeout(200)
    expect(await dialog.isVisible()).toBe(true)
    expect((await site.sql`select from boxing_reservations`).length).toBe(0)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(await focused(page)).toBe('Reserve tickets')
    await page.goBack()
    await dialog.getByLabel('Name').fill('Perpetua Inkwell')
    await dialog.getByRole('textbox', { name: 'Email', exact: true }).fill('perpetua@larkmoor.example')
    await dialog.getByLabel('Phone number').fill('0161 496 0177')
    await confirm.dblclick()
    await page.getByText('Reservation Confirmed: Your tickets are reserved.').waitFor()
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Reservation Confirmed')
    await expectAccessible(page)
    await picture(page, 'promotion-boxing-confirmed')
    expect((await site.sql`select from boxing_reservations`).length).toBe(1)
    await page.getByRole('link', { name: 'Back to Events' }).click()
    await page.waitForURL(`${site.origin}/`)
    expect(problems).toEqual([])
    await close()
  })

  test('works without a script', async () => {
    const { page, close } = await visit(browser, site.origin, { javaScript: false, width: 'phone' })
    await open(page, '/boxing')
    await page.getByRole('link', { name: '2', exact: true }).click()
    await page.getByRole('link', { name: /VIP Experience/ }).click()
    await page.getByRole('link', { name: 'Reserve tickets' }).click()
    await page.getByLabel('Name').fill('Idris Wendlebury')
    await page.getByRole('textbox', { name: 'Email', exact: true }).fill('idris@fernwhistle.example')
    await page.getByLabel('Phone number').fill('0161 496 0178')
    await picture(page, 'promotion-boxing-noscript')
    await page.getByRole('button', { name: 'Confirm Reservation' }).click()
    await page.getByText('Reservation Confirmed:').waitFor()
    expect(await page.textContent('main')).toContain('£200.00')
    await close()
  })
})

describe('webinar', () => {
  test('two forms share what is typed, and both give way to the confirmation', async () => {
    const { page, problems, close } = await visit(browser, site.origin)
    await open(page, '/webinar')
    await page.locator('#hero-name').fill('Perpetua Inkwell')
    expect(await page.locator('#registration-name').inputValue()).toBe('Perpetua Inkwell')
    await page.getByRole('link', { name: 'Reserve my free place' }).first().click()
    await page.waitForFunction(() => {
      const top = document.getElementById('registration')!.getBoundingClientRect().top
      return top >= 40 && top < innerHeight / 2
    })
    expect(await page.getByText('Only 47 spots left').isVisible()).toBe(true)
    const form = page.locator('#registration')
    await form.getByRole('button', { name: 'Reserve my free place' }).click()
    await page.getByRole('link', { name: 'Enter your email address' }).waitFor()
    await expectAccessible(page)
    await page.locator('#registration-email').fill('perpetua@larkmoor.example')
    await form.getByRole('button', { name: 'Reserve my free place' }).dblclick()
    await page.getByText('Your place is reserved').first().waitFor()
    expect(await page.getByText('Your place is reserved').count()).toBe(2)
    expect(await page.locator('main form').count()).toBe(0)
    await expectAccessible(page)
    await picture(page, 'promotion-webinar-confirmed')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Add to calendar' }).last().click(),
    ])
    expect(download.suggestedFilename()).toBe('webinar.ics')
    expect(readFileSync(await download.path(), 'utf8')).toContain('DTSTART:20250823T170000Z')
    expect((await site.sql`select from webinar_sign_ups`).length).toBe(1)
    expect(problems).toEqual([])
    await close()
  })

  test('works without a script', async () => {
    const { page, close } = await visit(browser, site.origin, { javaScript: false, width: 'phone' })
    await open(page, '/webinar')
    await page.locator('#registration-name').fill('Idris Wendlebury')
    await page.locator('#registration-email').fill('idris@fernwhistle.example')
    await page.locator('#registration-email').press('Enter')
    await page.getByText('Your place is reserved').first().waitFor()
    expect(await page.locator('main form').count()).toBe(0)
    await close()
  })
})

async function focused(page: Page): Promise<string | null | undefined> {
  return await page.evaluate(() => document.activeElement?.textContent)
}
