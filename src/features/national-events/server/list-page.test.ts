import { beforeAll, expect, test } from 'bun:test'
import { type EventFilters, isUncounted, noFilters, readCursor } from '#features/national-events/rules.ts'
import { databaseOfFile } from '#test/of-file.ts'
import { listPage } from './list-page.ts'
import type { ListedEvent } from './queries.ts'

const today = '2026-06-15'

const database = await databaseOfFile()
beforeAll(async () => {
  // 2,000 events around the day, several on most days, some without a date; every tenth in the sports, every 40th with a mark.
  await database.sql`
    insert into national_events (source_key, title, starts_on, venue, city, category, featured, accredited)
    select 'k' || n, case when n % 500 = 0 then 'Zymurgy 100% Fair ' else 'Common Fair ' end || n,
      case when n % 97 = 0 then null else ${today}::date - 300 + (n * 7919 % 600) end,
      'Hall ' || n % 7, case when n % 3 = 0 then 'Caernarfon' else 'Ely' end, case when n % 10 = 0 then 'sports' else 'culture' end,
      n % 40 = 0, n % 80 = 0
    from generate_series(1, 2000) as n`
  await database.sql`
    insert into register_entries (number, slug, status, valid_from, title, organiser, category, sector, starts_on)
    select source_key, source_key, 'active', '2026-01-01', title, organiser, 'Other', 'culture', starts_on
    from national_events where accredited`
  await database.sql`analyze national_events`
})

test('turning the pages meets every event once: those to come by date, undated ones, then past ones, latest first', async () => {
  const all = await readAll(noFilters)
  expect(new Set(all.map(({ id }) => id)).size).toBe(2000)
  const firstPast = all.findIndex(({ past }) => past)
  const upcoming = all.slice(0, firstPast).map(({ sortOn }) => sortOn)
  const past = all.slice(firstPast).map(({ sortOn }) => sortOn)
  expect(upcoming[0]).toBe(today)
  expect(upcoming).toEqual(upcoming.toSorted())
  expect(upcoming.at(-1)).toBe('infinity')
  expect(past.every((day) => day < today)).toBe(true)
  expect(past).toEqual(past.toSorted().reverse())
})

const filters: [string, Partial<EventFilters>, number][] = [
  ['a category', { category: 'sports' }, 200],
  ['a city alone', { city: 'CAERNARFON' }, 666],
  ['a city of a category, by what was entered last', { city: 'Ely', category: 'sports', sort: 'newest' }, 134],
  ['a part of a city', { city: 'Caernar' }, 0],
  ['a month', { when: '2026-07' }, 104],
  ['days', { from: '2026-06-01', to: '2026-06-30' }, 101],
  ['days of a search', { q: 'zymurgy', from: '2020-01-01' }, 4],
  ['all by title', { sort: 'name' }, 2000],
  ['a search by title', { q: 'zymurgy', sort: 'name' }, 4],
  ['a common word by title', { q: 'common', category: 'sports', sort: 'name' }, 196],
  ['featured', { type: 'featured' }, 50],
  ['accredited', { type: 'accredited' }, 25],
  ['both', { category: 'culture', type: 'featured' }, 0],
  ['a common word', { q: 'COMMON fair' }, 1996],
  ['a common word within a category', { q: 'common', category: 'sports' }, 196],
  ['a rare word', { q: 'zymurgy' }, 4],
  ['a city', { q: 'caernar' }, 666],
  ['words of several columns', { q: 'ely zymurgy' }, 3],
  ['two letters', { q: 'zy' }, 4],
  ['two common letters', { q: 'Ha' }, 2000],
  ['one letter', { q: 'z' }, 4],
  ['letters that no event has', { q: 'qx' }, 0],
  ['a sign that is a wild card elsewhere', { q: '100%' }, 4],
  ['another wild card', { q: 'fair_1' }, 0],
]
test.each(filters)('%s: the pages hold all that matches and nothing else', async (_, some, expected) => {
  const wanted = { ...noFilters, ...some }
  const all = await readAll(wanted)
  expect(all.length).toBe(expected)
  expect(new Set(all.map(({ id }) => id)).size).toBe(expected)
  const { found } = await listPage(database.sql, wanted, null, today, 24)
  expect(found).toBe(isUncounted(wanted) ? Math.min(expected, 1001) : expected)
})

