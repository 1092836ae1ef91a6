import { expect, test } from 'bun:test'
import { listPages } from '#wire/list-pages.ts'
import { AdminList } from './admin-list.tsx'
import { render, withDocument } from './dom.test-setup.ts'

withDocument()

function shown(page: number, total: number) {
  const hrefOf = (page: number | null) => (page === null ? '/list' : `/list?page=${page}`)
  const pages = listPages({ page, pageSize: 10, fetched: 0, counted: total, hrefOf })
  const columns = [{ label: 'Name', cell: ({ id }: { id: number }) => `Row ${id}` }]
  render(<AdminList caption="Things" empty="There is nothing." columns={columns} rows={[]} pages={pages} />)
  return document.body.textContent
}

test('a list without rows says so', () => {
  expect(shown(1, 0)).toBe('There is nothing.')
})

test('it says so on a page beyond the first, too', () => {
  expect(shown(9, 0)).toBe('There is nothing.')
})

test('a page beyond the last says that it is empty, below the head of its table', () => {
  expect(shown(5, 25)).toMatch(/^ThingsNameNothing on this page of 25/)
})
