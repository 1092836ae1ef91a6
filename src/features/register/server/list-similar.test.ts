import { beforeAll, expect, test } from 'bun:test'
import { databaseOfFile } from '#test/of-file.ts'
import { noFilters, type RegisterFilters } from './filters.ts'
import { listCards } from './list-queries.ts'
import { listRegister, listSimilar } from './list-register.ts'

const now = new Date('2026-11-21T12:00:00Z')
const none = noFilters

const database = await databaseOfFile()
beforeAll(async () => {
  const entries: [slug: string, title: string, venue: string, city: string, date: string | null, status: string][] = [
    ['robotics-past', 'Northern Robotics Forum', 'Tarn Hall', 'Leeds', '2026-03-01', 'active'],
    ['robotics-next', 'Robotics Summit', 'The Exchange', 'York', '2027-03-01', 'active'],
    ['robotics-lapsed', 'Robotics for All', 'The Exchange', 'York', '2027-04-01', 'lapsed'],
    ['jazz', 'Harbour Jazz Weekend', 'Quay Pavilion', 'Bristol', '2027-05-01', 'active'],
    ['jazz-harbour', 'Jazz by the Harbour', 'Quay Pavilion', 'Bristol', '2027-06-01', 'active'],
    ['cafe', 'Café Crème Crawl', 'Old Exchange', 'Bath', null, 'active'],
  ]
  for (const [slug, title, venue, city, date, status] of entries) {
    await database.sql`
      insert into register_entries (number, slug, status, valid_from, title, organiser, category, sector, starts_on, venue, city)
      values (${slug}, ${slug}, ${status}, now(), ${title}, 'O', 'Technology & Innovation', 'business', ${date}, ${venue}, ${city})`
  }
})

async function similarTo(q: string, more: Partial<RegisterFilters> = {}): Promise<string[]> {
  const filters = { ...none, q, ...more }
  const page = await listRegister(database.sql, listCards, filters, { now, cursor: null, limit: 24 })
  const { entries: similar } = await listSimilar(database.sql, filters, { now, max: 12, page })
  return similar.map(({ slug }) => slug)
}

const searches: [q: string, slugs: string[]][] = [
  ['robtics', ['robotics-next', 'robotics-lapsed', 'robotics-past']],
  ['ROBOITCS', ['robotics-next', 'robotics-lapsed', 'robotics-past']],
  ['robtics forum', ['robotics-past']],
  ['forum robtics', ['robotics-past']],
  ['harbor jaz', ['jazz', 'jazz-harbour']],
  ['jazz harbuor', ['jazz', 'jazz-harbour']],
  ['creme caffe', ['cafe']],
  ['exchnage', ['robotics-next', 'robotics-lapsed', 'cafe']],
]
test.each(searches)('%s is close to %p, the likest first and upcoming before past', async (q, slugs) => {
  expect(await similarTo(q)).toEqual(slugs)
})

test.each(['', 'zz', 'zzzzzz', '%', "'", '((((', '\\', '2027', 'a b c d e f g h', 'x'.repeat(100)])(
  '%p is close to nothing',
  async (q) => {
    expect(await similarTo(q)).toEqual([])
  },
)

test('the filters hold for what is similar too', async () => {
  expect(await similarTo('robtics', { city: 'york' })).toEqual(['robotics-next', 'robotics-lapsed'])
  expect(await similarTo('robtics', { verified: true })).toEqual(['robotics-next', 'robotics-past'])
  expect(await similarTo('robtics sumit', { city: 'leeds' })).toEqual([])
  expect(await similarTo('robtics', { category: 'sports' })).toEqual([])
})

test('what the search itself has found does not come again', async () => {
  expect(await similarTo('robotic')).toEqual([])
})

test('words that are spelt as the register knows them are not taken for slips of others', async () => {
  await database.sql`update register_entries set title = 'Harbour Razz Weekend' where slug = 'jazz'`
  expect(await similarTo('jazz')).toEqual([])
  await database.sql`update register_entries set title = 'Harbour Jazz Weekend' where slug = 'jazz'`
})

test('words of a changed entry are known from then on', async () => {
  expect(await similarTo('regata')).toEqual([])
  await database.sql`update register_entries set title = 'Harbour Regatta' where slug = 'jazz'`
  expect(await similarTo('regata')).toEqual(['jazz'])
  await database.sql`update register_entries set title = 'Harbour Jazz Weekend' where slug = 'jazz'`
  expect(await similarTo('regata')).toEqual([])
})

test('a word of a category or sector finds its events, with the other words of the search', async () => {
  const why = async (q: string, more: Partial<RegisterFilters> = {}) => {
    const filters = { ...none, q, ...more }
    const page = await listRegister(database.sql, listCards, filters, { now, cursor: null, limit: 24 })
    const { entries, ...reason } = await listSimilar(database.sql, filters, { now, max: 12, page })
    return [entries.map(({ slug }) => slug), reason]
  }
  expect(await why('technology york')).toEqual([
    ['robotics-next', 'robotics-lapsed'],
    { category: 'Technology & Innovation' },
  ])
  expect(await why('Bath business')).toEqual([['cafe'], { category: 'business' }])
  expect((await why('jazz business'))[0]).toEqual(['jazz', 'jazz-harbour'])
  expect(await why('technology york', { category: 'sports' })).toEqual([[], {}])
  // What is not known is left out; of what is known, as many words as any entry holds.
  expect(await why('that harbour thing bristol')).toEqual([['jazz', 'jazz-harbour'], { part: { matched: 2, of: 4 } }])
  expect(await why('harbour robotics')).toEqual([
    ['robotics-next', 'robotics-lapsed', 'robotics-past', 'jazz', 'jazz-harbour'],
    { part: { matched: 1, of: 2 } },
  ])
  expect(await why('that harbour thing somewhere')).toEqual([[], {}])
})

test('no more than asked for', async () => {
  const { entries: similar } = await listSimilar(
    database.sql,
    { ...none, q: 'robtics' },
    {
      now,
      max: 2,
      page: { entries: [], isKnown: false },
    },
  )
  expect(similar).toHaveLength(2)
})
