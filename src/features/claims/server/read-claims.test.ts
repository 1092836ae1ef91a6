import { beforeAll, beforeEach, expect, test } from 'bun:test'
import { claimPlaces } from '#domain/claim-places.ts'
import { content as webinar } from '#features/site/webinar/content.ts'
import { addApplication } from '#test/add-application.ts'
import { siteOfFile } from '#test/of-file.ts'
import { until } from '#test/until.ts'

let appId: string
// Before the webinar.
const start = new Date('2025-08-01T12:00:00Z')
let now = start
const site = await siteOfFile({ demoData: false, now: () => now, env: { mode: 'production' } })
beforeAll(async () => {
  appId = (await addApplication(site.sql, { status: 'approved' })).id
})
beforeEach(async () => {
  now = start
  await site.sql`
    update claims set source = '', proof = '', owner = '', valid_from = null, valid_until = null, value = case
      when place = 'marketing-was' then '£1,495' else value end`
})

const whole = async (path: string) => (await (await fetch(site.origin + path)).text()).replaceAll('<!-- -->', '')
const page = async (path: string) => {
  const html = await whole(path)
  return html.slice(html.indexOf('<main'), html.indexOf('</main>')).replaceAll('&amp;', '&')
}
const header = async (path: string) => (await whole(path)).split('</header>')[0]!
const prove = (place: string, from = '2025-07-01', until = '2025-08-31') => site.sql`
  update claims set source = 'Annual report 2024', proof = 'https://authority.example/2024.pdf', owner = 'Wilhelmina Stoat',
    valid_from = ${from}::date, valid_until = ${until}::date
  where place = ${place}`

test('every claim has a place that the code knows, and a kind that may stand there', async () => {
  const rows = await site.sql<{ place: keyof typeof claimPlaces; kind: string }[]>`select place, kind from claims`
  expect(rows).toHaveLength(63)
  for (const { place, kind } of rows) expect(claimPlaces[place].kinds as readonly string[]).toContain(kind)
})

test('in production a claim without proof is not shown, and its section goes with its heading', async () => {
  const front = await page('/')
  for (const text of ['2,500+', 'Published by the authority', 'id="broadcasters"', 'role="img"', 'Sample'])
    expect(front).not.toContain(text)
  expect(front).toContain('In this register now')
  expect(await header('/')).not.toMatch(/Partners<\/span>|role="img"/)

  const quick = await page('/quickapply')
  for (const text of ['Over 500', 'id="testimonials"', 'Sample']) expect(quick).not.toContain(text)
  expect(quick).toContain('Go to the full application')

  await prove('webinar-event')
  const talk = await page('/webinar')
  for (const text of ['spots left', 'midnight', webinar.urgency, webinar.results, 'Sample'])
    expect(talk).not.toContain(text)
  expect(talk).toContain('name="form"')

  const award = await page(`/upsell/award/${appId}`)
  for (const text of ['£249', '20% Off', 'Sample']) expect(award).not.toContain(text)
  expect(award).toContain('£199')
  const marketing = await page(`/upsell/marketing/${appId}`)
  for (const text of ['£1,495', 'save £500', 'Total value', '3.2x', '<blockquote>'])
    expect(marketing).not.toContain(text)
  expect(await page(`/upsell/ads/${appId}`)).not.toContain('return per £1')
})

test('one with a proof is shown on the days of the proof, with its date and its source', async () => {
  await page('/')
  await prove('home-figures')
  await until(async () => (await page('/')).includes('2,500+'))
  const front = await page('/')
  expect(front).toContain('Published by the authority')
  expect(front).toContain(
    'Since 1 July 2025. Source: <a href="https://authority.example/2024.pdf">Annual report 2024</a>',
  )
  expect(front).not.toContain('Sample')
  // 31 August has begun in London, and still is there at 22:59 UTC.
  for (const [moment, isShown] of [
    ['2025-08-30T23:30:00Z', true],
    ['2025-08-31T22:59:00Z', true],
    ['2025-08-31T23:00:00Z', false],
    ['2025-06-30T22:59:00Z', false],
    ['2025-06-30T23:00:00Z', true],
  ] as const) {
    now = new Date(moment)
    expect([moment, (await page('/')).includes('2,500+')]).toEqual([moment, isShown])
  }
})

test('the partners in the header of every page follow the ledger and the day', async () => {
  for (const path of ['/', '/about', '/my-applications', '/nowhere'])
    expect(await header(path)).not.toContain('role="img"')
  await prove('header')
  await until(async () => (await header('/about')).includes('aria-label="Tarnlight TV"'))
  for (const path of ['/', '/my-applications', '/nowhere'])
    expect((await header(path)).match(/role="img"/g)).toHaveLength(3)
  now = new Date('2025-09-01T12:00:00Z')
  for (const path of ['/about', '/my-applications']) expect(await header(path)).not.toContain('role="img"')
})

test('an earlier price comes with what is made of it; the badge needs both', async () => {
  await prove('award-badge')
  expect(await page(`/upsell/award/${appId}`)).not.toContain('20% Off')
  await prove('award-was')
  const award = await page(`/upsell/award/${appId}`)
  for (const text of ['£249', 'Limited Time: 20% Off']) expect(award).toContain(text)
  await prove('marketing-was')
  expect(await page(`/upsell/marketing/${appId}`)).toMatch(/Normally £1,495, save £500[\s\S]*Total value/)
  // The parts add up to the old one, and are not what this price was made of.
  await site.sql`update claims set value = '£1,395' where place = 'marketing-was'`
  const changed = await page(`/upsell/marketing/${appId}`)
  expect(changed).toContain('Normally £1,395, save £400')
  expect(changed).not.toContain('Total value')
  const wasOfPackage = async () => {
    const response = await fetch(`${site.origin}/checkout`, { headers: { accept: 'application/json' } })
    return ((await response.json()) as { data: { was: unknown[] } }).data.was
  }
  expect(await wasOfPackage()).toEqual([])
  await prove('packages-was')
  expect(await wasOfPackage()).toEqual([{ value: '£299' }])
  await site.sql`update claims set value = '£900' where place = 'marketing-was'`
  expect(await page(`/upsell/marketing/${appId}`)).not.toContain('Normally')
})
