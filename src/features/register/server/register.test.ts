import { expect, test } from 'bun:test'
import { registerStatusNames } from '#domain/register-status.ts'
import { isOpen, sortNames } from '#features/register/rules.ts'
import type { PageData } from '#page/page.ts'
import { siteOfFile } from '#test/of-file.ts'
import { until } from '#test/until.ts'
import { organiserAddress } from '#wire/organiser-address.ts'
import type { event, FoundEvent } from './load-event.ts'
import type { events } from './load-events.ts'
import type { ListingsData } from './load-listings.ts'

type EventData = PageData<typeof event>
type EventsData = PageData<typeof events>

const now = new Date('2026-11-21T12:00:00Z')

type ListedEvents = EventsData & { entries: object[] }

const site = await siteOfFile({ now: () => now })

const get = (path: string, init: RequestInit = {}) => fetch(site.origin + path, { redirect: 'manual', ...init })
const html = async (path: string) => (await (await get(path)).text()).replaceAll('<!-- -->', '')
const text = async (path: string) =>
  (await html(path)).replace(/<script[\s\S]*?<\/script>/g, '').replace(/<[^>]+>/g, ' ')
async function data<Data>(path: string): Promise<Data> {
  const response = await get(path, { headers: { accept: 'application/json' } })
  return ((await response.json()) as { data: Data }).data
}
type Listed = { id: string; slug: string; title: string; date: string | null; accredited: boolean } & Record<
  string,
  unknown
>
async function list(path: string): Promise<{ entries: Listed[]; headers: Headers }> {
  const response = await get(path)
  expect(response.status).toBe(200)
  return { entries: (await response.json()) as Listed[], headers: response.headers }
}

test('the listing shows cards with their status, and says that the data is a demonstration', async () => {
  const page = await html('/listings')
  expect(page).toMatch(/<h1[^>]*>Register of Accredited Events<\/h1>/)
  expect(page).toMatch(/61 events found<span[^>]*>55 of them accredited now/)
  // Once, above the header.
  expect(page.match(/invented/g)?.length).toBe(2)
  expect(page).toMatch(/<strong>Demonstration\.<\/strong> (?:<!-- -->)?Events are invented\./)
  expect(page).toContain('Thursday 3 December 2026')
  expect(page).toContain('Ropewalk Gardens, Bristol · ')
  expect(page).toContain('View Details')
  expect(page).toContain('Accreditation suspended')
  expect(page).toMatch(/<summary[^>]*>.*?Filters/)
  expect(page).not.toMatch(/<details[^>]* open=/)
  expect(page).not.toContain(' style=')
  expect(page).toContain(`<link rel="canonical" href="${site.origin}/listings"/>`)
})

