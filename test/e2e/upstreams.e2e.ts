import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test'
import type { Browser, Page } from 'playwright'
import { readEnv } from '#env.ts'
import { launchBrowser } from '../browser.ts'
import { emptyTables } from '../empty-tables.ts'
import { openTestSite, type TestSite } from '../site.ts'
import { expectAccessible, expectNoSidewaysScroll, open, picture, visit } from './visit.ts'

/** How the registry and the address finder behave. */
type Mood = keyof typeof moods
let mood: Mood = 'well'
let detailsMood: Mood = 'well'
const asked: string[] = []

const moods = {
  well: null,
  'answers 429': () => new Response('slow down', { status: 429 }),
  'answers 401': () => Response.json({ error: 'Invalid Authorization', type: 'ch:service' }, { status: 401 }),
  'answers 500': () =>
    new Response('<h1>Internal error</h1>', { status: 500, headers: { 'content-type': 'text/html' } }),
  'says nothing': () => new Promise<Response>(() => {}),
  'answers rubbish': () => new Response('{"items": [', { headers: { 'content-type': 'application/json' } }),
} as const

const number = '09900123'
const profile = {
  company_name: 'WITHYBECK SHOWS LIMITED',
  company_number: number,
  company_status: 'active',
  company_status_detail: 'active-proposal-to-strike-off',
  previous_company_names: [{ name: 'WITHY FAIRS LIMITED' }],
  registered_office_address: { address_line_1: '1 Lock Row', locality: 'Leeds', postal_code: 'LS1 9ZZ' },
}
const place = {
  line_1: '1 Lock Row',
  line_2: '',
  line_3: '',
  post_town: 'LEEDS',
  county: 'West Yorkshire',
  postcode: 'LS1 9ZZ',
  country: 'England',
  latitude: 53.79,
  longitude: -1.54,
}

/** Both services at once, over HTTP, with the paths and shapes of the real ones. */
const upstream = Bun.serve({
  port: 0,
  idleTimeout: 60,
  fetch: async (request) => {
    const { pathname } = new URL(request.url)
    asked.push(pathname)
    const isDetails = pathname.startsWith('/company/') || pathname.endsWith('/gbr')
    const trouble = moods[isDetails ? detailsMood : mood]
    if (trouble) return await trouble()
    if (pathname === '/search/companies') {
      const { company_name: title, company_number, company_status } = profile
      return Response.json({ items: [{ title, company_number, company_status, address_snippet: '1 Lock Row, Leeds' }] })
    }
    if (pathname === `/company/${number}`) return Response.json(profile)
    if (pathname === '/v1/autocomplete/addresses') {
      return Response.json({
        result: { hits: [{ id: 'paf_1', suggestion: '1 Lock Row, Leeds, LS1 9ZZ' }] },
        code: 2000,
      })
    }
    if (pathname === '/v1/autocomplete/addresses/paf_1/gbr') return Response.json({ result: place, code: 2000 })
    return new Response('', { status: 404 })
  },
})

let site: TestSite
let browser: Browser

beforeAll(async () => {
  const base = `http://127.0.0.1:${upstream.port}`
  const read = readEnv({
    COMPANIES_HOUSE_API_KEY: 'a-key-of-the-test',
    COMPANIES_HOUSE_API_BASE: base,
    ADDRESS_API_KEY: 'another-key',
    ADDRESS_API_BASE: base,
  })
  if ('problems' in read) throw new Error(read.problems.join('\n'))
  const { companies, addresses, sandbox } = read.env
  ;[site, browser] = await Promise.all([
    openTestSite({ demoData: false, env: { companies, addresses, sandbox } }),
    launchBrowser(),
  ])
})
beforeEach(async () => {
  mood = 'well'
  detailsMood = 'well'
  asked.length = 0
  await emptyTables(site.sql, 'company_answers, registry_budgets, rate_limits')
})
afterAll(async () => {
  await browser?.close()
  await site?.close()
  await upstream.stop(true)
})

/** What the address search offers; the list of categories has options too. */
const suggestions = (page: Page) => page.getByRole('listbox', { name: 'Find the address' }).getByRole('option')
const next = (page: Page) => page.getByRole('button', { name: 'Next' }).click()

async function fillOrganisation(page: Page, email: string) {
  await page.getByLabel('Organisation name').fill('Withybeck Shows')
  await page.getByLabel('Contact name').fill('Perpetua Inkwell')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Phone number').fill('0161 496 0177')
}

const limited = {
  toast: 'Company Search Limited',
  notice: 'The company registry is rate-limiting requests. You can continue without verification.',
}
const down = {
  toast: 'Company Search Unavailable',
  notice: 'Company lookup is temporarily unavailable and may be skipped.',
}
const troubles: [Mood, typeof limited][] = [
  ['answers 429', limited],
  ['answers 401', down],
  ['answers 500', down],
  ['says nothing', down],
  ['answers rubbish', down],
]

