import { beforeAll, expect, test } from 'bun:test'
import ICAL from 'ical.js'
import { SaxesParser } from 'saxes'
import { siteOfFile } from '#test/of-file.ts'

const now = new Date('2026-11-21T12:00:00Z')
const hostile = '</title><script>alert(1)</script> & "x"; y, \\n ]]> 🎪\r\nEND:VCALENDAR'

const site = await siteOfFile({ now: () => now })
beforeAll(async () => {
  await site.sql`
    update register_entries set title = ${hostile}, description = ${`${hostile}\u0007\u2028`}
    where slug = 'tidewater-jazz-weekend'`
  await site.sql`insert into national_events (source_key, title, category) values ('walk', 'Lantern Walk', 'culture')`
})

const get = (path: string, headers: Record<string, string> = {}) => fetch(site.origin + path, { headers })
async function text(path: string): Promise<string> {
  const response = await get(path)
  expect(response.status).toBe(200)
  return await response.text()
}
/** Well-formed as XML, its elements' texts by name. */
function parseXml(xml: string): Map<string, string[]> {
  const texts = new Map<string, string[]>()
  const parser = new SaxesParser({ xmlns: true })
  const open: string[] = []
  parser.on('error', (problem) => {
    throw problem
  })
  parser.on('opentag', ({ name }) => open.push(name))
  parser.on('text', (words) => {
    const name = open.at(-1)
    if (name) texts.set(name, [...(texts.get(name) ?? []), words])
  })
  parser.on('closetag', () => open.pop())
  parser.write(xml).close()
  return texts
}
/** A strict reading: every line short, ended as it must be, and understood by a reader that is not ours. */
function parseCalendar(file: string) {
  const lines = file.split('\r\n')
  expect(lines.pop()).toBe('')
  expect(lines.every((line) => Buffer.byteLength(line) <= 75 && !/[\r\n]/.test(line))).toBe(true)
  const calendar = new ICAL.Component(ICAL.parse(file))
  return { calendar, events: calendar.getAllSubcomponents('vevent').map((one) => new ICAL.Event(one)) }
}

test('the calendar of a list has its dated entries, each with the time in UTC or the whole day, and its status', async () => {
  const response = await get('/listings.ics')
  expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
  const { calendar, events } = parseCalendar(await response.text())
  expect(calendar.getFirstPropertyValue('x-wr-calname')).toBe('Register of accredited events – BEAA')
  const dated = await site.sql<{ id: string }[]>`
    select id from register_entries where starts_on >= '2026-10-22' order by sort_on, id`
  const host = new URL(site.origin).hostname
  expect(events.map((event) => event.uid)).toEqual(dated.map(({ id }) => `${id}@${host}`))
  const jazz = events.find((event) => event.summary.includes('script'))!
  expect(jazz.summary).toBe(hostile.replace('\r\n', '\n'))
  expect(jazz.startDate.toString()).toBe('2026-12-24T19:30:00Z')
  expect(jazz.component.getFirstPropertyValue('status')).toBe('CONFIRMED')
  const statusOf = (title: string) =>
    events.find((event) => event.summary === title)!.component.getFirstPropertyValue('status')
  expect(statusOf('Ultra Bass Arena Night')).toBe('CONFIRMED')
})

test('a summer evening is an hour earlier in UTC, an entry without a time takes the day, and a change raises its sequence', async () => {
  const path = '/events/severn-valley-steam-gala.ics'
  const before = parseCalendar(await text(path)).events[0]!
  await site.sql`
    update register_entries set starts_on = '2027-07-01', starts_at = '19:30', updated_at = updated_at + interval '1 hour'
    where slug = 'severn-valley-steam-gala'`
  const after = await until(
    async () => parseCalendar(await text(path)).events[0]!,
    (event) => event.startDate.toString() === '2027-07-01T18:30:00Z',
  )
  expect(after.uid).toBe(before.uid)
  expect(after.sequence).toBe(before.sequence + 3600)
  await site.sql`update register_entries set starts_at = null where slug = 'severn-valley-steam-gala'`
  const whole = await until(
    async () => parseCalendar(await text(path)).events[0]!,
    (event) => event.startDate.isDate,
  )
  expect(whole.startDate.toString()).toBe('2027-07-01')
})