test('a card has one link, and one more where the entry has a site of its own, which opens in a new tab', async () => {
  const page = await html('/listings?q=northern+founders')
  expect(page).toMatch(
    /<a (?=[^>]*href="https:\/\/northern-founders-summit\.example")(?=[^>]*target="_blank")[^>]*>View Event/,
  )
  expect(await html('/listings?q=tidewater')).toMatch(
    /<a (?=[^>]*href="\/events\/tidewater-jazz-weekend")[^>]*>View Details/,
  )
  for (const path of ['/listings', '/events']) {
    const cards = (await html(path)).split(/<li[^>]*><img src="\/(?:covers|images)/).slice(1)
    expect(cards.length).toBeGreaterThan(2)
    for (const card of cards) {
      const links = card.slice(0, card.indexOf('</li>')).match(/<a [^>]*>/g)!
      expect(links.filter((link) => !link.includes('target="_blank"')).length).toBe(1)
      expect(links.length).toBe(card.includes('>View Event<') ? 2 : 1)
      expect(links[0]).toMatch(/href="\/events(?:\/[a-z\d-]+|\?event=[a-z\d-]+)"/)
    }
  }
})

test('the address holds search and filters, and the page shows them', async () => {
  const page = await html('/listings?q=day&city=Birmingham&verified=1')
  expect(page).not.toMatch(/<details[^>]* open=/)
  expect(page).toMatch(/Remove filter: <\/span>Birmingham</)
  expect(page).toMatch(/name="q"[^>]*value="day"|value="day"[^>]*name="q"/)
  expect(page).toMatch(/<input (?=[^>]*name="city")[^>]*value="Birmingham"/)
  expect(page).toContain('1 event found')
  expect(page).toContain('Bright Minds Science Day')
  expect(page).toContain('Clear Filters')
})

test('where nothing is found the page says so and offers a way on', async () => {
  const page = await text('/listings?q=nothing-of-the-kind')
  expect(page).toContain('0 events found')
  expect(page).toContain('No events found')
  expect(page).toContain('Try adjusting your search criteria')
  expect(page.split('Clear Filters').length).toBe(2)
})

test('what a person typed is shown as text and found as text', async () => {
  const page = await html(`/listings?q=${encodeURIComponent('<b>"x"</b>%')}`)
  expect(page).toContain('value="&lt;b&gt;&quot;x&quot;&lt;/b&gt;%"')
  for (const odd of [
    '%00',
    '%ED%A0%80',
    'a%00b',
    encodeURIComponent('é'.repeat(1500)),
    '%25',
    '_',
    encodeURIComponent('\\'),
  ]) {
    expect((await get(`/listings?q=${odd}`)).status).toBe(200)
    expect((await get(`/listings?city=${odd}`)).status).toBe(200)
    expect((await get(`/listings?cursor=${odd}`)).status).toBe(200)
  }
  for (const odd of [
    '1.2026-02-31.00000000-0000-0000-0000-000000000000',
    '9.x.y',
    '1.0000-00-00.00000000-0000-0000-0000-000000000000',
  ]) {
    expect((await get(`/listings?cursor=${odd}`)).status).toBe(200)
    expect((await get(`/events?cursor=${odd}`)).status).toBe(200)
  }
})

test('the register page of 24 entries has 400 elements in 26 KB at most, and brings each card once', async () => {
  const response = await get('/listings', { headers: { 'accept-encoding': 'identity' } })
  const page = await response.text()
  expect(Buffer.byteLength(page)).toBeLessThanOrEqual(26 * 1024)
  let elements = 0
  new HTMLRewriter().on('*', { element: () => void elements++ }).transform(page)
  expect(elements).toBeLessThanOrEqual(400)
  expect(page.match(/<li[^>]*><img /g)).toHaveLength(24)
  const sent = JSON.parse(page.match(/<script id="page-data"[^>]*>(.*?)<\/script>/s)![1]!)
  expect(sent.state.data.entries).toEqual(Array(24).fill(null))
  // A move has no document to take them from.
  expect(
    (await data<ListingsData>('/listings')).entries.every((entry) => entry !== null && page.includes(entry.slug)),
  ).toBeTrue()
})

test('pages lead from one to the next through the whole register, past events last and apart', async () => {
  const cards: { slug: string; place: string }[] = []
  for (let number = 1; number <= 3; number++) {
    const page: ListingsData = await data(`/listings?page=${number}`)
    for (const [index, entry] of page.entries.entries()) {
      const place = `${index < page.upcoming ? 0 : 1}${entry?.featured ? 0 : 1}${entry?.date ?? '9999'}`
      cards.push({ slug: entry!.slug, place })
    }
    expect(page.pages).toEqual({ current: number, last: 3, before: (number - 1) * 24 })
  }
  expect(await text('/listings')).not.toContain('Past events')
  expect(new Set(cards.map(({ slug }) => slug)).size).toBe(61)
  const places = cards.map(({ place }) => place)
  expect(places).toEqual(places.toSorted())
  expect(await text('/listings?q=harvest+half')).toContain('Past events')
})

test('a page says which entries it shows; one after the last leads to the last, with what else is asked for', async () => {
  const second = await html('/listings?page=2&verified=1')
  expect(second).toContain('Showing 25–48 of 55, featured events first')
  expect(await html('/listings?page=2&sort=name')).toMatch(/Showing 25–48 of 61</)
  expect(second).toMatch(/<a (?=[^>]*rel="prev")[^>]*href="\/listings\?verified=1"/)
  expect(second).toMatch(/<a (?=[^>]*aria-label="Page 3")[^>]*href="\/listings\?verified=1&amp;page=3"/)
  const far = await get('/listings?page=40&verified=1')
  expect([far.status, far.headers.get('location')]).toEqual([303, '/listings?verified=1&page=3'])
  expect((await get('/listings?page=2&q=lantern')).headers.get('location')).toBe('/listings?q=lantern')
})

test('other orders have one list, whose past events say so', async () => {
  const byName: ListingsData = await data('/listings?sort=name')
  const titles = byName.entries.map((entry) => entry!.title.toLowerCase())
  expect(titles).toEqual(titles.toSorted())
  expect(byName.upcoming).toBe(24)
  expect(byName.canonical).toBeNull()
  const page = await html('/listings?sort=name&when=2026-10')
  expect(page).not.toContain('id="past-events"')
  expect(page).toContain('>Past event<')
  // What is paid for comes first in these, and each says so.
  for (const name of [sortNames(false)[''], sortNames(true)[''], sortNames(true).date])
    expect(name).toMatch(/featured first/i)
  expect((await data<ListingsData>('/listings?sort=date')).sort).toBe('')
  expect((await data<ListingsData>('/listings?sort=date&q=day')).sort).toBe('date')
})

test('filters by date and status: page, call and feeds', async () => {
  const december: ListingsData = await data('/listings?when=2026-12')
  expect(december.total).toBeGreaterThan(5)
  expect(december.entries.every((entry) => entry!.date!.startsWith('2026-12'))).toBe(true)
  const { headers, entries } = await list('/api/events?from=2026-12-01&to=2026-12-31')
  expect(headers.get('x-total-count')).toBe(String(december.total))
  expect(entries).toHaveLength(december.total)
  const { entries: lapsed } = await list('/api/listings?status=lapsed&sort=name')
  expect(new Set(lapsed.map(({ status }) => status))).toEqual(new Set(['lapsed']))
  const names = lapsed.map(({ title }) => title.toLowerCase())
  expect(names).toEqual(names.toSorted())
  const feed = JSON.parse(await text('/listings.json?status=suspended&when=month'))
  expect(feed.title).toContain('Register of accredited events, this month, accreditation suspended')
  for (const odd of ['when=soon', 'from=2027-02-30', 'to=tomorrow', 'status=fine', 'sort=price', 'page=-1', 'page=0']) {
    expect((await get(`/listings?${odd}`)).status).toBe(200)
    if (!odd.startsWith('page')) expect((await get(`/api/events?${odd}`)).status).toBe(422)
  }
  const wrong = await html('/listings?from=2027-02-02&to=2027-02-01')
  expect(wrong).toContain('The last day is before the first')
  expect(wrong).toContain('0 events found')
})

test('a register number among the words of a search leads to its entry', async () => {
  for (const q of ['DEMO-2026-000057', 'demo 2026 000057', 'certificate demo2026000057', 'DEMO–2026–000057?']) {
    const found = await get(`/listings?q=${encodeURIComponent(q)}`)
    if (q.endsWith('?')) expect(found.status).toBe(200)
    else expect([found.status, found.headers.get('location')]).toEqual([303, '/events/ultra-bass-arena-night'])
  }
  expect((await get('/listings?q=DEMO-2026-999999')).status).toBe(200)
  // And the box for numbers takes words.
  const verified = async (typed: string) =>
    (await get(`/verify?number=${encodeURIComponent(typed)}`)).headers.get('location')
  expect(await verified('demo 2026 000057')).toBe('/verify/DEMO-2026-000057')
  expect(await verified('winter fair')).toBe('/listings?q=winter+fair')
  expect(await verified('BEAA-2026-XX')).toBe('/verify/BEAA-2026-XX')
})

test('a misread register number leads to the entry that it may mean, in the list and in suggestions', async () => {
  for (const q of ['DEM0-2026-000057', 'demo 2o26 oooo57', 'certificate DEM02026000057', 'DEMO-2026-0000S7']) {
    const found = await html(`/listings?q=${encodeURIComponent(q)}`)
    expect(found).toContain('No events found')
    expect(found).toMatch(/<h2[^>]*>Did you mean DEMO-2026-000057\?<\/h2>/)
    expect(found).toContain('href="/events/ultra-bass-arena-night"')
    const suggested = (await (await get(`/api/suggest?q=${encodeURIComponent(q)}`)).json()) as { url: string }[]
    expect(suggested.map(({ url }) => url)).toEqual(['/events/ultra-bass-arena-night'])
  }
  expect(await html('/listings?q=DEM0-2026-999999')).not.toContain('Did you mean')
})

test('apostrophes and hyphens need not be typed as an entry has them, nor left out', async () => {
  const entries: [slug: string, title: string, venue: string, city: string, organiser: string][] = [
    ['oharas-night-market', "O'Hara's Night Market", 'The Ship', "King's Lynn", 'O’Hara & Sons Ltd'],
    [
      'all-night-market',
      'All-Night-Market, Rock & Roll',
      'Saint-Cloud Hall',
      'Stow-on-the-Wold',
      'Salt-Hill Events Ltd',
    ],
  ]
  for (const [slug, title, venue, city, organiser] of entries)
    await site.sql`
      insert into register_entries (number, slug, status, valid_from, title, organiser, category, sector, starts_on, venue, city)
      values (${slug}, ${slug}, 'active', now(), ${title}, ${organiser}, 'Food & Drink', 'culture', '2027-05-05', ${venue}, ${city})`
  const found = async (q: string) =>
    (await list(`/api/listings?q=${encodeURIComponent(q)}`)).entries.map(({ slug }) => slug)
  const [ohara, night] = [entries[0]![0], entries[1]![0]]
  for (const q of ['ohara', 'OHARAS', "o'hara", 'O’Hara’s', 'o`haras', 'ohara sons', 'ohara and sons', 'kings lynn'])
    expect([q, await found(q)]).toEqual([q, [ohara]])
  for (const q of ['night-market', 'night market', 'NIGHT–MARKET', 'market night-'])
    expect([q, await found(q)]).toEqual([q, expect.arrayContaining([night, ohara])])
  for (const q of ['saint cloud', 'rock and roll', 'Rock + Roll', 'rock-roll', "all-night 'market'"])
    expect([q, await found(q)]).toEqual([q, [night]])
  expect(await html('/listings?q=ohara')).toContain(`href="/events/${ohara}"`)
  const suggested = async (q: string) =>
    ((await (await get(`/api/suggest?q=${encodeURIComponent(q)}`)).json()) as { title: string }[]).map(
      ({ title }) => title,
    )
  expect(await suggested('ohara')).toEqual(["O'Hara's Night Market", 'O’Hara & Sons Ltd'])
  expect(await suggested('o’hara')).toEqual(["O'Hara's Night Market", 'O’Hara & Sons Ltd'])
  expect(await suggested('salt hill')).toContain('Salt-Hill Events Ltd')
  expect((await suggested('kings'))[0]).toBe("King's Lynn")
  expect((await suggested('stow on'))[0]).toBe('Stow-on-the-Wold')
  await site.sql`delete from register_entries where slug = any(${[ohara, night]})`
})

test('where nothing is found, it says what to do with a certificate, and which city may be meant', async () => {
  const nothing = await html('/listings?q=nothing-of-the-kind')
  expect(nothing.indexOf('Were you shown a certificate?')).toBeGreaterThan(nothing.indexOf('No events found'))
  expect(nothing).toMatch(/href="\/verify"[^>]*>Check the number on the certificate/)
  expect(nothing).toMatch(/href="\/concerns\?about=false-claim"[^>]*>Report it to us/)
  expect(await html('/listings?q=day')).not.toContain('Were you shown a certificate?')
  const city = await html('/listings?city=Liverpol&verified=1')
  expect(city).toContain('No city on the register is called “Liverpol”')
  expect(city).toMatch(/href="\/listings\?city=Liverpool&amp;verified=1"[^>]*>Liverpool/)
})

test('a change shows at once, on the page of its city and on its own', async () => {
  expect(await text('/listings?city=Hereford')).toContain('1 event found')
  expect(await text('/events/cider-and-song')).toContain('Accredited: ')
  await site.sql`update register_entries set status = 'suspended', status_reason = 'Under review.' where slug = 'cider-and-song'`
  await until(async () => (await text('/listings?city=Hereford')).includes('Accreditation suspended'))
  await until(async () => (await text('/events/cider-and-song')).includes('Reason: Under review.'))
  await site.sql`update register_entries set status = 'active', status_reason = null where slug = 'cider-and-song'`
})

test('upcoming events are the accredited ones from today on', async () => {
  const page = await html('/events')
  expect(page).toMatch(/<h1[^>]*>Upcoming Accredited Events<\/h1>/)
  for (const label of ['all', 'business', 'entertainment', 'sports', 'culture', 'charity']) {
    expect(page).toMatch(
      new RegExp(
        `href="/events${label === 'all' ? '' : `\\?category=${label}`}"[^>]*><span class="capitalize">${label}<`,
      ),
    )
  }
  expect(page).toMatch(/BEAA Accredited: (declared, no documents checked|documents checked on|assessed on)/)
  expect(page).toContain('href="/apply-accreditation"')
  const slugs: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { entries, next }: ListedEvents = await data(`/events?cursor=${encodeURIComponent(cursor)}`)
    slugs.push(...entries.map((entry) => entry!.slug))
    cursor = next
  }
  const rows = await site.sql`
    select slug from register_entries where status = 'active' and sort_on >= '2026-11-21' order by sort_on, id`
  expect(slugs).toEqual(rows.map(({ slug }) => slug))
  expect(slugs.at(-1)).toBe('family-celebrations-by-wren-and-daughters')
})

