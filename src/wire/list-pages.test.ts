import { expect, test } from 'bun:test'
import { countLimit, listPages, readPageNumber, readSort, rowsOf, sortBy, sortText } from './list-pages.ts'

const hrefOf = (page: number | null) => (page === null ? '/list' : `/list?page=${page}`)
const shown = (page: number, counted: number, pageSize = 10) => {
  const { offset, limit } = rowsOf(page, pageSize)
  const fetched = Math.max(0, Math.min(limit, counted - offset))
  return listPages({ page, pageSize, fetched, counted: Math.min(counted, countLimit + 1), hrefOf })
}
const numbers = (pages: ReturnType<typeof shown>) =>
  pages.numbers
    .map((each) => (each === 'gap' ? '…' : each.isCurrent ? `[${each.number}]` : String(each.number)))
    .join(' ')

test('a page says where it stands, and leads to its neighbours, the first and the last', () => {
  expect(shown(1, 0)).toMatchObject({ from: 0, to: 0, total: 0, previousHref: null, nextHref: null })
  expect(shown(1, 7)).toMatchObject({ from: 1, to: 7, total: 7, previousHref: null, nextHref: null })
  expect(shown(2, 25)).toMatchObject({ from: 11, to: 20, previousHref: '/list', nextHref: '/list?page=3' })
  expect(shown(3, 25)).toMatchObject({ from: 21, to: 25, previousHref: '/list?page=2', nextHref: null, isCut: false })
  expect(numbers(shown(1, 7))).toBe('[1]')
  expect(numbers(shown(5, 100))).toBe('1 … 4 [5] 6 … 10')
  expect(numbers(shown(2, 30))).toBe('1 [2] 3')
})

test('where more rows are than are counted, there is no last page, and a next one while rows come', () => {
  expect(shown(3, 5000)).toMatchObject({ total: countLimit, isMore: true, nextHref: '/list?page=4' })
  expect(numbers(shown(3, 5000))).toBe('1 2 [3] 4')
  expect(shown(400, 50_000)).toMatchObject({ from: 3991, nextHref: null, isCut: true })
})

test('a page number that is none is the first page, and none lies beyond the last that is offered', () => {
  for (const made of [null, '', '0', '-1', '1.5', 'x', '99999', '1e3'])
    expect([made, readPageNumber(made)]).toEqual([made, 1])
  expect(readPageNumber('7')).toBe(7)
  expect(readPageNumber('9999')).toBe(400)
})

test('a heading sorts by its column, and then the other way round', () => {
  const usual = { by: 'submitted' as const, descending: true }
  const columns = ['submitted', 'title'] as const
  expect(readSort('-title', columns, usual)).toEqual({ by: 'title', descending: true })
  expect(readSort('password', columns, usual)).toEqual(usual)
  const href = (sort: { by: string; descending: boolean }) => `?sort=${sortText(sort, usual)}`
  expect(sortBy('title', usual, href)).toEqual({ href: '?sort=title', direction: null })
  expect(sortBy('title', { by: 'title', descending: false }, href)).toEqual({
    href: '?sort=-title',
    direction: 'ascending',
  })
  expect(sortBy('submitted', usual, href)).toEqual({ href: '?sort=submitted', direction: 'descending' })
  expect(sortText(usual, usual)).toBeNull()
})
