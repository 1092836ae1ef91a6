import { beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright'
import { browserOfFile, siteOfFile } from '../of-file.ts'
import { expectAccessible, expectNoSidewaysScroll, open, picture, visit } from './visit.ts'

const [site, browser] = await Promise.all([siteOfFile(), browserOfFile()])
beforeAll(async () => {
  await site.sql`update register_entries set latitude = 53.48, longitude = -2.24 where slug = 'open-hands-charity-gala'`
})

const suspended = '/events/ultra-bass-arena-night'
const revoked = '/events/midlands-vaping-and-lifestyle-expo'
const lapsed = '/events/vintage-vehicle-muster'
const accredited = '/events/open-hands-charity-gala'
const band = (page: Page) => page.locator('.answer > p')

test('on a phone the answer comes first, and what is off the register is told from across the room', async () => {
  const { page, problems, close } = await visit(browser, site.origin, { width: 'phone' })
  const sizes: Record<string, number> = {}
  const colours = new Set<string>()
  for (const [path, word] of [
    [accredited, 'Accredited'],
    [lapsed, 'Lapsed'],
    [suspended, 'Suspended'],
    [revoked, 'Revoked'],
  ] as const) {
    await open(page, path)
    expect((await band(page).textContent())?.trim().split(':')[0]).toBe(word)
    const sentence = page.getByText(/Register looked up just now\./)
    const { y, height } = (await sentence.boundingBox())!
    expect(y + height).toBeLessThan(740)
    sizes[word] = await band(page).evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize))
    colours.add(await band(page).evaluate((element) => getComputedStyle(element).backgroundColor))
    expect(
      await page.locator('.answer').evaluate((box) => Number.parseFloat(getComputedStyle(box).borderTopWidth)),
    ).toBe(word === 'Accredited' ? 3 : 12)
    expect(await page.locator('.answer .icon').count()).toBe(1)
    await picture(page, `entry-${word}-phone`)
  }
  expect(sizes.Suspended).toBeGreaterThan(sizes.Accredited! * 1.3)
  expect(colours.size).toBe(4)
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 700 })
  await expectNoSidewaysScroll(page)
  expect(problems).toEqual([])
  await close()
})

test('“just now” becomes the time after a minute, and a change shows when the page is asked for again', async () => {
  const { page, close } = await visit(browser, site.origin)
  await page.clock.install()
  await open(page, '/events/tidewater-jazz-weekend')
  await page.getByText('Register looked up just now.').waitFor()
  await page.clock.fastForward(61_000)
  await page.getByText(/Register looked up at \d\d:\d\d on \d+ \w+ \d{4}\./).waitFor()
  expect(await page.getByText('Register looked up just now.').count()).toBe(0)
  await site.sql`
    with changed as (
      update register_entries set status = 'revoked', status_reason = 'Misuse.' where slug = 'tidewater-jazz-weekend' returning id
    )
    insert into register_history (entry_id, happened_at, change, from_status, to_status, reason, cause)
    select id, now(), 'revoked', 'active', 'revoked', 'Misuse.', 'test' from changed`
  const words = async () => (await page.reload()) && (await band(page).textContent())?.trim()
  for (let look = 0; look < 20 && (await words()) !== 'Revoked'; look++) await Bun.sleep(50)
  expect(await words()).toBe('Revoked')
  await page.getByText(/^Revoked on \d+ \w+ \d{4}\. Not accredited\./).waitFor()
  await close()
})