test('a category shows its events alone; one without events says so', async () => {
  const { entries, category }: ListedEvents = await data('/events?category=charity')
  expect(category).toBe('charity')
  expect(entries.map((entry) => entry?.slug)).toContain('open-hands-charity-gala')
  expect(entries.map((entry) => entry?.slug)).not.toContain('tidewater-jazz-weekend')
  const { category: unknown }: EventsData = await data('/events?category=nonsense')
  expect(unknown).toBe('all')
  await site.sql`update register_entries set sector = 'culture' where sector = 'charity'`
  await until(async () => (await text('/events?category=charity')).includes('No events found'))
  expect(await text('/events?category=charity')).toContain(
    'Try adjusting your category filter or check back later for new events.',
  )
  await site.sql`update register_entries set sector = 'charity' where category = 'Community & Social'`
})

test('what nobody has given is left out of the pages and stays in the API', async () => {
  const slug = 'pebblewick-chess-congress'
  await site.sql`
    insert into register_entries (number, slug, status, valid_from, title, organiser, category, sector, starts_on, venue, city, capacity)
    values ('BEAA-2026-PEBBLE', ${slug}, 'active', '2026-01-05', 'Pebblewick Chess Congress', 'Pebblewick Chess Club',
      'Sports & Fitness', 'sports', '2026-11-22', 'Harbour Room', 'Pebblewick', 800)`
  try {
    const list = await html('/events?category=sports')
    const card = list.slice(list.indexOf('Pebblewick Chess Congress'))
    const pages = [
      card.slice(0, card.indexOf('</li></ul>')),
      await html(`/events/${slug}`),
      await html(`/events?event=${slug}`),
    ]
    for (const page of pages) {
      expect(page).toContain('Up to 800 attendees')
      for (const words of ['0 / 800', 'Price to be confirmed', '>Price<']) expect(page).not.toContain(words)
    }
    const events = (await (await get('/api/events?q=Pebblewick')).json()) as Record<string, unknown>[]
    expect(events[0]).toMatchObject({ attendees: 0, capacity: 800, price: '' })
  } finally {
    await site.sql`delete from register_entries where slug = ${slug}`
  }
})

