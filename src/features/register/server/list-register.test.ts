import { beforeAll, expect, test } from 'bun:test'
import { wordsOf } from '#database/search.ts'
import type { SqlRunner } from '#database/sql.ts'
import type { Sort } from '#features/register/rules.ts'
import { databaseOfFile } from '#test/of-file.ts'
import { noFilters, type RegisterFilters, readCursor } from './filters.ts'
import { countUpcoming, listCards, listUpcoming } from './list-queries.ts'
import { listRegister, type RegisterPage } from './list-register.ts'
import { walkMatches } from './search-queries.ts'

const now = new Date('2026-11-21T12:00:00Z')
const today = '2026-11-21'
const none = noFilters
const zero = '00000000-0000-0000-0000-000000000000'

type Seen = {
  id: string
  published: string
  number: string
  title: string
  organiser: string
  venue: string
  city: string
  category: string
  sector: string
  date: string | null
  featured: boolean
  status: string
  assurance: string
}

let all: Seen[]

const database = await databaseOfFile()
beforeAll(async () => {
  // 1,200 entries over 400 days around today, several to a day, one in fourteen featured, one in twenty without a date.
  await database.sql`
    insert into register_entries (number, slug, status, valid_from, valid_until, title, organiser, category, sector, starts_on, venue, city,
      featured, assurance, published_at)
    select 'T-' || n, 'entry-' || n, (array['active', 'active', 'active', 'lapsed', 'suspended', 'revoked'])[1 + n % 6],
      now() - interval '1 year', now() + interval '1 year',
      (array['Harvest', 'Café', 'Winter', 'Zoë''s'])[1 + n % 4] || ' Fair ' || n,
      case when n % 9 = 0 then 'Gasworks Traders' else 'Organiser' end,
      (array['Food & Drink', 'Sports & Fitness', 'Music & Concerts'])[1 + n % 3], (array['culture', 'sports', 'entertainment'])[1 + n % 3],
      case when n % 20 = 0 then null else ${today}::date + (n * 37 % 400) - 200 end,
      (array['Tarn Hall', 'The 100% Club', 'Ox_Bow Inn', 'Back\\slash Barn'])[1 + n / 4 % 4], (array['Leeds', 'York', 'Bath', 'Ynys Môn'])[1 + n / 5 % 4],
      n % 14 = 0, (array['declared', 'evidence', 'assessed'])[1 + n / 3 % 3], now() - (n * 7919 % 600) * interval '1 hour'
    from generate_series(1, 1200) as n`
  await database.sql`
    insert into register_entries (number, slug, status, valid_from, valid_until, title, organiser, category, sector, starts_on, venue, city)
    values ('T-X', 'run-out', 'active', now() - interval '2 years', now() - interval '1 minute', 'Run Out Regatta', 'Organiser',
      'Sports & Fitness', 'sports', ${today}, 'Qz Lake', 'Quorn')`
  await database.sql`analyze register_entries`
  all = await database.sql<Seen[]>`
    select id, number, title, organiser, venue, city, category, sector, starts_on as date, featured, assurance, register_status(status, valid_until) as status,
      published_at as published
    from register_entries`
})

/** The order by its words alone. */
function inOrder(entries: Seen[]): string[] {
  const place = ({ date, featured, id }: Seen) => {
    const day = date ?? '9999'
    return `${day < today ? 1 : 0}${featured ? 0 : 1} ${day} ${id}`
  }
  return entries.toSorted((a, b) => (place(a) < place(b) ? -1 : 1)).map(({ id }) => id)
}

async function walk(filters: Partial<RegisterFilters>, limit: number, sort: Sort = ''): Promise<string[]> {
  const ids: string[] = []
  let cursor: string | null = null
  do {
    const page: RegisterPage<{ id: string }> = await listRegister(
      database.sql,
      listCards,
      { ...none, ...filters },
      { now, cursor: cursor ? readCursor(cursor) : null, limit, sort },
    )
    ids.push(...page.entries.map(({ id }) => id))
    expect(page.entries.length).toBeLessThanOrEqual(limit)
    cursor = page.next
  } while (cursor)
  return ids
}