test.each(troubles)(
  'the registry %s: said as documented, and nobody is stopped',
  async (behaviour, { toast, notice }) => {
    mood = behaviour
    const { page, problems, close } = await visit(browser, site.origin, { width: 'phone' })
    await open(page, '/apply-accreditation')
    const search = page.getByRole('combobox', { name: 'Find your company' })
    await search.fill('withybeck phone')
    await search.press('Enter')
    await page.locator('.toast').getByText(toast, { exact: true }).waitFor()
    // In the toast and in the form.
    await page.locator('form').getByText(notice, { exact: true }).waitFor()
    await page.locator('.toast').getByText(notice, { exact: true }).waitFor()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    if (behaviour === 'answers 429' || behaviour === 'answers 500') {
      await picture(page, `upstream-${behaviour.replace(' ', '-')}-phone`)
    }
    await fillOrganisation(page, 'trouble-phone@withybeck.example')
    await next(page)
    await page.getByText('Step 2 of 4').waitFor()
    expect(problems).toEqual([])
    await close()
  },
)

test('the finder is in trouble: no suggestions, not a word, and the address can be typed', async () => {
  const { page, problems, close } = await visit(browser, site.origin, { width: 'desktop' })
  await open(page, '/apply-accreditation?step=event')
  await page.getByRole('radio', { name: 'Public' }).check()
  const search = page.getByRole('combobox', { name: 'Find the address' })
  for (const [behaviour] of troubles) {
    mood = behaviour
    const answered = page.waitForResponse((response) => response.url().includes('/api/address/search'))
    await search.fill(`lock row ${behaviour}`)
    const answer = await answered
    expect([behaviour, answer.status(), await answer.json()]).toEqual([behaviour, 200, { suggestions: [] }])
    expect(await suggestions(page).count()).toBe(0)
    expect(await page.locator('.toast').count()).toBe(0)
  }
  await page.getByLabel('Address (optional)').fill('1 Lock Row')
  expect(problems).toEqual([])
  await close()
})

test('a company that cannot be loaded, a network that is gone, and a company in full', async () => {
  const { page, close } = await visit(browser, site.origin, { width: 'phone' })
  await open(page, '/apply-accreditation')
  const search = page.getByRole('combobox', { name: 'Find your company' })
  const toast = page.locator('.toast')
  await page.route('**/api/companies/lookup**', (route) => route.abort())
  await search.fill('withybeck')
  await search.press('Enter')
  await toast.getByText('Company Search Error').waitFor()
  await page.unroute('**/api/companies/lookup**')
  await search.press('Enter')
  await page.getByRole('option').waitFor()
  for (const [behaviour] of troubles.slice(1)) {
    detailsMood = behaviour
    await page.getByRole('option').click()
    await toast.getByText('Failed to load company details').waitFor()
    expect(await toast.getByText('Error', { exact: true }).count()).toBe(1)
    await toast.getByRole('button', { name: 'Dismiss' }).click()
  }
  detailsMood = 'well'
  await page.getByRole('option').click()
  await page.getByText('Formerly WITHY FAIRS LIMITED.').waitFor()
  await page.getByText('active proposal to strike off').waitFor()
  expect(await page.getByLabel('Company number').inputValue()).toBe(number)
  await expectAccessible(page)
  await picture(page, 'upstream-company-phone')
  await close()
})

test('an address that cannot be loaded is said, and one that can fills every field', async () => {
  const { page, close } = await visit(browser, site.origin, { width: 'desktop' })
  await open(page, '/apply-accreditation?step=event')
  await page.getByRole('radio', { name: 'Public' }).check()
  await page.getByRole('combobox', { name: 'Find the address' }).fill('lock row')
  const toast = page.locator('.toast')
  await suggestions(page).waitFor()
  for (const [behaviour] of troubles) {
    detailsMood = behaviour
    await suggestions(page).click()
    await toast.getByText('Failed to load address details').waitFor()
    await toast.getByRole('button', { name: 'Dismiss' }).click()
  }
  detailsMood = 'well'
  await suggestions(page).click()
  await page.waitForFunction(() => document.querySelector<HTMLInputElement>('#postcode')?.value === 'LS1 9ZZ')
  const values = await page.evaluate(() =>
    ['address', 'city', 'county', 'country'].map((id) => document.querySelector<HTMLInputElement>(`#${id}`)!.value),
  )
  expect(values).toEqual(['1 Lock Row', 'Leeds', 'West Yorkshire', 'England'])
  await close()
})

test.each(troubles)('with a registry that %s an application is taken, and left to a person', async (behaviour) => {
  detailsMood = behaviour
  const email = `sent-phone-${behaviour.replaceAll(' ', '-')}@withybeck.example`
  const { page, close } = await visit(browser, site.origin, { width: 'phone' })
  await open(page, '/apply-accreditation')
  await fillOrganisation(page, email)
  await page.getByLabel('Company number').fill(number)
  await next(page)
  await page.getByLabel('Event title').fill('Lock Fair')
  await page.getByLabel('Event category').selectOption('Other')
  await page.getByRole('radio', { name: 'Private' }).check()
  await next(page)
  await page.getByText('Step 3 of 4').waitFor()
  await next(page)
  await page.getByRole('button', { name: 'Submit Application' }).click()
  await page.getByRole('heading', { name: 'Thank You' }).waitFor()
  const rows = await site.sql`
    select a.status, a.company_check ->> 'state' as state from applications a
    join organisations o on o.id = a.organisation_id where o.email = ${email}`
  expect([...rows]).toEqual([{ status: 'submitted', state: 'unavailable' }])
  await close()
})
