import { expect, test } from 'bun:test'
import {
  countText,
  cursorText,
  databasePath,
  lastPage,
  noFilters,
  rangeText,
  readCursor,
  readFilters,
} from './rules.ts'

test('filters of an address are trimmed, cut and limited to what exists', () => {
  const read = (query: string) => readFilters(new URLSearchParams(query))
  expect(read('q=%20tarn%20%20fair%20&category=sports&type=featured')).toEqual({
    ...noFilters,
    q: 'tarn fair',
    category: 'sports',
    type: 'featured',
  })
  expect(read('category=all&type=all')).toEqual(noFilters)
  expect(read('city=Ely%20&when=weekend&from=2026-02-30&to=2026-03-01&sort=name')).toEqual({
    ...noFilters,
    city: 'Ely',
    when: 'weekend',
    to: '2026-03-01',
    sort: 'name',
  })
  expect(read('when=soon&sort=title')).toEqual(noFilters)
  expect(read('type=%27%20or%201=1')).toEqual(noFilters)
  expect(read(`q=${'x'.repeat(5000)}`).q.length).toBe(100)
  expect(read('q=a%00b').q).toBe('ab')
})

test('a cursor survives its way through an address', () => {
  const cursor = { asOf: '2026-11-21', sortOn: 'infinity', id: '0b8f7a52-3c1d-4e5f-8a9b-0c1d2e3f4a5b' }
  const address = new URL(databasePath({ ...noFilters, q: 'a&b' }, { cursor: cursorText(cursor) }), 'http://localhost')
  expect(address.searchParams.get('q')).toBe('a&b')
  expect(readCursor(address.searchParams.get('cursor'))).toEqual(cursor)
})

test.each([
  '',
  'x',
  '2026-02-30_2026-01-01_0b8f7a52-3c1d-4e5f-8a9b-0c1d2e3f4a5b',
  '2026-01-01_2026-01-01_1',
  "2026-01-01_infinity_' or 1",
])('a made-up cursor %p is none', (text) => expect(readCursor(text)).toBeNull())

test('pages have numbers as far as they are counted', () => {
  expect([0, 24, 25, 61, 1_000_000].map((found) => lastPage(found, false))).toEqual([1, 1, 2, 3, 417])
  expect(lastPage(1001, true)).toBe(42)
  expect(databasePath(noFilters, { page: 1 })).toBe('/database')
  expect(rangeText(0, 24)).toBe('24')
  expect(rangeText(48, 13)).toBe('49–61')
  expect(rangeText(48, 1)).toBe('49')
})

test('counts of a search beyond the limit say so', () => {
  expect(countText(1000, true)).toBe('1,000')
  expect(countText(1001, true)).toBe('more than 1,000')
  expect(countText(5181, false)).toBe('5,181')
})