const fold = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}|['’]/gu, '')
    .toLowerCase()
/** Whether some of the texts hold each word of a search. */
const hold = (texts: string[], q: string) =>
  wordsOf(q).every((word) => texts.some((text) => fold(text).includes(fold(word))))
const isTitled = (q: string) => (entry: Seen) => hold([entry.title, entry.number], q)
const holds = (q: string) => (entry: Seen) =>
  hold([entry.title, entry.venue, entry.city, entry.organiser, entry.number], q)

/** What a search finds, in its order. */
function found(q: string, entries = all): string[] {
  const matches = entries.filter(holds(q))
  const isRanked = q !== '' && (matches.length <= 1000 || wordsOf(q).some((word) => word.length > 2))
  const first = isRanked ? matches.filter(isTitled(q)) : []
  if (first.length > 1000) return inOrder(matches)
  return [...inOrder(first), ...inOrder(matches.filter((entry) => !first.includes(entry)))]
}

test('walking all pages meets every entry once, in the order of the register', async () => {
  expect(await walk({}, 97)).toEqual(inOrder(all))
})

test('a page that ends with a segment or with the register leads on rightly', async () => {
  const inBath = all.filter(({ city, sector }) => city === 'Bath' && sector === 'culture')
  const filters = { city: 'bath', category: 'culture' }
  const upcomingFeatured = inBath.filter(({ featured, date }) => featured && (date ?? '9999') >= today).length
  expect(upcomingFeatured).toBeGreaterThan(0)
  expect(await walk(filters, upcomingFeatured)).toEqual(inOrder(inBath))
  expect(await walk(filters, inBath.length)).toEqual(inOrder(inBath))
})

const filterCases: [Partial<RegisterFilters>, (entry: Seen) => boolean][] = [
  [{ city: 'leeds' }, ({ city }) => city === 'Leeds'],
  [{ city: 'YNYS MON' }, ({ city }) => city === 'Ynys Môn'],
  [{ category: 'Food & Drink' }, ({ category }) => category === 'Food & Drink'],
  [{ category: 'sports' }, ({ sector }) => sector === 'sports'],
  [{ city: 'Bath', category: 'culture' }, ({ city, sector }) => city === 'Bath' && sector === 'culture'],
  [{ city: 'Atlantis' }, () => false],
  [{ status: 'suspended' }, ({ status }) => status === 'suspended'],
  [{ status: 'active', category: 'culture' }, ({ status, sector }) => status === 'active' && sector === 'culture'],
  [{ status: 'lapsed', verified: true }, () => false],
  [{ status: 'listed' }, () => false],
  [{ status: 'refused' }, () => false],
  [{ when: 'weekend' }, ({ date }) => date === '2026-11-21' || date === '2026-11-22'],
  [{ when: 'month', city: 'york' }, ({ date, city }) => date?.startsWith('2026-11') === true && city === 'York'],
  [{ when: '2027-02' }, ({ date }) => date?.startsWith('2027-02') === true],
  [{ from: '2027-05-01' }, ({ date }) => date !== null && date >= '2027-05-01'],
  [
    { to: '2026-05-31', category: 'culture' },
    ({ date, sector }) => date !== null && date <= '2026-05-31' && sector === 'culture',
  ],
  [{ from: '2027-05-01', to: '2027-04-01' }, () => false],
  [
    { assurance: 'assessed', status: 'revoked' },
    ({ assurance, status }) => assurance === 'assessed' && status === 'revoked',
  ],
]
test.each(filterCases)('filters %j find what they say, and count it', async (filters, matches) => {
  const expected = all.filter(matches)
  expect(await walk(filters, 50)).toEqual(inOrder(expected))
  const { total } = await listRegister(
    database.sql,
    listCards,
    { ...none, ...filters },
    { now, cursor: null, limit: 1 },
  )
  expect(total).toBe(expected.length)
})

const orders: Record<string, (one: Seen, other: Seen) => number> = {
  newest: (one, other) =>
    (one.published === other.published ? 0 : one.published < other.published ? 1 : -1) || (one.id < other.id ? 1 : -1),
  name: (one, other) => (fold(one.title) < fold(other.title) ? -1 : 1),
}
test.each(['newest', 'name'] as const)(
  'in the order by %s every entry comes once, of a search and of the whole',
  async (sort) => {
    const sorted = (entries: Seen[]) => entries.toSorted(orders[sort]).map(({ id }) => id)
    expect(await walk({}, 97, sort)).toEqual(sorted(all))
    const inYork = (entry: Seen) => entry.city === 'York'
    expect(await walk({ city: 'york' }, 40, sort)).toEqual(sorted(all.filter(inYork)))
    for (const q of ['cafe', 'traders', 'ta', 'fair']) {
      expect(await walk({ q }, 70, sort)).toEqual(sorted(all.filter(holds(q))))
      expect(await walk({ q, city: 'york' }, 70, sort)).toEqual(
        sorted(all.filter((entry) => holds(q)(entry) && inYork(entry))),
      )
    }
  },
)

test('by date a search has the order of the register', async () => {
  for (const q of ['traders', 'fair', 'ta'])
    expect(await walk({ q }, 70, 'date')).toEqual(inOrder(all.filter(holds(q))))
})

test('a page found by its number is the one that the walk meets', async () => {
  for (const sort of ['', 'newest', 'name'] as const) {
    for (const q of ['', 'harvest', 'fair', 'organiser']) {
      const ids = await walk({ q }, 24, sort)
      for (const skip of [24, 72, 240, 960, 1200, 2400]) {
        const page = await listRegister(
          database.sql,
          listCards,
          { ...none, q },
          { now, cursor: null, limit: 24, sort, skip },
        )
        expect(page.entries.map(({ id }) => id)).toEqual(ids.slice(skip, skip + 24))
        if (!page.isMore) expect(page.total).toBe(ids.length)
      }
    }
  }
})

test('a list by date is counted as far as a search is, and others say what each value would leave', async () => {
  const page = (filters: Partial<RegisterFilters>) =>
    listRegister(database.sql, listCards, { ...none, ...filters }, { now, cursor: null, limit: 5, withFacets: true })
  expect(await page({ from: '2020-01-01' })).toMatchObject({ total: 1000, isMore: true, facets: null })
  const { facets } = await page({ status: 'suspended', city: 'york' })
  const counted = (holds: (entry: Seen) => boolean) =>
    all.filter((entry) => entry.city === 'York' && holds(entry)).length
  expect(facets!.statuses.revoked).toBe(counted(({ status }) => status === 'revoked'))
  expect(facets!.assurances.evidence).toBe(
    counted(({ status, assurance }) => status === 'suspended' && assurance === 'evidence'),
  )
  const ofCategory = Map.groupBy(
    all.filter(({ city, status }) => city === 'York' && status === 'suspended'),
    ({ category }) => category,
  )
  expect(facets!.categories).toEqual(
    Object.fromEntries([...ofCategory].map(([category, entries]) => [category, entries.length])),
  )
  const nothing = { verified: 0, assurances: {}, statuses: {}, categories: {} }
  const { total, facets: ofNobody } = await page({ city: 'Nowhere at all' })
  expect([total, ofNobody]).toEqual([0, nothing])
})

test('verified is what is accredited now: not what ran out a minute ago', async () => {
  const ids = await walk({ verified: true }, 100)
  expect(ids).toEqual(inOrder(all.filter(({ status }) => status === 'active')))
  const [runOut] = (
    await listRegister(database.sql, listCards, { ...none, q: 'regatta' }, { now, cursor: null, limit: 5 })
  ).entries
  expect(runOut?.status).toBe('lapsed')
})

const searches = [
  'fair 1',
  'CAFE',
  'café',
  'zoe',
  "zoë's",
  '100%',
  '%',
  '_',
  'x_b',
  '\\',
  'k\\s',
  'o',
  'ta',
  'qz',
  'zq',
  'tarn hall',
  'hall harvest',
  'harvest york',
  'T-77',
  'gasworks traders',
  'traders bath cafe',
  'o t',
  'harvest 1',
  'a b c d e f g h',
  'fair leeds',
  'organiser',
  '',
]
test.each(searches)('a search for %j finds what holds its words, as text, titles and numbers first', async (q) => {
  const expected = found(q)
  expect(await walk({ q }, 60)).toEqual(expected)
  const { total, isMore } = await listRegister(
    database.sql,
    listCards,
    { ...none, q },
    { now, cursor: null, limit: 10 },
  )
  if (expected.length > 1000 && q) expect([total, isMore]).toEqual([1000, true])
  else expect([total, isMore]).toEqual([expected.length, false])
})

test.each(['harvest', 'ta', 'w', 'york traders'])(
  'reading along the order for %j finds the same as the indexes, from any place on',
  async (q) => {
    const expected = inOrder(all.filter(holds(q)))
    const asked = {
      words: wordsOf(q),
      filters: none,
      sort: '',
      skip: 0,
      today,
      wanted: 60,
      areTitlesLeft: false,
    } as const
    const first = await walkMatches(database.sql, { ...asked, after: null })
    expect(first.map(({ id }) => id)).toEqual(expected.slice(0, 60))
    const { segment, sortOn: date, id } = first[2]!
    const rest = await walkMatches(database.sql, { ...asked, after: { segment: segment - 4, date, id } })
    expect(rest.map((entry) => entry.id)).toEqual(expected.slice(3, 63))
  },
)

test('in a large register a common search is counted along the order, and finds the same', async () => {
  const finds = async (sql: SqlRunner) => {
    const pages = []
    for (const q of ['fair', 'traders', 'o', 'harvest']) {
      for (const city of ['', 'york']) {
        const { entries, ...page } = await listRegister(
          sql,
          listCards,
          { ...none, q, city },
          { now, cursor: null, limit: 30 },
        )
        pages.push({ ...page, ids: entries.map(({ id }) => id) })
      }
    }
    return pages
  }
  const expected = await finds(database.sql)
  await database.sql
    .begin(async (tx) => {
      await tx`update register_totals set entries = entries + 60000 where scope = 'all' and status = 'lapsed'`
      expect(await finds(tx)).toEqual(expected)
      throw new Error('undo')
    })
    .catch((problem: Error) => expect(problem.message).toBe('undo'))
})

test('search and filters hold together', async () => {
  for (const q of ['fair', 'ta']) {
    const filters = { ...none, q, city: 'york', category: 'sports', verified: true }
    const expected = all
      .filter(holds(q))
      .filter((e) => e.city === 'York' && e.sector === 'sports' && e.status === 'active')
    expect(await walk(filters, 7)).toEqual(found(q, expected))
    expect((await listRegister(database.sql, listCards, filters, { now, cursor: null, limit: 3 })).total).toBe(
      expected.length,
    )
  }
})

test('counters follow every change of an entry', async () => {
  const { sql } = database
  const totalOf = async (filters: Partial<RegisterFilters>) =>
    (await listRegister(sql, listCards, { ...none, ...filters }, { now, cursor: null, limit: 1 })).total
  await sql
    .begin(async (tx) => {
      const before = {
        all: await totalIn({}),
        bath: await totalIn({ city: 'bath' }),
        active: await totalIn({ verified: true }),
      }
      const [moved] = await tx`select id from register_entries where city = 'Leeds' and status = 'active' limit 1`
      await tx`update register_entries set city = 'BATH', status = 'revoked', category = 'Other', sector = 'culture' where id = ${moved!.id}`
      expect(await totalIn({ city: 'bath' })).toBe(before.bath + 1)
      expect(await totalIn({ verified: true })).toBe(before.active - 1)
      expect(await totalIn({ category: 'Other' })).toBe(1)
      expect(await totalIn({})).toBe(before.all)
      await tx`delete from register_entries where id = ${moved!.id}`
      expect(await totalIn({})).toBe(before.all - 1)
      expect(await totalIn({ category: 'Other' })).toBe(0)
      throw new Error('undo')

      async function totalIn(filters: Partial<RegisterFilters>): Promise<number> {
        return (await listRegister(tx, listCards, { ...none, ...filters }, { now, cursor: null, limit: 1 })).total
      }
    })
    .catch((problem: Error) => expect(problem.message).toBe('undo'))
  expect(await totalOf({})).toBe(all.length)
})

test('a cursor of yesterday goes on from today', async () => {
  const page = await listRegister(database.sql, listCards, none, {
    now,
    cursor: { segment: 1, date: '2026-11-01', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' },
    limit: 5,
  })
  const others = all.filter(({ featured, date }) => !featured && (date ?? '9999') >= today)
  expect(page.entries.map(({ id }) => id)).toEqual(inOrder(others).slice(0, 5))
})

test('the upcoming list holds what is accredited from today on, by date', async () => {
  const ids = (await listUpcoming(database.sql, { sector: 'sports', date: today, id: zero })).map(({ id }) => id)
  const expected = all
    .filter(({ sector, status, date }) => sector === 'sports' && status === 'active' && (date ?? '9999') >= today)
    .toSorted((a, b) => (`${a.date ?? '9999'}${a.id}` < `${b.date ?? '9999'}${b.id}` ? -1 : 1))
  expect(ids).toEqual(expected.slice(0, 25).map(({ id }) => id))
})

test('the upcoming list is read from an index in its order, never sorted', async () => {
  for (const sector of ['', 'sports'] as const) {
    const plan = await database.sql.begin(async (tx) => {
      await tx`set local enable_seqscan = off`
      await tx`set local enable_sort = off`
      return await tx`explain ${listUpcoming(tx, { sector, date: today, id: zero })}`
    })
    const lines = plan.map((line) => String(line['QUERY PLAN'])).join('\n')
    expect(lines).toContain('Index Scan using register_entries_')
    expect(lines).not.toContain('Sort')
  }
})

test('the verified are counted whether or not only they are listed', async () => {
  const page = (filters: Partial<RegisterFilters>) =>
    listRegister(database.sql, listCards, { ...none, ...filters }, { now, cursor: null, limit: 1, withFacets: true })
  // Counts follow the stored status until the job that lapses entries has come by: the one that ran out a minute ago is still counted.
  const isActive = ({ status, title }: Seen) => status === 'active' || title === 'Run Out Regatta'
  const choices: [Partial<RegisterFilters>, (entry: Seen) => boolean][] = [
    [{}, () => true],
    [{ city: 'leeds' }, ({ city }) => city === 'Leeds'],
    [{ category: 'Food & Drink' }, ({ category }) => category === 'Food & Drink'],
    [{ category: 'sports' }, ({ sector }) => sector === 'sports'],
    [{ city: 'York', category: 'culture' }, ({ city, sector }) => city === 'York' && sector === 'culture'],
  ]
  for (const [filters, holds] of choices) {
    const active = all.filter(holds).filter(isActive)
    for (const verified of [false, true]) {
      const { total, facets } = await page({ ...filters, verified })
      expect(facets?.verified).toBe(active.length)
      expect(total).toBe((verified ? active : all.filter(holds)).length)
    }
  }
  expect((await page({ q: 'fair' })).facets).toBeNull()
})

test('what is to come is counted by sector, as entries come, move and go', async () => {
  const counts = async () => {
    const rows = await countUpcoming(database.sql, { today })
    return Object.fromEntries(rows.filter(({ entries }) => entries > 0).map(({ sector, entries }) => [sector, entries]))
  }
  const truth = async () => {
    const rows = await database.sql<{ sector: string; entries: number }[]>`
      select sector, count(*)::int as entries from register_entries
      where status = 'active' and sort_on >= ${today} group by sector`
    return Object.fromEntries(rows.map(({ sector, entries }) => [sector, entries]))
  }
  expect(Object.keys(await counts()).length).toBeGreaterThan(2)
  expect(await counts()).toEqual(await truth())
  await database.sql
    .begin(async (sql) => {
      await sql`update register_entries set status = 'revoked' where slug in (select slug from register_entries where status = 'active' limit 40)`
      await sql`update register_entries set starts_on = ${today}::date - 1 where slug in (select slug from register_entries where status = 'active' limit 40)`
      await sql`update register_entries set sector = 'charity' where slug in (select slug from register_entries where sort_on > ${today} limit 40)`
      await sql`delete from register_entries where slug in (select slug from register_entries where sort_on > ${today} limit 40)`
      const rows = await countUpcoming(sql as never, { today })
      const inside = Object.fromEntries(
        rows.filter(({ entries }) => entries > 0).map((row) => [row.sector, row.entries]),
      )
      const [real] = await sql`select json_object_agg(sector, n) as counts from (
      select sector, count(*) as n from register_entries where status = 'active' and sort_on >= ${today} group by sector) as s`
      expect(inside).toEqual(real!.counts)
      throw new Error('undone')
    })
    .catch((problem: Error) => {
      if (problem.message !== 'undone') throw problem
    })
})

test('a whole number is found by itself, in capitals or not, with dashes or without, and filters hold for it too', async () => {
  await database.sql`update register_entries set number = 'TEST-2026-00' || lpad(substr(number, 3), 4, '0') where number like 'T-%' and number <> 'T-X'`
  const find = (q: string, more: Partial<RegisterFilters> = {}) =>
    listRegister(database.sql, listCards, { ...none, q, ...more }, { now, cursor: null, limit: 5 })
  const [entry] = await database.sql<{ title: string; city: string }[]>`
    select title, city from register_entries where number = 'TEST-2026-000024'`
  for (const q of ['TEST-2026-000024', 'test-2026-000024', 'TEST2026000024']) {
    const page = await find(q)
    expect(page).toMatchObject({
      total: 1,
      isMore: false,
      isKnown: true,
      next: null,
      entries: [{ title: entry!.title }],
    })
  }
  expect((await find('TEST-2026-000024', { city: entry!.city })).total).toBe(1)
  expect((await find('TEST-2026-000024', { city: 'Quorn' })).entries).toEqual([])
  // Part of a number is searched for like any other word.
  expect((await find('test-2026-00002')).total).toBe(10)
})
