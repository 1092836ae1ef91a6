import { expect, test } from 'bun:test'
import type { PageData } from '#page/page.ts'
import { siteOfFile } from '#test/of-file.ts'
import { until } from '#test/until.ts'
import type { city } from './server.ts'

const now = new Date('2026-11-21T12:00:00Z')
const today = '2026-11-21'

const site = await siteOfFile({ now: () => now })

const get = (path: string, init: RequestInit = {}) => fetch(site.origin + path, { redirect: 'manual', ...init })
async function data(path: string): Promise<PageData<typeof city>> {
  const response = await get(path, { headers: { accept: 'application/json' } })
  expect(response.status).toBe(200)
  return ((await response.json()) as { data: PageData<typeof city> }).data
}

test('a city shows its accredited events, those to come first, and how many there are', async () => {
  const rows = await site.sql<{ slug: string; date: string | null; status: string }[]>`
    select slug, starts_on as date, status from register_entries where city = 'London'`
  const accredited = rows.filter(({ status }) => status === 'active')
  const london = await data('/cities/london')
  expect(london).toMatchObject({
    name: 'London',
    accredited: accredited.length,
    others: rows.length - accredited.length,
    hasMore: false,
  })
  expect(new Set(london.entries.map((entry) => entry!.slug))).toEqual(new Set(accredited.map(({ slug }) => slug)))
  expect(london.entries.findIndex((entry) => entry!.date !== null && entry!.date < today)).toBeOneOf([
    -1,
    london.upcoming,
  ])
  const html = (await (await get('/cities/london')).text()).replaceAll('<!-- -->', '')
  expect(html).toMatch(/<h1[^>]*>Accredited events in London<\/h1>/)
  expect(html).toContain(`${accredited.length} accredited events.`)
  expect(html).toContain(`<link rel="canonical" href="${site.origin}/cities/london"/>`)
})

test('a name written otherwise leads to the address of the city; one of no city is not found', async () => {
  await add('city-1', "King's Lynn")
  await add('city-2', 'Newcastle upon Tyne')
  for (const [asked, address] of [
    ['LONDON', '/cities/london'],
    ['L%C3%B6ndon', '/cities/london'],
    ['Newcastle%20upon%20Tyne', '/cities/newcastle-upon-tyne'],
    ["King's-Lynn", "/cities/king's-lynn"],
  ]) {
    const response = await get(`/cities/${asked}`)
    expect({ status: response.status, to: response.headers.get('location') }).toEqual({ status: 301, to: address! })
    expect((await get(address!)).status).toBe(200)
  }
  for (const unknown of ['atlantis', '-', '%00', '%25', '_', encodeURIComponent('é'.repeat(500))])
    expect((await get(`/cities/${unknown}`)).status).toBe(404)
})

test('cities nearby are named, the nearest first, while they have accredited events', async () => {
  const neighbours = async () => (await data('/cities/leeds')).neighbours.map(({ name }) => name)
  expect((await neighbours()).slice(0, 2)).toEqual(['Bradford', 'Wakefield'])
  await site.sql`update register_entries set status = 'lapsed' where city = 'Bradford'`
  await until(async () => !(await neighbours()).includes('Bradford'))
  const bradford = await (await get('/cities/bradford')).text()
  expect(bradford).toContain('No accredited event')
  // A page of nothing is for people.
  expect(bradford).not.toContain('rel="canonical"')
  expect(await (await get('/sitemap-0.xml')).text()).not.toContain('/cities/bradford')
})

test('of many the first are shown, with the way to all of them', async () => {
  await site.sql`
    insert into register_entries (number, slug, status, valid_from, title, organiser, category, sector, city, starts_on)
    select 'c-' || n, 'c-' || n, 'active', now(), 'Event ' || n, '', 'Other', 'culture', 'Ely', ${today}::date + n
    from generate_series(-5, 24) as n`
  const ely = await data('/cities/ely')
  expect(ely.entries.map((entry) => entry!.slug)).toEqual(Array.from({ length: 24 }, (_, at) => `c-${at}`))
  expect(ely).toMatchObject({ accredited: 30, hasMore: true, upcoming: 24 })
  expect(await (await get('/cities/ely')).text()).toContain('href="/listings?city=Ely&amp;verified=1"')
})

async function add(number: string, city: string): Promise<void> {
  await site.sql`
    insert into register_entries (number, slug, status, valid_from, title, organiser, category, sector, city)
    values (${number}, ${number}, 'active', now(), ${number}, '', 'Other', 'culture', ${city})`
}