test('the dialog of an event stands in its address, and is there without a script', async () => {
  const page = await html('/events?category=culture&event=lanternlight-winter-arts-trail')
  const dialog = page.match(/<dialog[\s\S]*<\/dialog>/)![0]
  for (const words of [
    'Date &amp; Time',
    'Location',
    'Capacity',
    'Price',
    '3,200 of 4,000 places taken',
    'Forty illuminated works',
  ]) {
    expect(dialog).toContain(words)
  }
  expect(dialog).toMatch(/href="https:\/\/lanternlight[^"]*\/tickets" target="_blank"[^>]*>Book Tickets/)
  expect(dialog).toMatch(/href="https:\/\/lanternlight[^"]*\/welcome" target="_blank"[^>]*>Event Landing Page/)
  expect(dialog).toMatch(/<a (?=[^>]*href="\/events\?category=culture")(?=[^>]*aria-label="Close")/)
  expect(dialog).toMatch(/Organised by[^<]*(?:<!-- -->[^<]*)*<a [^>]*href="\/organisers\/[a-z-]+-\d+"/)
  const plain = (await html('/events?event=tidewater-jazz-weekend')).match(/<dialog[\s\S]*<\/dialog>/)![0]
  expect(plain).toContain('Book Tickets')
  expect(plain).not.toContain('Event Landing Page')
  expect(await html('/events?event=no-such-event')).not.toContain('<dialog')
  expect((await get(`/events?event=%00${'x'.repeat(3000)}`)).status).toBe(200)
})

