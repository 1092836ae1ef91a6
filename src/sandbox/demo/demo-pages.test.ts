import { beforeAll, expect, test } from 'bun:test'
import { type Assurance, levelWords, statusWords } from '#domain/assurance.ts'
import { londonDay } from '#domain/london-time.ts'
import { isAccredited, type RegisterStatus } from '#domain/register-status.ts'
import { siteOfFile } from '#test/of-file.ts'

const now = new Date('2026-11-21T12:00:00Z')
const today = londonDay(now)

/** What the API's list and the feed say of an entry. */
type Listed = { status: RegisterStatus; accredited: boolean; assuredOn: string | null; nextReviewOn: string | null }
/** All that the public is told of an entry: its pages as HTML, and what programs get. */
type PublicFacts = {
  page: string
  verify: string
  log: string
  api: Listed & {
    number: string
    date: string | null
    validFrom: string
    validUntil: string | null
    assurance: Assurance
    checks: { checkedOn: string; basisOn: string | null }[]
  }
  listed: Listed & { slug: string; featured: boolean; isPro: boolean }
  card: string
  /** The words of the live badge, without what draws them. */
  badge: string
  /** Null for one that is not among the newest. */
  feed: Listed | null
}

let entries: PublicFacts[]
const site = await siteOfFile({ now: () => now })
beforeAll(async () => {
  entries = await readEntries()
}, 120_000)

test('nothing that is told of an entry contradicts something else', () => {
  expect(entries.length).toBeGreaterThan(50)
  expect(new Set(entries.map(({ api }) => api.status))).toEqual(new Set(['active', 'lapsed', 'suspended', 'revoked']))
  expect(new Set(entries.map(({ api }) => api.assurance)).size).toBe(3)
  expect(entries.some(({ page }) => page.includes('Next review'))).toBe(true)
  expect(entries.flatMap((facts) => found(facts).map((kind) => `${facts.api.number}: ${kind}`))).toEqual([])
})

/** Each is true where an entry contradicts itself. Days are `YYYY-MM-DD`. */
const contradictions = {
  'valid from a day to come': ({ from }) => from > today,
  'checked before it was valid': ({ from, checked }) => checked !== null && checked < from,
  'checked on a day to come': ({ checked }) => checked !== null && checked > today,
  'declared, and checked': ({ checked, facts }) => (facts.api.assurance === 'declared') !== (checked === null),
  'a criterion checked later than the whole': ({ facts }) =>
    facts.api.checks.some(({ checkedOn }) => checkedOn > facts.api.assuredOn!),
  'rests on a document that had expired': ({ facts }) =>
    facts.api.checks.some(({ checkedOn, basisOn }) => basisOn !== null && basisOn < checkedOn),
  'reviewed after its end': ({ reviews, until }) => reviews.some((review) => until !== null && review > until),
  'ended, and to be reviewed': ({ reviews, status }) =>
    reviews.length > 0 && (status === 'revoked' || status === 'lapsed'),
  'revoked, and valid until a day': ({ facts, status }) =>
    status === 'revoked' &&
    [facts.page, facts.verify].some((html) => /valid until \d|Valid until</i.test(html.replace(accepted, ''))),
  'revoked, and something to come': ({ facts, status }) =>
    status === 'revoked' && /Next review|Event date/.test(facts.page),
  'lapsed before its end': ({ status, until }) => status === 'lapsed' && until !== null && until > today,
  'accredited after its end': ({ status, until }) => status === 'active' && until !== null && until < today,
  'a paid mark without an accreditation': ({ facts: { page, card, listed }, status }) =>
    !isAccredited(status) &&
    (listed.featured || listed.isPro || [page, card].some((html) => />(Featured|PRO)\b/.test(html))),
  'said to be over before its day, or not after it': ({ facts, date }) =>
    [facts.page, facts.verify].some((html) => html.includes('The event is over') !== (date !== null && date < today)),
  'over before it was valid or checked': ({ date, from, checked }) =>
    date !== null && (date < from || date < (checked ?? '')),
  'another day on another page': ({ facts, from, checked }) =>
    from !== dayOf(term(facts.verify, 'Valid from')) ||
    from !== londonDay(new Date(facts.api.validFrom)) ||
    checked !== facts.api.assuredOn ||
    checked !== checkedOn(facts.verify),
  'another status on another page': ({ facts, status }) =>
    !facts.verify.includes(`class="answer ${status}`) ||
    !facts.page.includes(`class="answer ${status}`) ||
    logged(facts.log)[0]!.status !== statusWords(facts.api),
  'another level beside the word': ({ facts: { api, page, verify, card, badge, log } }) =>
    [page, verify, card, badge, log].some((html) =>
      isAccredited(api.status) ? !html.includes(`ccredited: ${levelWords(api)}`) : html.includes(`>${levelWords(api)}`),
    ) || [page, verify, badge].some((html) => new Set(levelsIn(html)).size > (isAccredited(api.status) ? 1 : 0)),
  'another day of its end on another page': ({ facts, status, history }) => {
    if (status === 'active') return false
    const said = dayOf(/(?:Revoked|Suspended|Lapsed) on (\d+ \w+ \d+)/.exec(facts.page)?.[1] ?? null)
    return (
      said === null ||
      history.at(-1) !== said ||
      dayOf(term(facts.verify, 'Not valid since')) !== said ||
      logged(facts.log)[0]!.day !== said
    )
  },
  'another history in the log': ({ facts, history }) =>
    logged(facts.log)
      .map(({ day }) => day)
      .toReversed()
      .join() !== history.join(),
  'a history out of its order': ({ history }) => history.join() !== history.toSorted().join(),
  'another answer in a list': ({ facts: { api, listed, feed } }) =>
    [listed, feed].some((row) => row !== null && said(row) !== said(api)),
} satisfies Record<string, (read: ReadFacts) => boolean>

