import { beforeEach, expect, test } from 'bun:test'
import type { Page } from 'playwright'
import { emptyTables } from '../empty-tables.ts'
import { browserOfFile, siteOfFile } from '../of-file.ts'
import { expectAccessible, expectNoSidewaysScroll, open, visit } from './visit.ts'

// What the public pages say when there is nothing to show, when something fails, and where their buttons lead.

let now = new Date()
const [full, empty, browser] = await Promise.all([
  siteOfFile({ now: () => now }),
  siteOfFile({ demoData: false }),
  browserOfFile(),
])
beforeEach(async () => {
  now = new Date()
  await emptyTables(full.sql, 'rate_limits')
})

const hrefOf = (page: Page, name: string) => page.getByRole('link', { name }).first().getAttribute('href')

test('the front page: its claims, steps, teaser, logos, and where each button leads', async () => {
  const { page, problems, close } = await visit(browser, full.origin, { width: 'phone' })
  await open(page, '/')
  await page.getByRole('heading', { level: 1, name: 'Accrediting Excellence In British Events' }).waitFor()
  const main = page.getByRole('main')
  for (const text of ['2,500+', '150+', '£2.1B', '98%']) await main.getByText(text, { exact: true }).waitFor()
  for (const step of ['Pre-Assessment', 'Evidence & Compliance', 'Independent Panel', 'Recognition']) {
    await main.getByRole('heading', { name: step }).waitFor()
  }
  for (const [name, href] of [
    ['Quick Apply (2 mins)', '/quickapply'],
    ['Full Application', '/apply-accreditation'],
    ['View All Accredited Events', '/events'],
    ['Start Your Application', '/apply-accreditation'],
    ['Speak to an Assessor', '/contact'],
  ]) {
    expect(await hrefOf(page, name!)).toBe(href!)
  }
  const teasers = await main.getByRole('link', { name: /^View Event Details/ }).count()
  expect(teasers).toBeGreaterThan(0)
  expect(teasers).toBeLessThanOrEqual(3)
  expect(await page.locator('section[aria-labelledby="broadcasters"] li').count()).toBe(8)
  expect(problems).toEqual([])
  await close()
})

const nothing: [path: string, texts: string[]][] = [
  ['/events', ['No events found', 'Try adjusting your category filter or check back later for new events.']],
  ['/listings', ['0 events found', 'No events found', 'Try adjusting your search criteria', 'Clear Filters']],
  ['/listings?q=anything', ['No events found', 'Try adjusting your search criteria', 'Clear Filters']],
  ['/database', ['Showing 0 of 0 events', 'No events found']],
  ['/partners', ['No partners found', 'Become a Partner']],
  ['/', ['Accrediting Excellence In British Events']],
]
test.each(nothing)('%s with nothing to show says so', async (path, texts) => {
  const { page, problems, close } = await visit(browser, empty.origin, { width: 'phone' })
  await open(page, path)
  for (const text of texts) await page.getByText(text, { exact: true }).first().waitFor()
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 700 })
  await expectNoSidewaysScroll(page)
  expect(problems).toEqual([])
  await close()
})

test('an event that is not there, and one that cannot be read, lead back', async () => {
  const { page, close } = await visit(browser, full.origin)
  await open(page, '/events/no-such-event')
  await page.getByRole('heading', { name: 'Event Not Found', exact: true }).waitFor()
  await page.getByText("Sorry, we couldn't find this event.").waitFor()
  expect(await hrefOf(page, 'Back to Events')).toBe('/')
  await full.sql`alter table register_history rename to register_history_away`
  try {
    await open(page, '/events/lanternlight-winter-arts-trail')
    await page.getByRole('heading', { name: 'Oops! Event Not Found' }).waitFor()
    await page.getByText('This event might have been moved or cancelled.').waitFor()
    expect(await hrefOf(page, 'Back to Events')).toBe('/')
    await expectAccessible(page)
  } finally {
    await full.sql`alter table register_history_away rename to register_history`
  }
  await open(page, '/events/lanternlight-winter-arts-trail')
  await page.getByRole('heading', { name: 'Lanternlight Winter Arts Trail' }).waitFor()
  await close()
})

test('a list of events that cannot be read says so in its place, and can be tried again', async () => {
  const { page, close } = await visit(browser, full.origin, { width: 'phone', theme: 'dark' })
  await full.sql`alter table register_days rename to register_days_away`
  try {
    const answer = await page.goto('/events?category=culture')
    expect(answer?.status()).toBe(503)
    await page.getByText('Failed to fetch events').waitFor()
    expect(await hrefOf(page, 'Try again')).toBe('/events?category=culture')
    await expectAccessible(page)
  } finally {
    await full.sql`alter table register_days_away rename to register_days`
  }
  await page.getByRole('link', { name: 'Try again' }).click()
  await page.getByRole('link', { name: 'Lanternlight Winter Arts Trail' }).waitFor()
  await close()
})