test('an event page says what it is, where it stands since when, and why', async () => {
  const page = await text('/events/ultra-bass-arena-night')
  for (const words of [
    'Ultra Bass Arena Night',
    'Saturday 12 December 2026, 21:00',
    'Music &amp; Concerts',
    'Foundry Arena',
    'DEMO-2026-000057',
    'Suspended on 12 November 2026, by a decision of the authority. Not accredited while the suspension lasts.',
    'Register looked up just now.',
    'Reason: The crowd safety plan is being reviewed after a change of venue.',
    'Valid from',
    'Valid until',
    'Entered in the register',
    'Suspended',
    'Back to Events',
  ]) {
    expect(page).toContain(words)
  }
  expect(await text('/events/bonfire-choir-night')).toContain('Past event')
  expect(await text('/events/family-celebrations-by-wren-and-daughters')).toContain('Clients choose the date')
})

test('the action button leads to the tickets, or to the tours site', async () => {
  expect(await html('/events/tidewater-jazz-weekend')).toMatch(/\/tickets" target="_blank"[^>]*>Book Tickets/)
  expect(await html('/events/severn-valley-steam-gala')).toMatch(
    /href="https:\/\/tours\.beaa\.example"[^>]*>Plan My Tour/,
  )
  expect(await html('/events/swansea-sea-swim')).not.toContain('Book Tickets')
})

test('the way to the tickets is quiet, and comes last where the answer is a warning', async () => {
  const first = /button-quiet"[^>]*>Book Tickets[\s\S]*>Report a concern<span/
  const last = />Report a concern[\s\S]*button-quiet"[^>]*>Book Tickets/
  expect(await html('/events/tidewater-jazz-weekend')).toMatch(first)
  const suspended = await html('/events/ultra-bass-arena-night')
  expect(suspended).toMatch(last)
  expect(suspended).not.toMatch(first)
  const dialog = (await html('/events?event=ultra-bass-arena-night')).match(/<dialog[\s\S]*<\/dialog>/)![0]
  expect(dialog).toMatch(/button-quiet"[^>]*>Book Tickets/)
  expect(registerStatusNames.filter(isOpen)).toEqual(['active', 'listed'])
})

test('a description is cut between words, and says that it goes on', async () => {
  const [entry] = await site.sql`
    update register_entries set description = repeat(description || ' ', 3)
    where slug = 'lanternlight-winter-arts-trail' returning slug, description`
  await until(async () => (await html(`/events/${entry!.slug}`)).includes(entry!.description.trim()))
  for (const path of [`/events/${entry!.slug}`, `/events?event=${entry!.slug}`]) {
    const page = (await html(path)).replaceAll('&#x27;', "'").replaceAll('&amp;', '&')
    const description = /<meta name="description" content="([^"]*)"/.exec(page)![1]!
    expect(description).toEndWith('…')
    expect(description.length).toBeLessThanOrEqual(160)
    const words = description.slice(0, -1)
    const whole = (entry!.description as string).replace(/\s+/g, ' ')
    expect(whole).toStartWith(words)
    expect(whole[words.length]).toMatch(/[\s,.;:–-]/)
    expect(page).toContain(`property="og:description" content="${description}"`)
  }
})

test('the gallery works as links to its pictures', async () => {
  const page = await html('/events/tidewater-jazz-weekend')
  const links = [...page.matchAll(/<a href="(\/covers\/entertainment\/tidewater-jazz-weekend-\d\.svg)"/g)].map(
    ([, href]) => href!,
  )
  expect(links.length).toBe(4)
  expect((await get(links[0]!)).headers.get('content-type')).toStartWith('image/svg+xml')
})

test('search engines are told what the register says', async () => {
  const jsonLd = async (slug: string) => (await data<FoundEvent>(`/events/${slug}`)).jsonLd[0]!
  expect(await jsonLd('tidewater-jazz-weekend')).toMatchObject({
    '@type': 'Event',
    name: 'Tidewater Jazz Weekend',
    startDate: '2026-12-24T19:30:00+00:00',
    eventStatus: 'https://schema.org/EventScheduled',
    location: {
      '@type': 'Place',
      name: 'The Old Customs Shed',
      address: { addressLocality: 'Liverpool', addressCountry: 'GB' },
    },
    url: `${site.origin}/events/tidewater-jazz-weekend`,
  })
  await site.sql`update register_entries set starts_on = '2027-06-01' where slug = 'tidewater-jazz-weekend'`
  await until(async () => (await jsonLd('tidewater-jazz-weekend')).startDate === '2027-06-01T19:30:00+01:00')
  expect((await jsonLd('tidewater-jazz-weekend')).identifier).toMatch(/^[A-Z]+-2026-/)
  // What became of an accreditation says nothing about the event; it is just not claimed any more.
  for (const slug of ['ultra-bass-arena-night', 'midlands-vaping-and-lifestyle-expo', 'vintage-vehicle-muster']) {
    const event = await jsonLd(slug)
    expect(event.eventStatus).toBe('https://schema.org/EventScheduled')
    expect(event.identifier).toBeUndefined()
  }
  const undated = (await data<FoundEvent>('/events/family-celebrations-by-wren-and-daughters')).jsonLd
  expect(undated.map((thing) => thing['@type'])).toEqual(['Certification', 'BreadcrumbList'])
  expect(await html('/events/tidewater-jazz-weekend')).toContain('<script type="application/ld+json">')
})