test('an accreditation that was revoked cancels no event: its calendar file says in words what the register says', async () => {
  const { calendar, events } = parseCalendar(await text('/events/midlands-vaping-and-lifestyle-expo.ics'))
  expect(calendar.getFirstPropertyValue('method')).toBe('PUBLISH')
  expect(events[0]!.component.getFirstPropertyValue('status')).toBe('CONFIRMED')
  expect(events[0]!.description).toContain('The accreditation of this event was revoked.')
  expect((await get('/events/family-celebrations-by-wren-and-daughters.ics')).status).toBe(404)
  expect((await get('/events/no-such-event.ics')).status).toBe(404)
})

test('feeds have the filters of their page', async () => {
  const titles = async (path: string) =>
    ((await (await get(path)).json()) as { items: { title: string }[] }).items.map((item) => item.title).sort()
  const listed = async (path: string) =>
    ((await (await get(path)).json()) as { title: string }[]).map((entry) => entry.title).sort()
  for (const query of [
    '?city=Birmingham',
    '?q=day',
    '?category=Music+%26+Concerts&verified=1',
    '?city=birmingham&q=science',
  ]) {
    const found = await titles(`/listings.json${query}`)
    expect(found).toEqual(await listed(`/api/listings${query}`))
    expect(found.length).toBeGreaterThan(0)
  }
  expect(await titles('/listings.json?q=%25')).toEqual([])
  const { events } = parseCalendar(await text('/events.ics?category=sports'))
  const sports = await site.sql`
    select from register_entries
    where sector = 'sports' and starts_on >= '2026-10-22' and register_status(status, valid_until) = 'active'`
  expect(events.length).toBe(sports.length)
})

test.each(['', '?category=sports'])('the feeds of upcoming events hold nothing that is past: %s', async (query) => {
  const feed = (await (await get(`/events.json${query}`)).json()) as { title: string; items: { id: string }[] }
  expect(feed.title).toStartWith('Upcoming accredited events')
  const upcoming = await site.sql<{ id: string }[]>`
    select id from register_entries
    where (starts_on >= '2026-11-21' or starts_on is null) and register_status(status, valid_until) = 'active'
      and (${query} = '' or sector = 'sports')`
  const ids = upcoming.map(({ id }) => `urn:uuid:${id}`).sort()
  expect(ids.length).toBeGreaterThan(0)
  expect(feed.items.map(({ id }) => id).sort()).toEqual(ids)
  expect([...parseXml(await text(`/events.rss${query}`)).get('guid')!].sort()).toEqual(ids)
})

test('the RSS feed is well-formed, names itself, and holds any title as text', async () => {
  const response = await get('/listings.rss?city=Liverpool')
  expect(response.headers.get('content-type')).toBe('application/rss+xml; charset=utf-8')
  const xml = await response.text()
  const texts = parseXml(xml)
  expect(texts.get('title')![0]).toBe(
    'Register of accredited events in Liverpool – British Events Accreditation Authority',
  )
  expect(texts.get('title')!.slice(1)).toContain(hostile.replace('\r\n', '\n'))
  expect(xml).toContain(`<atom:link href="${site.origin}/listings.rss?city=Liverpool" rel="self"`)
  expect(texts.get('pubDate')!.every((date) => /^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/.test(date))).toBe(true)
  expect(new Set(texts.get('guid')).size).toBe(texts.get('guid')!.length)
})

