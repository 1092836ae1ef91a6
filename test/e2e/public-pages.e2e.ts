import { beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright'
import { browserOfFile, siteOfFile } from '../of-file.ts'
import { expectAccessible, open, visit } from './visit.ts'

const [site, browser] = await Promise.all([siteOfFile(), browserOfFile()])
beforeAll(async () => {
  await site.sql`delete from national_events`
  await site.sql`
    insert into national_events (source_key, title, starts_on, venue, city, category, organiser, featured)
    select 'k' || n, 'Tarn Fair ' || n, current_date + n, 'Tarn Hall', 'Kendal', case when n < 30 then 'sports' else 'culture' end,
      'Tarn Trust', n = 5
    from generate_series(1, 40) as n`
})
beforeEach(async () => {
  await site.sql`delete from rate_limits`
})

describe('the National Events Database', () => {
  test('a choice takes effect at once, stands in the address, and goes back', async () => {
    const { page, problems, close } = await visit(browser, site.origin, { width: 'phone' })
    await open(page, '/database')
    await page.getByText('Showing 24 of 40 events').waitFor()
    await page.getByLabel('Category').focus()
    await page.getByLabel('Category').selectOption({ label: 'Sports (29)' })
    await page.getByText('Showing 24 of 29 events').waitFor()
    expect(new URL(page.url()).search).toBe('?category=sports')
    expect(await page.getByLabel('Category').evaluate((field) => field === document.activeElement)).toBe(true)
    await page.getByLabel('Type').selectOption('featured')
    await page.getByText('Showing 1 of 1 event', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Clear Filters' }).click()
    await page.getByText('Showing 24 of 40 events').waitFor()
    expect(await page.getByLabel('Category').inputValue()).toBe('')
    await page.goBack()
    await page.getByText('Showing 1 of 1 event', { exact: true }).waitFor()
    expect(await page.getByLabel('Category').inputValue()).toBe('sports')
    await page.getByRole('link', { name: 'Clear Filters' }).click()
    await page.getByText('City and date').click()
    await page.getByLabel('City').fill('ken')
    await page.getByRole('option', { name: /^Kendal/ }).click()
    await page.waitForURL('**/database?city=Kendal')
    await page.getByText('1 in use').waitFor()
    await page.getByLabel('Date').selectOption('weekend')
    await page.waitForURL('**/database?city=Kendal&when=weekend')
    await page.getByLabel('Date').selectOption('')
    await page.getByRole('link', { name: 'Name', exact: true }).click()
    await page.waitForURL('**/database?city=Kendal&sort=name')
    await page.getByLabel('Category').selectOption('sports')
    await page.waitForURL('**/database?category=sports&city=Kendal&sort=name')
    await expectAccessible(page)
    expect(problems).toEqual([])
    await close()
  })

  test('searching and turning pages', async () => {
    const { page, problems, close } = await visit(browser, site.origin)
    await open(page, '/database')
    await page.getByRole('link', { name: 'Next page' }).click()
    await page.getByText('Showing 25–40 of 40 events').waitFor()
    await page.getByLabel('Search events').fill('fair 40')
    await page.keyboard.press('Enter')
    await page.getByText('Showing 1 of 1 event', { exact: true }).waitFor()
    await page.getByLabel('Search events').fill('zzzz')
    await page.getByRole('main').getByRole('button', { name: 'Search' }).click()
    await page.getByRole('heading', { name: 'No events found' }).waitFor()
    await expectAccessible(page)
    expect(problems).toEqual([])
    await close()
  })

  test('works without a script', async () => {
    const { page, close } = await visit(browser, site.origin, { javaScript: false })
    await open(page, '/database')
    await page.getByLabel('Category').selectOption('culture')
    await page.getByRole('button', { name: 'Apply filters' }).click()
    await page.getByText('Showing 11 of 11 events').waitFor()
    await page.getByText('City and date').click()
    await page.getByLabel('City').fill('Leeds')
    await page.getByRole('button', { name: 'Apply filters' }).click()
    await page.getByText('Showing 0 of 0 events').waitFor()
    await close()
  })
})

describe('the contact form', () => {
  const fill = async (page: Awaited<ReturnType<typeof visit>>['page']) => {
    await page.getByRole('textbox', { name: 'Name' }).fill('Robin Ostler')
    await page.getByRole('textbox', { name: 'Email' }).fill('robin@ostler.example')
    await page.getByRole('textbox', { name: 'Message' }).fill('What does an assessor look at?')
  }

  test('says what is missing, keeps what was typed, then sends and empties itself', async () => {
    const { page, problems, close } = await visit(browser, site.origin, { width: 'phone' })
    await open(page, '/contact')
    await page.getByRole('textbox', { name: 'Name' }).fill('Robin Ostler')
    await page.getByRole('button', { name: 'Send Message' }).click()
    await page.getByText('Missing Information').waitFor()
    await page.getByText('Please fill in all required fields.').waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Enter your message' }).click()
    expect(await page.getByRole('textbox', { name: 'Message' }).evaluate((box) => box === document.activeElement)).toBe(
      true,
    )
    expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Robin Ostler')
    await fill(page)
    await page.getByRole('button', { name: 'Send Message' }).click()
    await page.getByText('Message Sent').first().waitFor()
    await page.getByText("Thank you for your inquiry. We'll respond within 24 hours.").first().waitFor()
    expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('')
    await expectAccessible(page)
    expect(problems).toEqual([])
    await close()
  })

  test('a failure is told in the server’s words, or in ours when there are none', async () => {
    const { page, close } = await visit(browser, site.origin)
    await open(page, '/contact')
    await fill(page)
    let answer = {
      status: 503,
      body: JSON.stringify({ error: 'Back in a minute.', kind: 'unavailable', reference: 'X' }),
    }
    await page.route('**/api/contact', (route) => route.fulfill(answer))
    await page.getByRole('button', { name: 'Send Message' }).click()
    await page.getByText('Submission Error').waitFor()
    await page.getByText('Back in a minute.').waitFor()
    answer = { status: 502, body: '<html>' }
    await page.getByRole('button', { name: 'Send Message' }).click()
    await page.getByText('Failed to send message').waitFor()
    expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Robin Ostler')
    await close()
  })

  test('says that it is sending, and sends once however often it is pressed', async () => {
    const { page, close } = await visit(browser, site.origin)
    await open(page, '/contact')
    await fill(page)
    let calls = 0
    await page.route('**/api/contact', async (route) => {
      calls++
      await Bun.sleep(400)
      await route.continue()
    })
    const button = page.getByRole('button', { name: 'Send Message' })
    await button.click()
    await page.getByRole('button', { name: 'Sending...' }).click({ clickCount: 2, force: true })
    await page.getByText('Message Sent').first().waitFor()
    expect(calls).toBe(1)
    await close()
  })

  test('works without a script', async () => {
    const { page, close } = await visit(browser, site.origin, { javaScript: false })
    await open(page, '/contact')
    await page.getByRole('button', { name: 'Send Message' }).click()
    await page.getByRole('link', { name: 'Enter your name' }).waitFor()
    await fill(page)
    await page.getByRole('button', { name: 'Send Message' }).click()
    await page.waitForURL('**/contact?sent=1')
    await page.getByText('Message Sent').waitFor()
    await close()
  })
})

test('the front page looks an event up in the register', async () => {
  const { page, problems, close } = await visit(browser, site.origin)
  await open(page, '/')
  await page.getByLabel('Event, number, venue, city or organiser').fill('lantern')
  await page.getByRole('button', { name: 'Check the register' }).click()
  await page.waitForURL('**/listings?q=lantern')
  expect(problems).toEqual([])
  await close()
})

test('results begin on the first screen: a low header, one notice, entries as rows, and on a desktop the whole first row of them', async () => {
  const lists = ['/listings', '/events', '/database', '/cities/london']
  const phone = await visit(browser, site.origin, { width: 'phone' })
  for (const path of lists) {
    await open(phone.page, path)
    expect(await heightOf(phone.page, 'body > header')).toBeLessThanOrEqual(112)
    expect(
      await phone.page
        .getByText(/invented/)
        .locator('visible=true')
        .count(),
    ).toBe(1)
    const rows = phone.page.locator('.rows > li')
    const heights = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height))
    // Most have two lines of facts and 88 px; a few have three. A city has few entries.
    const mean = heights.reduce((sum, height) => sum + height, 0) / heights.length
    const most = path.startsWith('/cities') ? 112 : 100
    expect([path, mean <= most, mean]).toEqual([path, true, mean])
    expect(await phone.page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(4500)
    expect(await phone.page.locator('footer details[open]').count()).toBe(0)
    if (path !== '/database') expect(await bottomOf(phone.page, '.rows > li')).toBeLessThan(740)
  }
  await phone.page.getByText('The register', { exact: true }).last().click()
  await phone.page.getByRole('contentinfo').getByRole('link', { name: 'Map of events' }).waitFor()
  const desktop = await visit(browser, site.origin)
  for (const path of lists) {
    await open(desktop.page, path)
    expect(await bottomOf(desktop.page, '.rows > li')).toBeLessThanOrEqual(900)
    expect(await desktop.page.getByRole('contentinfo').getByRole('link', { name: 'Map of events' }).isVisible()).toBe(
      true,
    )
  }
  expect([...phone.problems, ...desktop.problems]).toEqual([])
  await phone.close()
  await desktop.close()
}, 90_000)

async function heightOf(page: Page, selector: string): Promise<number> {
  return await page
    .locator(selector)
    .first()
    .evaluate((element) => element.getBoundingClientRect().height)
}

async function bottomOf(page: Page, selector: string): Promise<number> {
  return await page
    .locator(selector)
    .first()
    .evaluate((element) => element.getBoundingClientRect().bottom + scrollY)
}