test('programs are told of the event what is known, and of its accreditation whether it is valid', async () => {
  const slug = 'tidewater-jazz-weekend'
  const [entry] = await site.sql`select number, organiser_id from register_entries where slug = ${slug}`
  const { number } = entry as { number: string }
  const shown = async (path: string, type: string) => {
    const [, text] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(await html(path)) ?? []
    const things = [JSON.parse(text ?? '[]')].flat() as Record<string, unknown>[]
    return things.find(
      (thing) => thing['@type'] === type && (type === 'Event' || thing.certificationIdentification === number),
    )
  }
  const change = async (set: string, isSeen: (event: Record<string, unknown>) => boolean) => {
    await site.sql.unsafe(`update register_entries set ${set} where slug = '${slug}'`)
    await until(async () => isSeen((await shown(`/events/${slug}`, 'Event'))!))
  }
  await change("price = 'Free entry', starts_on = '2027-06-02'", (event) => event.endDate === '2027-06-02')
  expect(await shown(`/events/${slug}`, 'Event')).toMatchObject({ isAccessibleForFree: true })
  await change("price = 'From £12.50', ticket_url = 'https://tickets.example'", (event) => event.offers !== undefined)
  expect(await shown(`/events/${slug}`, 'Event')).toMatchObject({
    isAccessibleForFree: false,
    offers: { '@type': 'AggregateOffer', lowPrice: '12.50', priceCurrency: 'GBP', url: 'https://tickets.example' },
  })
  await change("price = 'Ask at the door'", (event) => event.offers === undefined)
  expect((await shown(`/events/${slug}`, 'Event'))!.isAccessibleForFree).toBeUndefined()
  const pages = [`/events/${slug}`, `/verify/${number}`, organiserAddress({ id: entry!.organiser_id, name: 'x' })]
  const redirected = await get(pages[2]!)
  pages[2] = redirected.headers.get('location') ?? pages[2]!
  for (const page of pages)
    expect(await shown(page, 'Certification')).toMatchObject({
      certificationStatus: 'https://schema.org/CertificationActive',
      issuedBy: { '@type': 'Organization', name: site.services.brand.name },
      validFrom: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      expires: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      about: { '@type': 'Event', url: `${site.origin}/events/${slug}` },
      url: `${site.origin}/verify/${number}`,
    })
  await site.sql`update register_entries set status = 'suspended', status_reason = 'x' where slug = ${slug}`
  for (const page of pages)
    await until(
      async () =>
        (await shown(page, 'Certification'))?.certificationStatus === 'https://schema.org/CertificationInactive',
    )
  // What never was accredited has none.
  await site.sql`update register_entries set status = 'listed', status_reason = null where slug = ${slug}`
  for (const page of pages) await until(async () => (await shown(page, 'Certification')) === undefined)
  await site.sql`update register_entries set status = 'active' where slug = ${slug}`
})

test('an id leads to the slug for good', async () => {
  const [row] = await site.sql`select id from register_entries where slug = 'tidewater-jazz-weekend'`
  const response = await get(`/events/${row!.id}`)
  expect(response.status).toBe(301)
  expect(response.headers.get('location')).toBe('/events/tidewater-jazz-weekend')
  expect((await get(`/events/${crypto.randomUUID()}`)).status).toBe(404)
})

const oddSlugs = [
  'no-such-event',
  'UPPER',
  '%00',
  'a%00b',
  '..%2f..%2fetc',
  "x'%20or%201=1",
  'é',
  'x'.repeat(3000),
  '-',
  'a b',
]
test.each(oddSlugs)('an event that is not there is a 404 with a way back: %s', async (slug) => {
  const response = await get(`/events/${slug}`)
  expect(response.status).toBe(404)
  const body = await response.text()
  expect(body).toContain('Event Not Found')
  expect(body).toContain('Sorry, we couldn&#x27;t find this event.')
  expect(body).toMatch(/<a [^>]*href="\/"[^>]*>(<[^>]*><\/span>)?Back to Events/)
  expect(body).toContain('<meta name="robots" content="noindex"/>')
  const call = await get(`/api/events/${slug}`)
  expect(call.status).toBe(404)
  expect(await call.json()).toMatchObject({ kind: 'not-found' })
})

test('when the register cannot be read the page says so, with a way back', async () => {
  await site.sql`alter table register_history rename to register_history_away`
  const response = await get('/events/pennine-edge-marathon')
  await site.sql`alter table register_history_away rename to register_history`
  expect(response.status).toBe(503)
  const body = await response.text()
  expect(body).toContain('Oops! Event Not Found')
  expect(body).toContain('This event might have been moved or cancelled.')
  expect(body).toContain('Back to Events')
  expect((await data<EventData>('/events/pennine-edge-marathon')).state).toBe('found')
})

test('the events call answers what it documents', async () => {
  const { entries, headers } = await list('/api/events')
  expect(entries.length).toBe(61)
  expect(headers.get('x-total-count')).toBe('61')
  expect(headers.has('link')).toBeFalse()
  const lanternlight = entries.find(({ slug }) => slug === 'lanternlight-winter-arts-trail')!
  expect(lanternlight).toEqual({
    id: expect.any(String),
    slug: 'lanternlight-winter-arts-trail',
    title: 'Lanternlight Winter Arts Trail',
    organizer: 'Lanternlight Collective',
    description: expect.stringContaining('step-free route'),
    date: '2026-12-03',
    time: '17:00',
    venue: 'Ropewalk Gardens',
    city: 'Bristol',
    category: 'culture',
    price: 'Free',
    attendees: 3200,
    capacity: 4000,
    imageUrl: '/covers/culture/lanternlight-winter-arts-trail.svg',
    ticketUrl: 'https://lanternlight-winter-arts-trail.example/tickets',
    featured: true,
    isPro: true,
    landingPageUrl: 'https://lanternlight-winter-arts-trail.example/welcome',
    accredited: true,
    status: 'active',
    assurance: 'declared',
    assuredOn: null,
    nextReviewOn: null,
    statusReason: null,
    statusChangedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    statusChange: 'published',
  })
  expect(entries.find(({ slug }) => slug === 'ultra-bass-arena-night')!.accredited).toBeFalse()
  expect(
    entries.every(({ featured }, index) => featured || !entries[index + 1]?.featured || isPast(entries[index + 1]!)),
  ).toBeTrue()
})