test('the JSON feed has what version 1.1 asks for', async () => {
  const response = await get('/listings.json')
  expect(response.headers.get('content-type')).toBe('application/feed+json; charset=utf-8')
  const feed = (await response.json()) as Record<string, unknown> & { items: Record<string, string>[] }
  expect(feed.version).toBe('https://jsonfeed.org/version/1.1')
  expect(feed.feed_url).toBe(`${site.origin}/listings.json`)
  expect(feed.items.length).toBe(50)
  for (const item of feed.items) {
    expect(item.id).toStartWith('urn:uuid:')
    expect(item.url).toStartWith(`${site.origin}/events/`)
    expect(item.content_text!.length).toBeGreaterThan(10)
    expect(item.date_published).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  }
  const dates = feed.items.map((item) => item.date_published!)
  expect(dates).toEqual([...dates].sort().reverse())
})

test('an unchanged feed is not sent again, a changed one is', async () => {
  const first = await get('/listings.rss?city=Bristol')
  const etag = first.headers.get('etag')!
  await first.text()
  expect((await get('/listings.rss?city=Bristol', { 'if-none-match': etag })).status).toBe(304)
  await site.sql`update register_entries set title = title || '!' where city = 'Bristol'`
  await until(
    () => get('/listings.rss?city=Bristol', { 'if-none-match': etag }),
    (response) => response.status === 200,
  )
})

test('pages lead to their feeds, calendar file and picture', async () => {
  const list = await text('/listings?city=Leeds')
  for (const [ending, type] of [
    ['ics', 'text/calendar'],
    ['rss', 'application/rss\\+xml'],
    ['json', 'application/feed\\+json'],
  ]) {
    expect(list).toMatch(
      new RegExp(`<link rel="alternate" href="/listings\\.${ending}\\?city=Leeds" type="${type}" title="[^"]+"/>`),
    )
    expect(list).toContain(`<a href="/listings.${ending}?city=Leeds"`)
  }
  expect(await text('/events?category=sports')).toContain('<a href="/events.ics?category=sports"')
  const page = await text('/events/bright-minds-science-day')
  expect(page).toContain('<a href="/events/bright-minds-science-day.ics" download=""')
  expect(page).toMatch(
    /<meta property="og:image:alt" content="Bright Minds Science Day\. [^"]+\. Accredited: [^"]+\."\/>/,
  )
  expect(page).toContain('<meta name="twitter:card" content="summary_large_image"/>')
})

test('the picture of an entry is a PNG of 1200 by 630, kept for ever under the name of what it shows', async () => {
  const page = await text('/events/tidewater-jazz-weekend')
  const address = /<meta property="og:image" content="([^"]+)"/.exec(page)![1]!
  const response = await fetch(address)
  expect(response.headers.get('content-type')).toBe('image/png')
  expect(response.headers.get('cache-control')).toContain('immutable')
  const png = Buffer.from(await response.arrayBuffer())
  expect([png.subarray(1, 4).toString(), png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual(['PNG', 1200, 630])
  const etag = response.headers.get('etag')!
  expect((await fetch(address, { headers: { 'if-none-match': etag } })).status).toBe(304)
  expect((await get('/events/tidewater-jazz-weekend.png')).headers.get('cache-control')).toBe('no-cache')
  expect((await get('/events/no-such-event.png')).status).toBe(404)
  await site.sql`update register_entries set status = 'suspended' where slug = 'tidewater-jazz-weekend'`
  await until(
    () => text('/events/tidewater-jazz-weekend'),
    (changed) => changed.includes('og:image') && !changed.includes(address),
  )
})

