import { expect, test } from 'bun:test'
import { render, withDocument } from './dom.test-setup.ts'
import { type Column, Table } from './table.tsx'

withDocument()

function cellsOf(columns: Column[]): HTMLTableCellElement[] {
  const rows = [{ key: 'one', cells: columns.map((_, index) => `cell ${index}`) }]
  render(<Table caption="Things" columns={columns} rows={rows} />)
  return [...document.querySelectorAll('td')]
}

test('a table with two further columns of text can be set as blocks, each cell with its column’s name', () => {
  const cells = cellsOf([{ label: 'Name' }, { label: 'Place' }, { label: 'State' }, { label: <b>End it</b> }])
  expect(cells.map((cell) => cell.dataset.label)).toEqual(['Place', 'State', undefined])
  expect(cells.map((cell) => cell.getAttribute('role'))).toEqual(['cell', 'cell', 'cell'])
  expect(document.querySelector('table')!.getAttribute('role')).toBe('table')
  expect(document.querySelector('tbody tr')!.getAttribute('role')).toBe('row')
  expect(document.querySelector('tbody th')!.getAttribute('role')).toBe('rowheader')
})

test('a table of figures stays a table', () => {
  const cells = cellsOf([{ label: 'Day' }, { label: 'Status' }, { label: 'Amount', numeric: true }])
  expect(document.querySelector('table')!.className).toBe('')
  expect(cells.map((cell) => cell.dataset.label)).toEqual([undefined, undefined])
})