test('any other address is the 404 page, with ways on', async () => {
  const { page, close } = await visit(browser, full.origin, { width: 'phone', theme: 'dark' })
  const answer = await page.goto('/no/such/page?x=<b>')
  expect(answer?.status()).toBe(404)
  await page.getByRole('heading', { name: 'Page Not Found' }).waitFor()
  expect(await hrefOf(page, 'Go to the homepage')).toBe('/')
  expect(await hrefOf(page, 'search the register')).toBe('/listings')
  expect(await page.locator('main').textContent()).not.toContain('<b>')
  expect(await page.locator('main a[href^="mailto:compliance@"]').count()).toBe(1)
  await expectAccessible(page)
  await close()
})

test('partners stand by ascending priority, without inactive ones, linked where they have an address', async () => {
  await empty.sql`
    insert into partners (name, url, active, priority) values
      ('Third', null, true, 30), ('First', 'https://first.example', true, 10), ('Gone', null, false, 1), ('Second', null, true, 20)`
  const { page, close } = await visit(browser, empty.origin)
  await open(page, '/partners')
  await page.getByText('Third', { exact: true }).waitFor()
  const names = await page.locator('main ul').first().locator('li').allTextContents()
  expect(names.map((name) => name.replace(/\(.*\)/, '').trim())).toEqual(['First', 'Second', 'Third'])
  expect(await hrefOf(page, 'First')).toBe('https://first.example')
  expect(await page.getByRole('link', { name: 'Second' }).count()).toBe(0)
  await close()
})

test('a webinar sign-up that cannot be sent keeps both forms as they were typed', async () => {
  now = new Date('2025-08-01T12:00:00Z')
  const { page, close } = await visit(browser, full.origin)
  await page.route('**/api/webinar-sign-ups', (route) => route.abort())
  await open(page, '/webinar')
  await page.locator('#hero-name').fill('Perpetua Inkwell')
  await page.locator('#hero-email').fill('perpetua@larkmoor.example')
  await page.getByRole('button', { name: 'Reserve my free place' }).first().click()
  await page.getByText('The sign-up could not be sent. Please try again.').waitFor()
  expect(await page.locator('#registration-email').inputValue()).toBe('perpetua@larkmoor.example')
  expect(await page.getByText('Your place is reserved').count()).toBe(0)
  await close()
})

test('a boxing reservation that finds too few seats says so, keeps what was typed, and the page knows', async () => {
  now = new Date('2025-08-01T12:00:00Z')
  const { page, close } = await visit(browser, full.origin)
  await open(page, '/boxing?guests=10&ticket=ringside&reserve=1')
  // Meanwhile others take what there is.
  for (let party = 0; party < 4; party++) {
    const taken = await fetch(`${full.origin}/api/boxing-reservations`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: full.origin },
      body: JSON.stringify({
        name: 'A',
        email: `a${party}@b.example`,
        phone: '0161 496 0177',
        guests: 10,
        ticketType: 'ringside',
      }),
    })
    expect(taken.status).toBe(201)
    // Others come from other networks.
    await full.sql`update boxing_reservations set visitor = ''`
  }
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Perpetua Inkwell')
  await dialog.getByLabel('Email').fill('perpetua@larkmoor.example')
  await dialog.getByLabel('Phone number').fill('0161 496 0177')
  await dialog.getByRole('button', { name: 'Confirm Reservation' }).click()
  await dialog.getByText('There are not enough Ringside Premium tickets left for 10 guests.').waitFor()
  expect(await dialog.getByLabel('Name').inputValue()).toBe('Perpetua Inkwell')
  await page.route('**/api/boxing-reservations', (route) => route.abort())
  await dialog.getByRole('button', { name: 'Confirm Reservation' }).click()
  await dialog.getByText('The reservation could not be sent. Please try again.').waitFor()
  await open(page, '/boxing?guests=2')
  await page.getByText('Sold out').waitFor()
  expect(await hrefOf(page, 'Back to Events')).toBe('/')
  await close()
})

test('every address that a public page links to, loads from or sends a form to is there, with the place it names', async () => {
  const seen = new Set<string>()
  const broken: string[] = []
  const start = [
    '/',
    '/listings',
    '/events',
    '/database',
    '/about',
    '/awards',
    '/partners',
    '/press',
    '/contact',
    '/quickapply',
  ]
  const more = [
    '/boxing',
    '/webinar',
    '/verify',
    '/api',
    '/events/lanternlight-winter-arts-trail',
    '/apply-accreditation',
  ]
  for (const from of [...start, ...more, '/no-such-page']) {
    const html = await (await fetch(full.origin + from)).text()
    for (const [, attribute, address] of html.matchAll(/ (href|src|action)="([^"]*)"/g)) {
      const url = new URL(address!.replaceAll('&amp;', '&'), full.origin + from)
      if (url.origin !== full.origin || url.pathname === '/no-such-page' || seen.has(url.href)) continue
      seen.add(url.href)
      const answer = await fetch(url)
      const isPage = answer.headers.get('content-type')?.startsWith('text/html')
      const anchor = decodeURIComponent(url.hash.slice(1))
      const text = isPage ? await answer.text() : ''
      const isThere = answer.ok || (attribute === 'action' && answer.status < 500)
      if (!isThere || (isPage && anchor && !text.includes(`id="${anchor}"`)))
        broken.push(`${from}: ${answer.status} ${attribute} ${url.pathname}${url.search}${url.hash}`)
    }
  }
  expect(broken).toEqual([])
  expect(seen.size).toBeGreaterThan(100)
})
