import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

export type Column = {
  label: ReactNode /** Figures: set to the right, under one another. */
  numeric?: boolean | undefined
}
export type Row = { key: string; cells: readonly ReactNode[] }

/** Data in rows. On a narrow screen it scrolls by itself, by keyboard too, and the page does not. The first cell names the row. */
export function Table({
  caption,
  captionHidden,
  columns,
  rows,
  foot,
}: {
  caption: string
  captionHidden?: boolean | undefined
  columns: readonly Column[]
  rows: readonly Row[]
  /** A last row, for a sum. */
  foot?: readonly ReactNode[] | undefined
}) {
  const tone = (index: number) => (columns[index]?.numeric ? 'numeric' : undefined)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard.
    <section className="relative overflow-x-auto" aria-label={caption} tabIndex={0}>
      <table>
        <caption className={captionHidden ? 'visually-hidden' : undefined}>{caption}</caption>
        <thead>
          <tr>
            {columns.map((column, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns are told apart by their place alone.
              <th key={index} scope="col" className={tone(index)}>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>{cellsOf(row.cells, tone)}</tr>
          ))}
        </tbody>
        {foot && (
          <tfoot>
            <tr className="font-semibold">{cellsOf(foot, tone)}</tr>
          </tfoot>
        )}
      </table>
    </section>
  )
}

function cellsOf(cells: readonly ReactNode[], tone: (index: number) => string | undefined) {
  return cells.map((cell, index) =>
    index === 0 ? (
      <th key="name" scope="row" className={classNames('font-normal', tone(0))}>
        {cell}
      </th>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: cells are told apart by their place alone.
      <td key={index} className={tone(index)}>
        {cell}
      </td>
    ),
  )
}
