import { beforeAll, expect, test } from 'bun:test'
import type { PageData } from '#page/page.ts'
import { siteOfFile } from '#test/of-file.ts'
import type { database } from './server.ts'

const site = await siteOfFile({ demoData: false, now: () => new Date('2026-06-15T12:00:00Z') })
beforeAll(async () => {
  await site.sql`
    insert into national_events (source_key, title, starts_on, starts_at, venue, city, category, organiser, featured, accredited)
    select 'k' || n, 'Tarn Fair ' || lpad(n::text, 3, '0'), '2026-06-14'::date + n, '10:30', 'Tarn Hall', 'Kendal',
      case when n % 2 = 0 then 'sports' else 'culture' end, 'Tarn Trust', n = 2, n = 3
    from generate_series(0, 59) as n`
  await site.sql`
    insert into national_events (source_key, title) values ('x', '<script>alert(1)</script> & "Fair"')`
  await addEntry()
})

const addEntry = () => site.sql`
  insert into register_entries (number, slug, status, valid_from, title, organiser, category, sector, starts_on, assurance, assured_on)
  values ('T-3', 't-3', 'active', '2026-01-01', 'Tarn Fair 003', 'Tarn Trust', 'Other', 'culture', '2026-06-17', 'assessed', '2026-05-03')`

const html = async (path: string) => (await (await fetch(site.origin + path)).text()).replaceAll('<!-- -->', '')
const data = async (path: string) => {
  const response = await fetch(site.origin + path, { headers: { accept: 'application/json' } })
  return ((await response.json()) as { data: PageData<typeof database> }).data
}

test('the page says how much there is, what it shows, and what is past', async () => {
  const first = await html('/database')
  expect(first).toContain('Showing 24 of 61 events')
  expect(first).toMatch(/Total Events<\/dt><dd[^>]*>61</)
  expect(first).toMatch(/Featured Events<\/dt><dd[^>]*>1</)
  expect(first).toMatch(/Accredited Events<\/dt><dd[^>]*>1</)
  expect(first).toContain('Organized by Tarn Trust')
  expect(first).toMatch(/<option value=""[^>]*>All Categories<\/option>/)
  for (const label of ['All Events (61)', 'Featured Events (1)', 'Accredited Events (1)'])
    expect(first).toContain(`>${label}</option>`)
  expect(first).not.toContain('Past event')
  const past = await html('/database?q=fair+000')
  expect(past).toContain('>Past events</h3>')
  expect(past).toContain('>Past event<')
})

test('what is accredited says how far the register checked it, and what has ended says that and is not counted', async () => {
  const shows = async (words: string) => {
    for (let tries = 0; tries < 100 && !(await html('/database')).includes(words); tries++) await Bun.sleep(20)
    expect(await html('/database')).toContain(words)
  }
  await shows('Accredited: assessed on 3 May 2026')
  await site.sql`update register_entries set status = 'revoked' where slug = 't-3'`
  await shows('Accreditation revoked')
  expect(await html('/database')).toMatch(/Accredited Events<\/dt><dd[^>]*>0</)
  await site.sql`delete from register_entries where slug = 't-3'`
  await shows('Accredited: no such entry in our register')
  await addEntry()
})

test('the pages lead from one to the next to the last event', async () => {
  const titles: string[] = []
  for (const page of [1, 2, 3]) {
    const { events, pages, next } = await data(`/database?page=${page}`)
    titles.push(...events.map((event) => event!.title))
    expect(pages).toEqual({ current: page, last: 3, before: (page - 1) * 24 })
    expect(next).toBeNull()
  }
  expect(titles.length).toBe(61)
  expect(titles[0]).toBe('Tarn Fair 001')
  expect(titles.at(-2)).toStartWith('<script>')
  expect(titles.at(-1)).toBe('Tarn Fair 000')
})

