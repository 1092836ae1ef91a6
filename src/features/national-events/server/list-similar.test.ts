import { beforeAll, expect, test } from 'bun:test'
import { type EventFilters, noFilters } from '#features/national-events/rules.ts'
import { databaseOfFile } from '#test/of-file.ts'
import { listPage, listSimilar } from './list-page.ts'

const today = '2026-06-15'

const database = await databaseOfFile()
beforeAll(async () => {
  await database.sql`
    insert into national_events (source_key, title, starts_on, venue, city, category, featured)
    values
      ('a', 'Lantern Parade', '2026-07-01', 'Moot Hall', 'Carlisle', 'culture', true),
      ('b', 'Parade of Lanterns', '2026-05-01', 'Castle Green', 'Durham', 'culture', false),
      ('c', 'Rowing Regatta', null, 'River Quay', 'Durham', 'sports', false)`
})

async function similarTo(q: string, more: Partial<EventFilters> = {}): Promise<string[]> {
  const filters = { ...noFilters, q, ...more }
  const page = await listPage(database.sql, filters, null, today, 24)
  return (await listSimilar(database.sql, filters, { today, max: 12, page })).map(({ title }) => title)
}

test.each<[q: string, titles: string[]]>([
  ['lantren', ['Lantern Parade', 'Parade of Lanterns']],
  ['parade lantrens', ['Parade of Lanterns', 'Lantern Parade']],
  ['durhm', ['Rowing Regatta', 'Parade of Lanterns']],
  ['zzzzz', []],
  ["%_\\'", []],
])('%s is close to %p', async (q, titles) => {
  expect(await similarTo(q)).toEqual(titles)
})

test('the filters hold for what is similar too', async () => {
  expect(await similarTo('lantren', { type: 'featured' })).toEqual(['Lantern Parade'])
  expect(await similarTo('lantren parad', { type: 'featured' })).toEqual(['Lantern Parade'])
  expect(await similarTo('durhm', { category: 'sports' })).toEqual(['Rowing Regatta'])
})

test('what the search itself has found does not come again', async () => {
  expect(await similarTo('regatta')).toEqual([])
})

test('apostrophes and hyphens need not be typed as an event has them', async () => {
  await database.sql`
    insert into national_events (source_key, title, starts_on, venue, city, category, featured)
    values ('d', 'O’Hara''s Night-Market', '2026-08-01', 'The Ship', 'Hull', 'culture', false)`
  const found = async (q: string) =>
    (await listPage(database.sql, { ...noFilters, q }, null, today, 24)).events.map(({ title }) => title)
  for (const q of ['ohara', "o'haras", 'O’Hara', 'night market', 'night-market ohara', 'night & market'])
    expect([q, await found(q)]).toEqual([q, ["O’Hara's Night-Market"]])
  expect(await found('nightmarket')).toEqual([])
})
