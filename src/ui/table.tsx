import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

export type Column = string | { label: ReactNode; numeric?: boolean | undefined }
type TableProps = {
  caption: string
  /** Otherwise it is said to those alone who do not see the table. */
  captionShown?: boolean | undefined
  columns: readonly Column[]
  rows: readonly { key: string; cells: readonly ReactNode[] }[]
  foot?: readonly ReactNode[] | undefined
}

/**
 * The first cell names the row. On a phone, with two further columns of text, the cells of a row are below one another, each with its column's
 * name; any other table scrolls by itself, by keyboard too.
 */
export function Table({ caption, captionShown, columns: named, rows, foot }: TableProps) {
  const columns = named.map((column) => (typeof column === 'string' ? { label: column } : column))
  const tone = (index: number) => (columns[index]?.numeric ? 'numeric' : undefined)
  const textOf = (label: ReactNode) => (typeof label === 'string' ? label : undefined)
  const stacks = columns.slice(1).filter(({ numeric }) => !numeric).length > 1
  // Some browsers take a table whose parts are blocks for none, unless it is said. Elsewhere a role would only say it twice.
  const said = (role: string) => (stacks ? role : undefined)
  const cellsOf = (cells: readonly ReactNode[]) =>
    cells.map((cell, index) =>
      index === 0 ? (
        <th key="name" scope="row" role={said('rowheader')} className={classNames('font-normal', tone(0))}>
          {cell}
        </th>
      ) : (
        <td
          // biome-ignore lint/suspicious/noArrayIndexKey: cells are told apart by their place alone.
          key={index}
          role={said('cell')}
          className={tone(index)}
          data-label={stacks ? textOf(columns[index]?.label) : undefined}
        >
          {cell}
        </td>
      ),
    )
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard.
    <section className="relative overflow-x-auto" aria-label={caption} tabIndex={0}>
      <table className={stacks ? 'stacks' : undefined} role={said('table')}>
        <caption className={captionShown ? undefined : 'visually-hidden'}>{caption}</caption>
        <thead role={said('rowgroup')}>
          <tr role={said('row')}>
            {columns.map((column, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns are told apart by their place alone.
              <th key={index} scope="col" role={said('columnheader')} className={tone(index)}>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role={said('rowgroup')}>
          {rows.map((row) => (
            <tr key={row.key} role={said('row')}>
              {cellsOf(row.cells)}
            </tr>
          ))}
        </tbody>
        {foot && (
          <tfoot role={said('rowgroup')}>
            <tr role={said('row')} className="font-semibold">
              {cellsOf(foot)}
            </tr>
          </tfoot>
        )}
      </table>
    </section>
  )
}