test('a page says which events it shows; one after the last leads to the last', async () => {
  expect(await html('/database?page=2')).toContain('Showing 25–48 of 61 events')
  expect(await html('/database?page=3&q=tarn')).toMatch(/href="\/database\?q=tarn&amp;page=2"/)
  const far = await site.get('/database?page=99')
  expect([far.status, far.headers.get('location')]).toEqual([303, '/database?page=3'])
  // An address of before pages had numbers.
  const { next } = (await (await fetch(`${site.origin}/api/national-events?limit=24`)).headers.get('link'))!.match(
    /cursor=(?<next>[^&>]+)/,
  )!.groups!
  expect((await data(`/database?cursor=${next}`)).events[0]!.title).toBe(
    (await data('/database?page=2')).events[0]!.title,
  )
})

test('suggestions are events as the search lists them, or those that are written nearly so', async () => {
  const suggest = async (q: string) => {
    const response = await fetch(`${site.origin}/api/national-events/suggest?q=${encodeURIComponent(q)}`)
    expect(response.status).toBe(200)
    return (await response.json()) as { title: string; detail: string; url: string }[]
  }
  const [first, ...others] = await suggest('fair tarn')
  expect(first).toEqual({
    title: 'Tarn Fair 001',
    detail: expect.stringContaining('Tarn Hall, Kendal'),
    url: '/database?q=Tarn+Fair+001',
  })
  expect(others).toHaveLength(5)
  expect((await suggest('tarm'))[0]!.title).toStartWith('Tarn Fair')
  expect(await suggest('t')).toEqual([])
  expect((await fetch(`${site.origin}/api/national-events/suggest?q=${'x'.repeat(101)}`)).status).toBe(422)
})

test('filters stand in the address and in the form', async () => {
  const filtered = await html('/database?q=TARN+fair&category=sports&type=featured')
  expect(filtered).toContain('Showing 1 of 1 event<')
  expect(filtered).toContain('value="TARN fair"')
  expect(filtered).toMatch(/<option value="sports" selected[^>]*>Sports/)
  expect(filtered).toMatch(/<option value="featured" selected[^>]*>Featured Events/)
  expect(filtered).toContain('Clear Filters')
})

test('city, days and order narrow the list, in the form too, and page numbers keep them', async () => {
  const first = await html('/database?city=kendal&from=2026-06-16&to=2026-08-01&sort=name')
  expect(first).toContain('Showing 24 of 47 events')
  expect(first).toMatch(/aria-label="Filters in use".*Kendal.*From Tuesday 16 June 2026, until Saturday 1 August 2026/)
  expect(first).toContain('2 in use')
  expect(first).toMatch(/<input[^>]* name="city"[^>]* value="kendal"/)
  expect(first).toMatch(/<input type="hidden" name="sort" value="name"/)
  expect(first).toContain('href="/database?city=kendal&amp;from=2026-06-16&amp;to=2026-08-01&amp;sort=name&amp;page=2"')
  expect(first).toMatch(/aria-current="[a-z]+"[^>]*>Name</)
  // No counter knows such a list.
  expect(first).toContain('>All Events</option>')
  expect((await data('/database?city=nowhere')).found).toBe(0)
  const newest = await data('/database?sort=newest&page=3')
  expect([newest.pages!.current, newest.events.length]).toEqual([3, 13])
  const cities = await fetch(`${site.origin}/api/national-events/suggest?of=city&q=ke`)
  const kendal = [{ title: 'Kendal', detail: '60 events', url: '/database?city=Kendal' }]
  expect(await cities.json()).toEqual(kendal)
  // Nothing typed yet, and a slip of the pen.
  for (const q of ['', 'kendel'])
    expect(await (await fetch(`${site.origin}/api/national-events/suggest?of=city&q=${q}`)).json()).toEqual(kendal)
  expect(await (await fetch(`${site.origin}/api/national-events/suggest?of=city&q=zz`)).json()).toEqual([])
  const misspelt = await html('/database?city=kendel&sort=name')
  expect(misspelt).toContain('No city in the database is called “kendel”. Did you mean:')
  expect(misspelt).toMatch(/href="\/database\?city=Kendal&amp;sort=name"[^>]*>Kendal</)
  // The city is known, only not on such a day.
  expect((await data('/database?city=kendal&to=2020-01-01')).nearCities).toEqual([])
})