test('the menus open by keyboard, one at a time, and lead to calendars, feeds, the way there and the concern line', async () => {
  const { page, problems, close } = await visit(browser, site.origin)
  await open(page, accredited)
  const share = page.locator('summary', { hasText: 'Share' })
  const subscribe = page.locator('summary', { hasText: 'Subscribe' })
  await share.focus()
  await page.keyboard.press('Enter')
  await page.getByLabel('Address of this entry').waitFor()
  expect(await page.getByLabel('Address of this entry').inputValue()).toBe(site.origin + accredited)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  expect(await page.getByLabel('Address of this entry').isVisible()).toBe(false)
  expect(await share.evaluate((element) => element === document.activeElement)).toBe(true)
  // With the first press of a page whose script comes with it, too.
  await open(page, accredited)
  await share.click()
  await page.waitForTimeout(500)
  expect(await page.getByLabel('Address of this entry').isVisible()).toBe(true)
  await subscribe.click()
  expect(await page.getByLabel('Address of this entry').isVisible()).toBe(false)
  const linkTo = (name: RegExp) => page.getByRole('link', { name }).getAttribute('href')
  expect(await linkTo(/^Google Calendar/)).toContain('text=Open%20Hands%20Charity%20Gala&dates=')
  expect(await linkTo(/^Outlook\.com/)).toContain('rru=addevent')
  expect(await linkTo(/^This event, in a calendar/)).toMatch(/^webcal:.*open-hands-charity-gala\.ics$/)
  expect(await linkTo(/^New entries in Leeds/)).toBe('/listings.rss?city=Leeds')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Calendar file (.ics)' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('open-hands-charity-gala.ics')
  expect(await linkTo(/^Directions/)).toBe('https://www.openstreetmap.org/directions?to=53.48%2C-2.24')
  expect(problems).toEqual([])
  await close()
})

test('without a script the menus open and a concern begins with the number', async () => {
  const { page, close } = await visit(browser, site.origin, { javaScript: false, width: 'phone' })
  await open(page, suspended)
  await page.getByText('Register looked up just now.').waitFor()
  await page.getByText('Subscribe', { exact: true }).click()
  await page.getByRole('link', { name: /^Google Calendar/ }).waitFor()
  expect(await page.getByRole('button', { name: 'Copy the address' }).isVisible()).toBe(false)
  const number = await page.locator('.answer').getByRole('link').textContent()
  await page.getByText('Subscribe', { exact: true }).click()
  await page.getByRole('link', { name: 'Report a concern about this event' }).click()
  expect(await page.locator('input[name=event]').inputValue()).toBe(number!)
  await close()
})

test('on paper and in a reader’s own colours a suspended entry is suspended, on one page', async () => {
  const { page, close } = await visit(browser, site.origin)
  await open(page, suspended)
  const pages = async (path: string) => {
    await open(page, path)
    const file = (await page.pdf({ format: 'A4' })).toString('latin1')
    return file.match(/\/Type\s*\/Page\b(?!s)/g)?.length
  }
  for (const path of [suspended, accredited, lapsed]) expect([path, await pages(path)]).toEqual([path, 1])
  await open(page, suspended)
  await page.emulateMedia({ media: 'print' })
  await page.getByText('by a decision of the authority').waitFor()
  await page.getByText(/^Register looked up at \d\d:\d\d on/).waitFor()
  await page.getByText('Register looked up just now.').waitFor({ state: 'hidden' })
  await page.getByText(site.origin + suspended).waitFor()
  expect(await band(page).evaluate((element) => getComputedStyle(element).printColorAdjust)).toBe('exact')
  expect(await page.getByRole('img', { name: /^QR code/ }).isVisible()).toBe(true)
  expect(await page.getByText('Subscribe', { exact: true }).isVisible()).toBe(false)
  await page.emulateMedia({ media: 'screen', forcedColors: 'active' })
  // Grounds are gone: the frame, the word and the symbol are left.
  const left = await page.locator('.answer').evaluate((box) => {
    const frame = getComputedStyle(box)
    const icon = getComputedStyle(box.querySelector('.icon')!)
    return { frame: frame.borderTopWidth, isSymbolSeen: icon.backgroundColor !== frame.backgroundColor }
  })
  expect(left).toEqual({ frame: '12px', isSymbolSeen: true })
  await picture(page, 'entry-suspended-forced-colours')
  await close()
})