test('the listings call answers what it documents', async () => {
  const { entries } = await list('/api/listings?q=northern')
  expect(entries).toEqual([
    {
      id: expect.any(String),
      title: 'Northern Founders Summit',
      slug: 'northern-founders-summit',
      date: '2026-12-17',
      venue: 'Exchange Hall at Millstone Quay',
      city: 'Manchester',
      description: expect.stringContaining('Every talk is given'),
      heroImage: '/covers/business/northern-founders-summit.svg',
      url: 'https://northern-founders-summit.example',
      category: 'Business & Networking',
      partners: ['Millstone Business Forum', 'Tamewater Bank'],
      accredited: true,
      verified: true,
      featured: true,
      status: 'active',
      assurance: 'evidence',
      assuredOn: '2026-09-19',
      nextReviewOn: '2027-08-15',
      statusReason: null,
      statusChangedAt: expect.any(String),
      statusChange: 'published',
    },
  ])
})

test('the lists and the single answer say since when and why a status is what it is', async () => {
  const [entry] = await site.sql<{ id: string; slug: string }[]>`
    select id, slug from register_entries where status = 'active' and valid_until > now() order by number desc limit 1`
  const { id, slug } = entry!
  await site.sql.begin(async (tx) => {
    await tx`update register_entries set status = 'suspended', status_reason = 'A document is missing.' where id = ${id}`
    await tx`
      insert into register_history (entry_id, change, from_status, to_status, reason, happened_at, cause)
      values (${id}, 'suspended', 'active', 'suspended', 'A document is missing.', '2026-11-20T09:30:00Z', 'a test'),
        (${id}, 'corrected', 'suspended', 'suspended', 'A venue.', '2026-11-20T09:40:00Z', 'a test')`
  })
  const said = {
    statusReason: 'A document is missing.',
    statusChangedAt: '2026-11-20T09:30:00.000Z',
    statusChange: 'suspended',
  }
  for (const path of ['/api/events', '/api/listings']) {
    const { entries } = await list(`${path}?status=suspended&limit=100`)
    expect(entries.find((listed) => listed.slug === slug)).toMatchObject({ status: 'suspended', ...said })
  }
  expect(await (await fetch(`${site.origin}/api/events/${slug}`)).json()).toMatchObject(said)
  await site.sql`update register_entries set status = 'active', status_reason = null where id = ${id}`
})

test.each(['/api/events', '/api/listings'])('%s walks by its Link header, with its filters', async (path) => {
  const expected = await site.sql`
    select slug from register_entries where sector = 'culture' and status = 'active' order by slug`
  const slugs: string[] = []
  for (let next: string | null = `${path}?limit=4&verified=true&category=culture`; next; ) {
    const { entries, headers } = await list(next)
    expect(headers.get('x-total-count')).toBe(String(expected.length))
    expect(entries.length).toBeLessThanOrEqual(4)
    expect(entries.every(({ accredited }) => accredited)).toBeTrue()
    slugs.push(...entries.map(({ slug }) => slug))
    next = headers.get('link')?.match(/^<([^>]+)>; rel="next"$/)?.[1] ?? null
  }
  expect(slugs.toSorted()).toEqual(expected.map(({ slug }) => slug))
})

const refused = [
  'limit=0',
  'limit=101',
  'limit=-1',
  'limit=abc',
  'limit=1.5',
  'limit=1e2',
  'limit=',
  `limit=${'9'.repeat(400)}`,
  'cursor=abc',
  'cursor=',
  'cursor=1.2026-02-31.00000000-0000-0000-0000-000000000000',
  'cursor=9.2026-02-01.00000000-0000-0000-0000-000000000000',
  'verified=maybe',
  `q=${'x'.repeat(201)}`,
]
test.each(refused)('the lists refuse %s by naming the field', async (query) => {
  for (const path of ['/api/events', '/api/listings']) {
    const response = await get(`${path}?${query}`)
    expect(response.status).toBe(422)
    const body = (await response.json()) as { kind: string; fields: { field: string }[] }
    expect(body.kind).toBe('invalid')
    expect(body.fields.map(({ field }) => field)).toEqual([query.split('=')[0]!])
  }
})

test.each([
  'q=%00',
  'q=%25',
  'q=_',
  'q=%5C',
  'q=%27%3B--',
  'q=%ED%A0%80',
  'city=Nowhere',
  'category=Nonsense',
  'unknown=1',
  'q=',
  'city=',
])('the lists take %s as text', async (query) => {
  expect((await get(`/api/events?${query}`)).status).toBe(200)
})