test('the sitemap names every public page once, and nothing else', async () => {
  expect(await text('/robots.txt')).toContain(`\nSitemap: ${site.origin}/sitemap.xml\n`)
  const parts = parseXml(await text('/sitemap.xml')).get('loc')!
  expect(parts).toEqual([0, 1, 2].map((part) => `${site.origin}/sitemap-${part}.xml`))
  const fixed = parseXml(await (await fetch(parts[0]!)).text()).get('loc')!
  for (const address of fixed) {
    const page = await (await fetch(address)).text()
    expect(page).toContain(`<link rel="canonical" href="${address.replaceAll('&', '&amp;')}"/>`)
  }
  expect(new Set(fixed).size).toBe(fixed.length)
  const cities = await site.sql<{ city: string }[]>`select distinct city from register_entries where status = 'active'`
  for (const { city } of cities) {
    expect(fixed).toContain(`${site.origin}/cities/${city.toLowerCase()}`)
  }
  for (const path of ['/listings?category=Arts+%26+Culture', '/events?category=sports', '/database?category=culture']) {
    expect(fixed.filter((address) => address.startsWith(site.origin + path)).length).toBeGreaterThan(0)
  }
  const response = await fetch(parts[1]!)
  expect(response.headers.get('content-type')).toBe('application/xml; charset=utf-8')
  const entries = parseXml(await response.text())
  const slugs = await site.sql<{ slug: string }[]>`select slug from register_entries order by id`
  expect(entries.get('loc')).toEqual(slugs.map(({ slug }) => `${site.origin}/events/${slug}`))
  expect(entries.get('lastmod')!.length).toBe(slugs.length)
  const organisers = parseXml(await (await fetch(parts[2]!)).text()).get('loc')!
  const ids = await site.sql<{ organiser_id: number }[]>`select distinct organiser_id from register_entries order by 1`
  expect(organisers.map((address) => Number(address.split('-').at(-1)))).toEqual(ids.map((row) => row.organiser_id))
  expect(await (await fetch(organisers[0]!)).text()).toContain(`<link rel="canonical" href="${organisers[0]}"/>`)
  expect((await get('/sitemap-3.xml')).status).toBe(404)
})

const addresses: [path: string, canonical: string | null][] = [
  ['/listings?city=lEEDS', '/listings?city=Leeds'],
  ['/listings?city=Leeds&verified=1', '/listings?city=Leeds'],
  ['/listings?verified=1', '/listings'],
  ['/listings?city=Atlantis', null],
  ['/listings?category=nonsense', null],
  ['/listings?q=day', null],
  ['/listings?utm_source=x', '/listings'],
  ['/events?category=sports', '/events?category=sports'],
  ['/events?category=nonsense', '/events'],
  ['/database?category=nonsense', '/database'],
  ['/database?q=day', '/database'],
]
test.each(addresses)('%s is kept by search engines as %s', async (path, canonical) => {
  const page = await text(path)
  const [, named] = page.match(/<link rel="canonical" href="([^"]*)"/) ?? []
  expect(named?.replaceAll('&amp;', '&')).toBe(canonical ? site.origin + canonical : undefined)
  expect(page.includes('<meta name="robots" content="noindex"/>')).toBe(canonical === null)
})

test('a list can be subscribed to by a calendar program, with its filters', async () => {
  const host = new URL(site.origin).host
  for (const [path, feed] of [
    ['/listings?city=Leeds&verified=1&q=day', '/listings.ics?q=day&city=Leeds&verified=1'],
    ['/events?category=sports', '/events.ics?category=sports'],
    ['/events', '/events.ics'],
  ]) {
    expect((await text(path!)).replaceAll('&amp;', '&')).toContain(`href="webcal://${host}${feed}"`)
    parseCalendar(await text(feed!))
  }
})

test('the web manifest and its icons are there', async () => {
  const response = await get('/manifest.webmanifest')
  expect(response.headers.get('content-type')).toBe('application/manifest+json')
  const manifest = (await response.json()) as { name: string; icons: { src: string; sizes: string }[] }
  expect(manifest.name).toBe('British Events Accreditation Authority')
  const home = await text('/')
  expect(home).toContain('<link rel="manifest" href="/manifest.webmanifest"/>')
  for (const src of [...manifest.icons.map((icon) => icon.src), '/apple-touch-icon.png', '/share.png']) {
    expect((await get(src)).headers.get('content-type')).toBe('image/png')
  }
  expect(home).toContain('"@type":"Organization"')
})

async function until<Value>(make: () => Promise<Value>, holds: (value: Value) => boolean): Promise<Value> {
  for (let tries = 0; tries < 100; tries++) {
    const value = await make()
    if (holds(value)) return value
    await Bun.sleep(30)
  }
  throw new Error('It did not come to that.')
}