test('the call takes the same, and its next page keeps it', async () => {
  const path = '/api/national-events?city=Kendal&when=2026-07&sort=name&limit=20'
  const response = await fetch(site.origin + path)
  expect(response.headers.get('x-total-count')).toBe('31')
  const link = response.headers.get('link')!
  for (const kept of ['city=Kendal', 'when=2026-07', 'sort=name', 'limit=20']) expect(link).toContain(kept)
  const next = await fetch(site.origin + link.match(/^<([^>]+)>/)![1])
  const titles = ((await next.json()) as { title: string }[]).map(({ title }) => title)
  expect(titles).toHaveLength(11)
  expect(titles[0]).toBe('Tarn Fair 037')
})

test('nothing found offers a way on', async () => {
  const empty = await html('/database?q=zzzz')
  expect(empty).toContain('No events found')
  expect(empty).toContain('Showing 0 of 0 events')
  expect(empty).toMatch(/href="\/database"[^>]*>Clear Filters/)
})

test('text stays text, in events and in what is searched for', async () => {
  const found = await html(`/database?q=${encodeURIComponent('<script>alert(1)')}`)
  expect(found).toContain('Showing 1 of 1 event<')
  expect(found).not.toContain('<script>alert')
})

test('a cached page is made again when the data changes', async () => {
  const before = await data('/database?q=newly')
  expect(before.found).toBe(0)
  await site.sql`insert into national_events (source_key, title) values ('newly', 'Newly Added')`
  await Bun.sleep(150)
  expect((await data('/database?q=newly')).found).toBe(1)
  await site.sql`delete from national_events where source_key = 'newly'`
})

test.each(['cursor=nonsense', 'type=%27', `q=${'x'.repeat(3000)}`, 'q=%00', 'q=%ED%A0%80', 'category=%25', 'q=%5C'])(
  'an odd address (%s) is answered',
  async (query) => expect((await fetch(`${site.origin}/database?${query}`)).status).toBe(200),
)

test('the call answers the documented fields, the total and the next page', async () => {
  const response = await fetch(`${site.origin}/api/national-events?limit=50&category=sports`)
  const events = (await response.json()) as Record<string, unknown>[]
  expect(response.headers.get('x-total-count')).toBe('30')
  expect(response.headers.get('link')).toBeNull()
  expect(events.length).toBe(30)
  expect(events[0]).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    title: 'Tarn Fair 002',
    date: '2026-06-16',
    time: '10:30',
    venue: 'Tarn Hall',
    city: 'Kendal',
    category: 'sports',
    organiser: 'Tarn Trust',
    description: '',
    featured: true,
    accredited: false,
  })
})

test('following the Link header reads everything once', async () => {
  const ids: string[] = []
  for (let address: string | undefined = '/api/national-events?limit=7&q=fair'; address; ) {
    const response: Response = await fetch(site.origin + address)
    expect(response.headers.get('x-total-count')).toBe('61')
    ids.push(...((await response.json()) as { id: string }[]).map(({ id }) => id))
    address = response.headers.get('link')?.match(/^<([^>]+)>; rel="next"$/)?.[1]
  }
  expect(ids.length).toBe(61)
  expect(new Set(ids).size).toBe(61)
})

test.each([
  'limit=0',
  'limit=101',
  'limit=x',
  'limit=1e9',
  'cursor=x',
  'type=other',
  'when=soon',
  'from=2026-02-30',
  'sort=x',
  `q=${'x'.repeat(101)}`,
])('the call refuses %s', async (query) => {
  const response = await fetch(`${site.origin}/api/national-events?${query}`)
  expect(response.status).toBe(422)
  expect(await response.json()).toMatchObject({ kind: 'invalid', error: expect.any(String) })
})