test('the detail call answers what it documents, by slug and by id', async () => {
  const response = await get('/api/events/severn-valley-steam-gala')
  const detail = (await response.json()) as Record<string, unknown>
  expect(detail).toMatchObject({
    title: 'Severn Valley Steam Gala',
    date: '2027-01-20',
    time: '09:30',
    category: 'Travel & Adventure',
    description: expect.stringContaining('Nine visiting engines'),
    mainImage: '/covers/culture/severn-valley-steam-gala.svg',
    images: [1, 2, 3].map((n) => `/covers/culture/severn-valley-steam-gala-${n}.svg`),
    gradientFrom: expect.stringMatching(/^#[\da-f]{6}$/),
    gradientTo: expect.stringMatching(/^#[\da-f]{6}$/),
    buttonText: 'Plan My Tour',
    buttonColor: expect.stringMatching(/^#[\da-f]{6}$/),
    buttonUrl: 'https://tours.beaa.example',
    accredited: true,
  })
  expect(await (await get(`/api/events/${detail.id}`)).json()).toEqual(detail)
})

test('the demonstration is loaded once and has every category', async () => {
  const { loadDemoRegister } = await import('#sandbox/demo/load-demo-register.ts')
  expect(await loadDemoRegister(site.services, now)).toBe(0)
  const rows = await site.sql`select distinct category from register_entries where is_demo`
  expect(rows.length).toBe(13)
})

test('the demonstration’s public events are marked as invented, and accredited where the register says so', async () => {
  const page = await html('/database')
  expect(page).toContain('Events are invented.')
  const events = await site.sql`select title, accredited from national_events where is_demo`
  expect(events.length).toBeGreaterThan(40)
  const accredited = events.filter((event) => event.accredited).map(({ title }) => title)
  expect(accredited.length).toBeGreaterThan(0)
  const entries = await site.sql`
    select title from register_entries where status = 'active' and is_demo and title in ${site.sql(accredited)}`
  expect(entries.map(({ title }) => title).sort()).toEqual(accredited.sort())
})

function isPast({ date }: Listed): boolean {
  return date !== null && date < '2026-11-21'
}

test('how far an entry was checked is said wherever it is shown', async () => {
  const slug = 'night-market-at-the-gasworks'
  const { entries } = await list(`/api/listings?q=gasworks`)
  expect(entries[0]).toMatchObject({ slug, assurance: 'assessed', assuredOn: expect.any(String) })
  const detail = (await (await get(`/api/events/${slug}`)).json()) as { checks: { name: string; result: string }[] }
  expect(detail.checks).toHaveLength(12)
  expect(detail.checks[0]!.name).toBe('Event plan and timetable')
  const event = await text(`/events/${slug}`)
  for (const words of [
    'What was checked',
    'We scored every criterion',
    'Risk assessment',
    'Met',
    'Assessor',
    'Next review',
  ])
    expect(event).toContain(words)
  expect(await (await get(`/events/${slug}`)).text()).toContain('href="/about#standards"')
  const declared = await text('/events/lanternlight-winter-arts-trail')
  expect(declared).toContain('we have accepted no documents for it')
  expect(declared).not.toContain('Assessor,')
  expect(await text(`/verify/${(detail as { number?: string }).number}`)).toMatch(/12 criteria \(met: \d+/)
  expect(await text('/events')).toMatch(/BEAA Accredited: documents checked on \d+ \w+ \d{4}/)
  expect(await text('/')).toMatch(/Accredited: (declared, no documents checked|documents checked on|assessed on)/)
  for (const [format, words] of [
    ['rss', 'Accredited: assessed on '],
    ['json', '"assurance":"assessed"'],
    ['ics', 'Accredited: assessed on '],
  ])
    expect((await text(`/listings.${format}?q=gasworks`)).replaceAll('\r\n ', '')).toContain(words!)
})

test('the list of one assurance holds those alone: page, call and feeds, with the numbers of each', async () => {
  const stored = await site.sql`select assurance, count(*)::int as entries from register_entries group by 1`
  const counts = Object.fromEntries(stored.map(({ assurance, entries }) => [assurance, entries]))
  const page = await data<ListingsData>('/listings?assurance=assessed')
  expect(page.facets!.assurances).toEqual(counts as never)
  expect(page.total).toBe(counts.assessed)
  expect(page.entries.every((entry) => entry!.assurance === 'assessed')).toBe(true)
  expect(page.canonical).toBeNull()
  const html = await (await get('/listings?assurance=assessed')).text()
  expect(html).toMatch(/<option value="assessed" selected="">Assessed/)
  for (const query of [
    'assurance=evidence',
    'assurance=evidence&city=London',
    'assurance=evidence&category=business',
    'assurance=evidence&verified=1',
    'assurance=evidence&q=northern',
  ]) {
    const { entries, headers } = await list(`/api/listings?${query}`)
    expect(entries.length).toBeGreaterThan(0)
    expect(entries.every(({ assurance }) => assurance === 'evidence')).toBe(true)
    expect(headers.get('x-total-count')).toBe(String(entries.length))
  }
  const link = (await list('/api/events?assurance=evidence&limit=3')).headers.get('link')
  expect(link).toContain('assurance=evidence')
  expect((await get('/api/listings?assurance=certified')).status).toBe(422)
  expect((await get('/listings?assurance=certified')).status).toBe(200)
  const feed = JSON.parse(await text('/listings.json?assurance=declared')) as {
    title: string
    items: { _register: { assurance: string } }[]
  }
  expect(feed.title).toContain('Register of accredited events, declared')
  expect(new Set(feed.items.map(({ _register }) => _register.assurance))).toEqual(new Set(['declared']))
  // Kept when one changes: the page is made anew and its number with it.
  const [one] = await site.sql`select id from register_entries where assurance = 'declared' limit 1`
  await site.sql`update register_entries set assurance = 'assessed' where id = ${one!.id}`
  const [total] = await site.sql`
    select sum(entries)::int as entries from register_totals where scope = 'all' and assurance = 'assessed'`
  expect(total!.entries).toBe(counts.assessed + 1)
  await site.sql`update register_entries set assurance = 'declared' where id = ${one!.id}`
})