type Kind = keyof typeof contradictions

/** How each kind would look. The entry is the first that it can happen to. */
const spoils: Record<Kind, { of: (facts: PublicFacts) => boolean; spoil: (facts: PublicFacts) => void }> = {
  'valid from a day to come': { of: anyone, spoil: (facts) => setTerm(facts, 'Valid from', '22 November 2026') },
  'checked before it was valid': { of: wasChecked, spoil: (facts) => setChecked(facts, '1 January 2020') },
  'checked on a day to come': { of: wasChecked, spoil: (facts) => setChecked(facts, '22 November 2026') },
  'declared, and checked': {
    of: wasChecked,
    spoil: ({ api }) => {
      api.assurance = 'declared'
    },
  },
  'a criterion checked later than the whole': {
    of: wasChecked,
    spoil: ({ api }) => {
      api.checks[0]!.checkedOn = today
    },
  },
  'rests on a document that had expired': {
    of: wasChecked,
    spoil: ({ api }) => {
      api.checks[0]!.basisOn = '2020-01-01'
    },
  },
  'reviewed after its end': {
    of: wasChecked,
    spoil: ({ api }) => {
      api.nextReviewOn = '2030-01-01'
    },
  },
  'ended, and to be reviewed': {
    of: has('lapsed'),
    spoil: (facts) => {
      facts.verify += 'Next review: <time dateTime="2026-12-01">'
    },
  },
  'revoked, and valid until a day': {
    of: has('revoked'),
    spoil: (facts) => {
      facts.page += '<dt>Valid until</dt><dd>1 June 2027</dd>'
    },
  },
  'revoked, and something to come': {
    of: has('revoked'),
    spoil: (facts) => {
      facts.page += '<dt>Event date</dt><dd>1 June 2027</dd>'
    },
  },
  'lapsed before its end': {
    of: has('lapsed'),
    spoil: ({ api }) => {
      api.validUntil = '2027-01-01T00:00:00Z'
    },
  },
  'accredited after its end': {
    of: has('active'),
    spoil: ({ api }) => {
      api.validUntil = '2026-01-01T00:00:00Z'
    },
  },
  'a paid mark without an accreditation': {
    of: has('suspended'),
    spoil: (facts) => {
      facts.card += '<span>Featured</span>'
    },
  },
  'said to be over before its day, or not after it': {
    of: has('suspended'),
    spoil: (facts) => {
      facts.verify += 'The event is over'
    },
  },
  'over before it was valid or checked': {
    of: wasChecked,
    spoil: ({ api }) => {
      api.date = '2020-01-01'
    },
  },
  'another day on another page': {
    of: anyone,
    spoil: (facts) => {
      facts.verify = facts.verify.replace(/(Valid from<\/dt><dd[^>]*>)[^<]*/, '$11 May 2026')
    },
  },
  'another status on another page': {
    of: has('lapsed'),
    spoil: (facts) => {
      facts.verify = facts.verify.replace('class="answer lapsed', 'class="answer active')
    },
  },
  'another level beside the word': {
    of: wasChecked,
    spoil: (facts) => {
      facts.badge = facts.badge.replace('assessed on', 'documents checked on')
    },
  },
  'another day of its end on another page': {
    of: has('revoked'),
    spoil: (facts) => {
      facts.log = facts.log.replace(/\d+ \w+ 2026, \d\d:\d\d/, '1 June 2026, 12:00')
    },
  },
  'another history in the log': {
    of: wasChecked,
    spoil: (facts) => {
      facts.log = facts.log.replace(/(\d+ \w+ 2026, \d\d:\d\d[\s\S]*)\d+ \w+ 2026, \d\d:\d\d/, '$11 June 2025, 12:00')
    },
  },
  'a history out of its order': {
    of: wasChecked,
    spoil: (facts) => {
      facts.page = facts.page.replace(/(id="history"[\s\S]*?dateTime=")[\d-]+/, '$12026-11-21')
    },
  },
  'another answer in a list': {
    of: has('suspended'),
    spoil: ({ listed }) => {
      listed.status = 'active'
    },
  },
}

for (const [kind, { of, spoil }] of Object.entries(spoils)) {
  test(`would be seen: ${kind}`, () => {
    const facts = structuredClone(entries.find(of)!)
    expect(found(facts)).toEqual([])
    spoil(facts)
    expect(found(facts)).toContain(kind as Kind)
  })
}

test('what the register keeps of an entry for another time is not told', async () => {
  const rows = [
    ...(await site.sql<{ slug: string; number: string }[]>`
      update register_entries set price = '£77.77', next_review_on = '2027-01-05', featured = true, is_pro = true
      where status = 'revoked' returning slug, number`),
    ...(await site.sql<{ slug: string; number: string }[]>`
      update register_entries set price = '£77.77', next_review_on = (valid_until + interval '3 days')::date
      where id = (select id from register_entries where status = 'active' and assurance = 'assessed' limit 1)
      returning slug, number`),
  ]
  // The pages were kept, and are made again after the change.
  const isNew = async (path: string) => (await read(path)).includes('£77.77')
  for (const path of ['/api/events?limit=100', ...rows.map(({ slug }) => `/events/${slug}`)])
    while (!(await isNew(path))) await Bun.sleep(50)
  const lists = await readLists()
  for (const row of rows) expect(found(await readEntry(row, lists))).toEqual([])
})

type ReadFacts = {
  facts: PublicFacts
  status: RegisterStatus
  date: string | null
  from: string
  until: string | null
  checked: string | null
  reviews: string[]
  /** The days of the history, the first one first. */
  history: string[]
}

function found(facts: PublicFacts): Kind[] {
  const { api, page, verify, listed, feed } = facts
  const read: ReadFacts = {
    facts,
    status: api.status,
    date: api.date,
    from: dayOf(term(page, 'Valid from'))!,
    until: api.validUntil && londonDay(new Date(api.validUntil)),
    checked: checkedOn(page),
    reviews: [
      ...[page, verify].flatMap((html) =>
        [...html.matchAll(/Next review[^\d]*?dateTime="([\d-]+)/g)].map((match) => match[1]!),
      ),
      ...[api, listed, feed].flatMap((row) => row?.nextReviewOn ?? []),
    ],
    history: [
      ...(/id="history"[\s\S]*?<\/ol>/.exec(page)?.[0] ?? '').matchAll(/dateTime="(\d{4}-\d\d-\d\dT[^"]*)"/g),
    ].map((match) => londonDay(new Date(match[1]!))),
  }
  return (Object.keys(contradictions) as Kind[]).filter((kind) => contradictions[kind](read))
}

/** A document that is valid until a day says nothing of the entry. */
const accepted = /An accepted document, valid until/g

function term(html: string, name: string): string | null {
  const details = new RegExp(`<dt[^>]*>${name}</dt><dd[^>]*>(.*?)</dd>`).exec(html)?.[1]
  return details === undefined ? null : details.replace(/<[^>]+>/g, '')
}

/** '22 November 2026' as `YYYY-MM-DD`. */
function dayOf(words: string | null): string | null {
  return words === null ? null : new Date(`${words} UTC`).toISOString().slice(0, 10)
}

function checkedOn(html: string): string | null {
  return /Checked on <time dateTime="([\d-]+)"/.exec(html)?.[1] ?? null
}

/** The changes of the public log, the last first. */
function logged(html: string) {
  return [...html.matchAll(/data-label="Status recorded">([^<]*)<\/td><td[^>]*>([^<,]*),/g)].map((match) => ({
    status: match[1]!,
    day: dayOf(match[2]!)!,
  }))
}

/** What is said to follow the word: 'assessed on 3 May 2026'. */
function levelsIn(html: string): string[] {
  const words = html.replace(/<[^>]+>/g, '\n').matchAll(/ccredited: ([^\n.]+)/g)
  return [...words].map(([, level]) => level!.trim())
}

function said({ status, accredited, assuredOn, nextReviewOn }: Listed): string {
  return JSON.stringify([status, accredited, assuredOn, nextReviewOn])
}

function setTerm(facts: PublicFacts, name: string, words: string) {
  facts.page = facts.page.replace(new RegExp(`(${name}</dt><dd[^>]*>)[^<]*`), `$1${words}`)
}

function setChecked(facts: PublicFacts, words: string) {
  facts.page = facts.page.replace(/(Checked on <time dateTime=")[\d-]+/, `$1${dayOf(words)}`)
}

function anyone() {
  return true
}

function wasChecked({ api }: PublicFacts) {
  return api.assurance === 'assessed' && api.status === 'active'
}

function has(status: RegisterStatus) {
  return ({ api }: PublicFacts) => api.status === status
}

async function read(path: string): Promise<string> {
  const response = await fetch(site.origin + path)
  expect(`${path} ${response.status}`).toBe(`${path} 200`)
  return await response.text()
}

/** The visible part of a page. */
async function readPage(path: string): Promise<string> {
  return (await read(path))
    .replace(/<script[\s\S]*?<\/script>|<!-- -->/g, '')
    .replace(/^[\s\S]*<main/, '<main')
    .replace(/<\/main>[\s\S]*/, '')
}

type Lists = { listed: PublicFacts['listed'][]; cards: Map<string, string>; feed: Map<string, Listed> }

async function readLists(): Promise<Lists> {
  const listed = JSON.parse(await read('/api/events?limit=100')) as Lists['listed']
  const { items } = JSON.parse(await read('/listings.json')) as { items: { url: string; _register: Listed }[] }
  const pages = await Promise.all([1, 2, 3].map((page) => readPage(`/listings?page=${page}`)))
  const cards = pages.join('').split('<li class="featured"').join('<li>').split('</li><li>')
  return {
    listed,
    cards: new Map(
      listed.map(({ slug }) => [slug, cards.filter((card) => card.includes(`/events/${slug}"`)).join('')]),
    ),
    feed: new Map(items.map((item) => [item.url.split('/').at(-1)!, item._register])),
  }
}

async function readEntries(): Promise<PublicFacts[]> {
  const lists = await readLists()
  const rows = await site.sql<
    { slug: string; number: string }[]
  >`select slug, number from register_entries order by number`
  expect(lists.listed.length).toBe(rows.length)
  const facts: PublicFacts[] = []
  for (const row of rows) facts.push(await readEntry(row, lists))
  return facts
}

async function readEntry({ slug, number }: { slug: string; number: string }, lists: Lists): Promise<PublicFacts> {
  const [page, verify, log, api, badge] = await Promise.all([
    readPage(`/events/${slug}`),
    readPage(`/verify/${number}`),
    readPage(`/log/entries/${number}`),
    read(`/api/events/${slug}`),
    read(`/badge/${number}.svg`),
  ])
  return {
    page,
    verify,
    log,
    api: JSON.parse(api) as PublicFacts['api'],
    listed: lists.listed.find((row) => row.slug === slug)!,
    card: lists.cards.get(slug)!,
    badge: [...badge.matchAll(/<text class="m b"[^>]*>([^<]*)/g)].map((match) => match[1]).join(' '),
    feed: lists.feed.get(slug) ?? null,
  }
}
