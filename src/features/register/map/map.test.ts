import { expect, test } from 'bun:test'
import type { ListingsData } from '#features/register/server/load-listings.ts'
import type { PageData } from '#page/page.ts'
import { siteOfFile } from '#test/of-file.ts'
import { mapSize } from './projection.ts'
import { arranged, type map } from './server.ts'

const now = new Date('2026-11-21T12:00:00Z')

const site = await siteOfFile({ now: () => now })

async function data<Data = PageData<typeof map>>(path: string): Promise<Data> {
  const response = await fetch(site.origin + path, { headers: { accept: 'application/json' } })
  expect(response.status).toBe(200)
  return ((await response.json()) as { data: Data }).data
}

test('the map shows each town of the register once, on the land, and its list names the same', async () => {
  const whole = await data('/map')
  const rows = await site.sql<{ city: string; entries: number }[]>`
    select city, count(*)::int as entries from register_entries group by city`
  expect(new Map(whole.towns.map(({ name, entries }) => [name, entries]))).toEqual(
    new Map(rows.map(({ city, entries }) => [city, entries])),
  )
  expect(whole).toMatchObject({ isWhole: true, total: 61, cities: rows.length, elsewhere: 0 })
  for (const { at } of whole.towns) {
    expect(at![0]).toBeWithin(0, mapSize.width)
    expect(at![1]).toBeWithin(0, mapSize.height)
  }
  // North of each other as in the country.
  const heights = ['Inverness', 'Glasgow', 'Leeds', 'London', 'Brighton'].map(
    (city) => whole.towns.find(({ name }) => name === city)!.at![1],
  )
  expect(heights).toEqual(heights.toSorted((one, other) => one - other))
  const html = await (await fetch(`${site.origin}/map`)).text()
  // Once in the drawing, for the pointer, and once in the list, for everybody.
  expect(html.match(/href="\/listings\?city=Leeds"/g)).toHaveLength(2)
  expect(html).toContain('<svg viewBox="0 0 584 1092" aria-hidden="true"')
  expect(html).toContain('CC BY 4.0')
  expect(html).toContain('Events are invented.')
  expect(Buffer.byteLength(html)).toBeLessThan(35 * 1024)
})

test('no point covers another, and the largest towns have their names', async () => {
  const { towns } = await data('/map')
  const points = towns.flatMap(({ at }) => (at ? [at] : []))
  expect(points.length).toBe(towns.length)
  for (const [index, [x, y, r]] of points.entries()) {
    for (const [ox, oy, or] of points.slice(index + 1)) expect(Math.hypot(x - ox, y - oy)).toBeGreaterThan(r + or)
  }
  expect(towns.slice(0, 8).every(({ label }) => label)).toBe(true)
})

test('where many towns are at one place, each point is beside the others, and what has no room is in the list', () => {
  const crowd = Array.from({ length: 60 }, (_, index) => ({
    name: `Town ${index}`,
    entries: 60 - index,
    at: [300 + (index % 8) * 6, 500, 20 - Math.floor(index / 4)] as [number, number, number],
  }))
  const shown = arranged(crowd)
  expect(shown.map(({ name }) => name)).toEqual(crowd.map(({ name }) => name))
  const points = shown.flatMap(({ at }) => (at ? [at] : []))
  expect(points.length).toBeWithin(10, 61)
  for (const [index, [x, y, r]] of points.entries()) {
    for (const [ox, oy, or] of points.slice(index + 1)) expect(Math.hypot(x - ox, y - oy)).toBeGreaterThan(r + or)
  }
})

test.each([
  ['category=sports'],
  ['status=suspended'],
  ['when=2026-12&category=culture'],
  ['verified=1'],
  ['assurance=assessed'],
  ['category=Food+%26+Drink&verified=1&assurance=declared'],
  ['q=fair'],
  ['q=fair&verified=1'],
  ['q=trail+bristol&category=culture'],
  ['status=lapsed'],
  ['from=2026-11-21&to=2027-01-31'],
  ['when=month&verified=1'],
  ['q=fair&from=2026-01-01'],
])('with %s it shows what the list finds, and leads to the same in each town', async (query) => {
  const shown = await data(`/map?${query}`)
  const listed = await data<ListingsData>(`/listings?${query}`)
  expect(shown.total).toBe(listed.total)
  expect(shown.total).toBeGreaterThan(0)
  expect(shown.isWhole).toBeFalse()
  const [town] = shown.towns
  const html = await (await fetch(`${site.origin}/map?${query}`)).text()
  expect(html).not.toContain('rel="canonical"')
  const [, address] = /<a href="([^"]*)" tabindex="-1">/i.exec(html)!
  const ofTown = await data<ListingsData>(address!.replaceAll('&amp;', '&'))
  expect(ofTown.total).toBe(town!.entries)
})

test('nothing found is said, and nothing is drawn', async () => {
  const html = await (await fetch(`${site.origin}/map?q=nothing-of-the-kind`)).text()
  expect(html).toContain('No events found')
  expect(html).not.toContain('britain.svg')
})

test('a town that no list knows stands where its entries do, or in the list alone; without a city only in the number', async () => {
  const add = async (number: string, city: string, place: [number, number] | [null, null]) =>
    await site.sql`
      insert into register_entries (number, slug, status, valid_from, title, organiser, category, sector, city, latitude, longitude)
      values (${number}, ${number}, 'active', now(), ${number}, '', 'Other', 'culture', ${city}, ${place[0]}, ${place[1]})`
  await add('m-1', 'Little Nowhere', [54.5, -3])
  await add('m-2', 'Great Nowhere', [null, null])
  await add('m-3', '', [null, null])
  const end = Date.now() + 5_000
  while ((await data('/map')).total !== 64 && Date.now() < end) await Bun.sleep(20)
  const { towns, elsewhere, total } = await data('/map')
  expect({ total, elsewhere }).toEqual({ total: 64, elsewhere: 1 })
  expect(towns.find(({ name }) => name === 'Little Nowhere')!.at).toEqual([313, 666, 10])
  expect(towns.find(({ name }) => name === 'Great Nowhere')).toEqual({ name: 'Great Nowhere', entries: 1 })
})
