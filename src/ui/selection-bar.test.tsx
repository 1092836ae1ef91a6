import { expect, test } from 'bun:test'
import { AdminTable } from './admin-table.tsx'
import { fireEvent, render, withDocument } from './dom.test-setup.ts'
import { SelectionBar } from './selection-bar.tsx'

withDocument()

test('all rows or a range are chosen, and the bar counts them', () => {
  const { getByLabelText, getByRole } = render(
    <form>
      <AdminTable
        caption="Things"
        select={{ name: 'things', chosen: ['2'], label: ({ id }) => `Choose ${id}` }}
        columns={[{ label: 'Name', cell: ({ id }) => `Row ${id}` }]}
        rows={[1, 2, 3, 4, 5].map((id) => ({ id }))}
      />
      <SelectionBar>
        <button type="submit">Go</button>
      </SelectionBar>
    </form>,
  )
  const count = () => getByRole('status').textContent
  expect(count()).toBe('1 chosen')
  fireEvent.click(getByLabelText('Choose 2'))
  expect(count()).toBe('0 chosen')
  fireEvent.click(getByLabelText('Choose 5'))
  fireEvent.click(getByLabelText('Choose 3'), { shiftKey: true })
  expect(count()).toBe('3 chosen')
  fireEvent.click(getByLabelText(/^Select all/))
  expect(count()).toBe('5 chosen')
  expect(document.querySelectorAll('.chooses > input:checked')).toHaveLength(5)
  fireEvent.click(getByLabelText(/^Select all/))
  expect(count()).toBe('0 chosen')
})
