import { beforeAll, expect, test } from 'bun:test'
import { type Assurance, levelWords } from '#domain/assurance.ts'
import { extras, products } from '#domain/catalogue.ts'
import { figure } from '#domain/figures.ts'
import { pounds } from '#domain/money.ts'
import { recognitionLevels } from '#domain/recognition-levels.ts'
import { filePaths } from '#pages.ts'
import { ownershipCookie } from '#requests/ownership.ts'
import { addApplication } from '#test/add-application.ts'
import { publicPaths } from '#test/e2e/public-paths.ts'
import { siteOfFile } from '#test/of-file.ts'
import { readPdf } from '#test/read-pdf.ts'
import { until } from '#test/until.ts'

// What a visitor reads on one page is what is said on the others. demo-pages.test.ts compares the pages of each entry.

const site = await siteOfFile({ scheduled: true })

/** The texts of every public page by its path: of its elements, its alternatives and what other sites show of it. */
type Texts = Map<string, string[]>

type Entry = {
  slug: string
  number: string
  title: string
  city: string
  assurance: Assurance
  assuredOn: string | null
}

let pages: Texts
/** The words of each page's primary buttons. */
const mainActions = new Map<string, string[]>()
let entries: Entry[]
beforeAll(async () => {
  entries = await site.sql<Entry[]>`
    select slug, number, title, city, assurance, assured_on as "assuredOn" from register_entries where status = 'active' order by number`
  const lists = ['/listings?page=2', '/listings?page=3', '/listings?verified=1', '/database?type=accredited']
  const ofReleases = (await read('/press')).match(/\/press\/(?!confirm|unsubscribe)[\w-]+(?=")/g) ?? []
  // The files of the day are made after the start.
  await until(async () => fileCount.test(textsOf(await read('/data')).join(' | ')))
  const ofEntries = entries.map(({ slug }) => `/events/${slug}`)
  pages = new Map()
  for (const path of new Set([...(await publicPaths(site)), ...lists, ...ofReleases, ...ofEntries])) {
    const html = await read(path)
    pages.set(path, textsOf(html))
    mainActions.set(path, primaryButtons(html))
  }
  const { id } = await addApplication(site.sql, { status: 'approved' })
  const [cookie] = ownershipCookie('', [id], site.services).split(';')
  pages.set(
    '/pre-approved',
    textsOf(await (await site.get(`/pre-approved?application_id=${id}`, { cookie: cookie! })).text()),
  )
  const { said } = await readPdf(await (await site.get(factSheet)).bytes())
  pages.set(
    factSheet,
    said.map(({ text }) => text),
  )
}, 120_000)

async function read(path: string): Promise<string> {
  const response = await fetch(site.origin + path)
  expect(`${path} ${response.status}`).toBe(`${path} 200`)
  return await response.text()
}

const hidden =
  /<script[\s\S]*?<\/script>|<style[\s\S]*?<\/style>|<!-- -->|<pre[\s\S]*?<\/pre>|<textarea[\s\S]*?<\/textarea>/g
/** They are part of a sentence. */
const inline = /<\/?(?:a|b|strong|em|time|i|code|abbr)\b[^>]*>/g
const entities: Record<string, string> = { amp: '&', '#x27': '’', quot: '"', lt: '<', gt: '>', nbsp: ' ' }

function textsOf(html: string): string[] {
  const shown = html.replace(hidden, '')
  const attributes = [...shown.matchAll(/ (?:alt|aria-label|title|content)="([^"]*)"/g)].map((match) => match[1]!)
  return [...shown.replace(inline, '').split(/<[^>]*>/), ...attributes]
    .map((text) =>
      text
        .replace(/&([#\w]+);/g, (whole, name) => entities[name] ?? whole)
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter(Boolean)
}

const factSheet = '/media/fact-sheet.pdf'

/** A level, or that it speaks of more than one entry. */
const follows =
  /^(?:: (?:declared, no documents checked|(?:documents checked|assessed)(?: on \d+ \w+ \d{4})?)\b|: no such entry|, at any level| [Ee]vents?\b| now\b)/

const paid = /^(?:: paid placement| Placement| Events?\b| first\b| in the register\b)/

/** The form counts its own steps, and the homepage those of the process. */
const counted: Record<string, RegExp> = {
  '/': /^The four steps are the same for every event/,
  '/apply-accreditation': /[Ss]tep 1 of 4|in four steps/,
  '/accreditation': /[Ss]tep 1 of 4|in four steps/,
}

/** What is wrong, by page; empty where all say the same. */
const contradictions = {
  '“Accredited” without a level': (all) =>
    inTexts(all, (text) =>
      [...text.matchAll(/\bAccredited\b/g)].some(
        ({ index }) => !follows.test(text.slice(index + 10)) && !/[‘“"]$/.test(text.slice(0, index)),
      ),
    ),
  'a paid place that does not say so': (all) =>
    // A release of the press office is featured by us.
    inTexts(
      all,
      (text, path) =>
        path !== '/press' && [...text.matchAll(/\bFeatured\b/g)].some(({ index }) => !paid.test(text.slice(index + 8))),
    ),
  'steps counted by another page': (all) =>
    inTexts(
      all,
      (text, path) =>
        /\b(?:two|three|four|five|six|\d+) steps\b|\bstep \d+ of \d+/i.test(text) && !counted[path]?.test(text),
    ),
  'another price of the same thing': (all) => {
    const sold = [...Object.values(products), ...Object.values(extras)]
    return [...all].flatMap(([path, texts]) =>
      texts.flatMap((text, index) => {
        const item = sold.find(({ label }) => label.toLowerCase() === text.toLowerCase())
        const price = item && texts.slice(index + 1, index + 4).find((next) => /^£[\d,.]+/.test(next))
        return !item || !price || price.startsWith(pounds(item.pence)) ? [] : [`${path}: ${text} ${price}`]
      }),
    )
  },
  'another number of accredited entries': (all) => different(all, accreditedCounts),
  'another number of entries': (all) => different(all, entryCounts),
  'levels that do not add up': (all) => {
    const counts = (all.get('/') ?? []).flatMap(
      (text) => /^([\d,]+) (?:declared|documents checked|assessed)\b/.exec(text)?.[1] ?? [],
    )
    return counts.length === 3 && sumOf(counts) === entries.length ? [] : [counts.join(' + ')]
  },
  'a date of an event that is another one on its own page': (all) =>
    entries.flatMap(({ slug, title }) => {
      const own = dayAfter(all.get(`/events/${slug}`)!, title)
      return [...all].flatMap(([path, texts]) => {
        const day = /^\/(?:events|listings)?(?:\?|$)/.test(path) ? dayAfter(texts, title) : null
        return day === null || day === own ? [] : [`${path}: ${title}, ${day} and ${own}`]
      })
    }),
  'another price of a recognition level': (all) =>
    [...all].flatMap(([path, texts]) =>
      recognitionLevels.flatMap(({ name, pence }) => {
        const price = priceAfter(texts, name)
        return price === null || price === (pence === 0 ? 'FREE' : pounds(pence)) ? [] : [`${path}: ${name} ${price}`]
      }),
    ),
  'another number of accredited events of the database': (all) => different(all, nationalCounts),
  'another number of events of the database': (all) => different(all, databaseCounts),
  'a file of the log with more changes than the log has': (all) => {
    const [inFiles, inLog] = [/exactly the first ([\d,]+) changes/, /Entries of the log \| ([\d,]+)/].map(
      (pattern, index) => Number(countOf(all, ['/data', '/log'][index]!, pattern)?.replace(',', '')),
    )
    return inFiles! <= inLog! ? [] : [`${inFiles} of ${inLog}`]
  },
  'another headline figure': (all) =>
    headlines.flatMap((label) => {
      const said = ['/', '/how-we-count'].map((path) => all.get(path)![all.get(path)!.indexOf(label) + 1])
      return new Set(said).size === 1 ? [] : [`${label}: ${said.join(', ')}`]
    }),
  'another telephone number of ours': (all) => {
    const numbers = [...all].flatMap(([path, texts]) =>
      texts.flatMap((text) => [...text.matchAll(/\b0161 496 0\d{3}\b/g)].map(([number]) => ({ path, number }))),
    )
    return numbers.filter(({ number }) => number !== numbers[0]!.number).map(({ path, number }) => `${path}: ${number}`)
  },
} satisfies Record<string, (all: Texts) => string[]>

type Kind = keyof typeof contradictions

/** How each would look. */
const spoils: Record<Kind, (all: Texts) => void> = {
  '“Accredited” without a level': (all) => all.get('/listings')!.push('Accredited'),
  'a paid place that does not say so': (all) => all.get('/')!.push('Featured'),
  'steps counted by another page': (all) => all.get('/events')!.push('You apply in four steps.'),
  'another price of the same thing': (all) => all.get('/prices')!.push('Annual Listing', 'For 12 months', '£59'),
  'another number of accredited entries': (all) => change(all, '/how-we-count', figure(entries.length), '7'),
  'another number of entries': (all) => change(all, '/map', /^\d+ events found/, '7 events found'),
  'levels that do not add up': (all) => change(all, '/', /^\d+ assessed/, '1,000 assessed'),
  'another price of a recognition level': (all) => change(all, '/pre-approved', '£987', '£995'),
  'another number of accredited events of the database': (all) =>
    change(all, '/database', /^Accredited Events \(\d+\)/, 'Accredited Events (7)'),
  'another number of events of the database': (all) => change(all, '/how-we-count', '48', '47'),
  'a file of the log with more changes than the log has': (all) =>
    change(all, '/data', /exactly the first [\d,]+ changes/, 'exactly the first 9,999 changes'),
  'another headline figure': (all) => change(all, '/how-we-count', '£2.1B', '£2.2B'),
  'another telephone number of ours': (all) => all.get(factSheet)!.push('Press office: 0161 496 0999'),
  'a date of an event that is another one on its own page': (all) =>
    change(all, '/listings', /^\w+day \d+ (\w+) \d{4}/, 'Monday 1 January 2029'),
}

test('nothing on the public pages contradicts something else', () => {
  expect(pages.size).toBeGreaterThan(80)
  for (const [kind, find] of Object.entries(contradictions)) expect([kind, find(pages)]).toEqual([kind, []])
  // Each count is on the pages that should have it.
  for (const counts of [accreditedCounts, entryCounts, nationalCounts, databaseCounts])
    for (const [path, pattern] of Object.entries(counts))
      expect([path, countOf(pages, path, pattern)]).not.toContain(null)
  for (const { name } of recognitionLevels) expect(priceAfter(pages.get('/pre-approved')!, name)).not.toBeNull()
  for (const { label } of [...Object.values(products), ...Object.values(extras)])
    expect(pages.get('/prices')!.map((text) => text.toLowerCase())).toContain(label.toLowerCase())
})

for (const [kind, spoil] of Object.entries(spoils)) {
  test(`would be seen: ${kind}`, () => {
    const all: Texts = new Map([...pages].map(([path, texts]) => [path, [...texts]]))
    spoil(all)
    expect(contradictions[kind as Kind](all)).not.toEqual([])
  })
}

test('each page has one main action at most', () => {
  // Its form is at the top and at the end (product.md); both send the same.
  const twice = ['/webinar']
  const many = [...mainActions].filter(([path, words]) => words.length > (twice.includes(path) ? 2 : 1))
  expect(many).toEqual([])
  expect([...mainActions.values()].filter((words) => words.length === 1).length).toBeGreaterThan(10)
  expect(new Set(mainActions.get('/webinar')).size).toBe(1)
})

function primaryButtons(html: string): string[] {
  const main = /<main[\s\S]*<\/main>/.exec(html)![0].replaceAll('<!-- -->', '')
  return [...main.matchAll(/class="button button-action[^>]*>([\s\S]*?)<\/(?:a|button)>/g)].map(([, words]) =>
    textsOf(words!).join(' '),
  )
}

test('calls and files count what the pages count', async () => {
  const total = async (path: string) => (await site.get(path)).headers.get('x-total-count')
  expect(await total('/api/listings?verified=true&limit=1')).toBe(String(entries.length))
  expect(await total('/api/listings?limit=1')).toBe(countOf(pages, '/map', entryCounts['/map']!))
  const [{ size }] = (await site.sql`select count(*)::int as size from register_leaves where position is not null`) as [
    { size: number },
  ]
  expect(pages.get('/log')!.join(' | ')).toContain(figure(size))
})

test.each(['declared', 'evidence', 'assessed'] as const)(
  'certificate, badge, embed, feeds and credential of an entry that is %s say so',
  async (assurance) => {
    const entry = entries.find((each) => each.assurance === assurance)!
    const words = `ccredited: ${levelWords(entry)}`
    const { number, slug, title, city } = entry
    const { said } = await readPdf(await (await site.get(`/api/certificates/${number}.pdf`)).bytes())
    expect(said.slice(1, 3).map(({ text }) => text)).toEqual(['Certificate of Accreditation', `A${words}`])
    const badge = await read(filePaths.badge(number))
    expect(textsOf(badge.replaceAll(/<\/text><text[^>]*>/g, ' ')).join(' | ')).toContain(words)
    const q = { q: title }
    for (const file of [
      filePaths.eventsEmbed({ city }),
      filePaths.listingsFeed('rss', q),
      filePaths.listingsFeed('json', q),
    ])
      expect([file, (await read(file)).includes(words)]).toEqual([file, true])
    expect((await read(filePaths.listingsFeed('ics', q))).replaceAll('\r\n ', '')).toContain(words.replace(',', '\\,'))
    expect(await read(`/api/suggest?q=${encodeURIComponent(title)}`)).toContain(words)
    let signed = await site.get(filePaths.credential(number, 'json'))
    for (let tries = 0; signed.status !== 200 && tries < 200; tries++) {
      await Bun.sleep(50)
      signed = await site.get(filePaths.credential(number, 'json'))
    }
    expect(await signed.text()).toContain(`Accredited event: ${levelWords(entry)}`)
    expect(await read(`/api/events/${slug}`)).toContain(`"assurance":"${assurance}"`)
  },
  30_000,
)

/** Where each page says how many entries are accredited now. */
const accreditedCounts: Record<string, RegExp> = {
  '/': /entries accredited now \| ([\d,]+)/,
  '/quickapply': /entries accredited now \| ([\d,]+)/,
  '/how-we-count': /Entries accredited now \| ([\d,]+)/,
  '/listings': /([\d,]+) of them accredited now/,
  '/listings?verified=1': /([\d,]+) events found/,
}

const entryCounts: Record<string, RegExp> = {
  '/listings': /([\d,]+) events found/,
  '/listings?page=2': /([\d,]+) events found/,
  '/map': /([\d,]+) events found/,
  '/how-we-count': /Entries in all \| ([\d,]+)/,
  '/data': /Register of accredited events \(CSV\) \| ([\d,]+)/,
}

/** Of the National Events Database. */
const nationalCounts: Record<string, RegExp> = {
  '/database': /\| Accredited Events \(([\d,]+)\)/,
  '/database?type=accredited': /of ([\d,]+) events/,
  '/how-we-count': /Accredited events in that database \| ([\d,]+)/,
}

const fileCount = /National Events Database \(CSV\) \| ([\d,]+)/

/** Of all events of the National Events Database. */
const databaseCounts: Record<string, RegExp> = {
  '/database': /\| All Events \(([\d,]+)\)/,
  '/how-we-count': /Events in the National Events Database \| ([\d,]+)/,
  '/data': fileCount,
}

const headlines = ['accredited events', 'partner organisations', 'economic impact', 'safety compliance']

/** Among the next texts, '£199' or 'FREE'. */
function priceAfter(texts: string[], name: string): string | null {
  const at = texts.indexOf(name)
  const after = at < 0 ? [] : texts.slice(at + 1, at + 4)
  return after.find((next) => /^(?:£[\d,.]+|FREE)$/.test(next)) ?? null
}

function countOf(all: Texts, path: string, pattern: RegExp): string | null {
  return pattern.exec(all.get(path)!.join(' | '))?.[1] ?? null
}

function different(all: Texts, counts: Record<string, RegExp>): string[] {
  const found = Object.entries(counts).map(([path, pattern]) => countOf(all, path, pattern))
  return new Set(found).size === 1 ? [] : [found.join(', ')]
}

const sumOf = (counts: string[]) => counts.reduce((sum, count) => sum + Number(count.replace(',', '')), 0)

function inTexts(all: Texts, isWrong: (text: string, path: string) => boolean): string[] {
  return [...all].flatMap(([path, texts]) =>
    texts.filter((text) => isWrong(text, path)).map((text) => `${path}: ${text.slice(0, 120)}`),
  )
}

/** The first day that is named after a title, among the next texts. */
function dayAfter(texts: string[], title: string): string | null {
  const at = texts.indexOf(title)
  const after = at < 0 ? [] : texts.slice(at + 1, at + 6)
  return after.flatMap((text) => /\b\w+day \d+ \w+ \d{4}/.exec(text)?.[0] ?? [])[0] ?? null
}

function change(all: Texts, path: string, from: string | RegExp, to: string) {
  const texts = all.get(path)!
  const at = texts.findIndex((text) => (typeof from === 'string' ? text === from : from.test(text)))
  texts[at] = texts[at]!.replace(from, to)
}