test('by title means by title, and by age what was entered last comes first', async () => {
  const titles = (await readAll({ ...noFilters, sort: 'name' })).map(({ title }) => title.toLowerCase())
  expect(titles).toEqual(titles.toSorted())
  await database.sql`update national_events set created_at = now() + interval '1 hour' where source_key = 'k77'`
  const [first, second] = (await listPage(database.sql, { ...noFilters, sort: 'newest' }, null, today, 2)).events
  expect(first!.title).toBe('Common Fair 77')
  expect(second!.title).not.toBe('Common Fair 77')
})

test('a list by days holds those days and no event without a date', async () => {
  const days = (await readAll({ ...noFilters, when: 'weekend' })).map(({ date }) => date)
  expect([...new Set(days)].toSorted()).toEqual(['2026-06-20', '2026-06-21'])
  const open = await readAll({ ...noFilters, from: '2026-12-01' })
  expect(open.length).toBeGreaterThan(0)
  expect(open.every(({ date }) => date !== null && date >= '2026-12-01')).toBe(true)
})

test('the words of a search may stand in different columns, and one word in none but one', async () => {
  const foundBy = async (q: string) => (await listPage(database.sql, { ...noFilters, q }, null, today, 24)).found
  expect(await foundBy('zymurgy ely hall')).toBe(3)
  expect(await foundBy('7ely')).toBe(0)
})

test('a reading that began yesterday goes on in the order of yesterday', async () => {
  const first = await listPage(database.sql, noFilters, null, today, 24)
  const sameDay = await listPage(database.sql, noFilters, readCursor(first.next), today, 24)
  const dayAfter = await listPage(database.sql, noFilters, readCursor(first.next), '2026-06-16', 24)
  expect(dayAfter.events).toEqual(sameDay.events)
})

test('totals count the whole database, whatever the filters', async () => {
  const { totals } = await listPage(database.sql, { ...noFilters, q: 'zymurgy', type: 'featured' }, null, today, 24)
  expect(totals).toMatchObject({ total: 2000, featured: 50, accredited: 25 })
})

test('an event whose entry has lapsed, was suspended or is not there is not counted, listed or called accredited', async () => {
  const { sql } = database
  const accredited = async () => {
    const { found, totals, events } = await listPage(sql, { ...noFilters, type: 'accredited' }, null, today, 97)
    expect([totals.accredited, events.length, events.filter((event) => event.accredited).length]).toEqual([
      found,
      found,
      found,
    ])
    return found
  }
  await sql`update register_entries set valid_until = '2026-01-02' where slug = 'k80'`
  expect(await accredited()).toBe(24)
  await sql`update register_entries set valid_until = null, status = 'suspended' where slug = 'k80'`
  expect(await accredited()).toBe(24)
  await sql`update register_entries set status = 'active', title = 'Another Fair' where slug = 'k80'`
  expect(await accredited()).toBe(24)
  await sql`update register_entries set title = 'Common Fair 80' where slug = 'k80'`
  expect(await accredited()).toBe(25)
})

test('each choice of a filter says how many it leads to, with the other filter in use', async () => {
  const countsOf = async (filters: Partial<EventFilters>) => {
    const { totals } = await listPage(database.sql, { ...noFilters, ...filters }, null, today, 1)
    return { categories: Object.fromEntries(totals.categories), types: totals.types }
  }
  const all = { all: 2000, featured: 50, accredited: 25 }
  expect(await countsOf({})).toEqual({ categories: { culture: 1800, sports: 200 }, types: all })
  expect(await countsOf({ type: 'featured' })).toEqual({ categories: { culture: 0, sports: 50 }, types: all })
  expect(await countsOf({ category: 'culture', type: 'accredited' })).toEqual({
    categories: { culture: 0, sports: 25 },
    types: { all: 1800, featured: 0, accredited: 0 },
  })
  for (const type of ['featured', 'accredited'] as const) {
    const { categories, types } = await countsOf({ category: 'sports', type })
    const { found } = await listPage(database.sql, { ...noFilters, category: 'sports', type }, null, today, 1)
    expect([categories.sports, types[type]]).toEqual([found, found])
  }
})

async function readAll(filters: EventFilters): Promise<ListedEvent[]> {
  const all: ListedEvent[] = []
  let cursor: string | null = null
  do {
    const page = await listPage(database.sql, filters, readCursor(cursor), today, 97)
    all.push(...page.events)
    cursor = page.next
  } while (cursor)
  return all
}
