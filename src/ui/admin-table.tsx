import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import { VisuallyHidden } from './visually-hidden.tsx'

type AdminColumn = {
  label: string
  /** Figures and days: set to the right, under one another. */
  numeric?: boolean
  /** Takes the room that is left, and is cut off where that is too little. The first column always does. */
  grows?: boolean
  wide?: boolean
  /** Holds a button, which stays within reach on a phone. Has to be the last column. */
  acts?: boolean
  /** Its heading sorts the list (`sortBy`, wire/list-pages.ts). */
  sort?: { href: string; direction: 'ascending' | 'descending' | null }
}
type AdminRow = {
  key: string
  cells: readonly ReactNode[]
  /** What its box is for, to those who do not see the row. */
  selects?: string
}

/** On a phone each row is a name and a line below it. With `select` each row has a box, and a form has to be around. */
export function AdminTable({
  caption,
  columns,
  rows,
  select,
  chosen = [],
}: {
  /** What the list is and how it is sorted, to those who do not see it. */
  caption: string
  columns: readonly AdminColumn[]
  rows: readonly AdminRow[]
  /** The field that carries the keys of the chosen rows. */
  select?: string | undefined
  chosen?: readonly string[]
}) {
  const classOf = ({ numeric, grows, wide, acts }: AdminColumn, index: number) =>
    classNames(numeric && 'numeric', (grows || index === 0) && 'grows', wide && 'wide', acts && 'acts') || undefined
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard.
    <section className="dense-list" aria-label={caption} tabIndex={0} data-list-start="">
      <table className="dense" role={said('table')}>
        <caption className="visually-hidden">{caption}</caption>
        <thead role={said('rowgroup')}>
          <tr role={said('row')}>
            {select && (
              <td role={said('cell')} className="chooses">
                <VisuallyHidden>Choose</VisuallyHidden>
              </td>
            )}
            {columns.map((column, index) => (
              <th
                key={column.label}
                scope="col"
                role={said('columnheader')}
                className={classOf(column, index)}
                aria-sort={column.sort?.direction ?? undefined}
              >
                <Heading column={column} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody role={said('rowgroup')}>
          {rows.map((row) => (
            <tr key={row.key} role={said('row')}>
              {select && (
                <td role={said('cell')} className="chooses">
                  <input
                    type="checkbox"
                    className="choice"
                    name={`${select}[]`}
                    value={row.key}
                    defaultChecked={chosen.includes(row.key)}
                    aria-label={row.selects}
                  />
                </td>
              )}
              {columns.map((column, index) =>
                index === 0 ? (
                  <th key={column.label} scope="row" role={said('rowheader')} className={classOf(column, index)}>
                    {row.cells[index]}
                  </th>
                ) : (
                  <td key={column.label} role={said('cell')} className={classOf(column, index)}>
                    {row.cells[index]}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** On a phone the parts are blocks, which some browsers take for no table unless it is said. */
function said(role: string): string {
  return role
}

function Heading({ column: { label, sort } }: { column: AdminColumn }) {
  if (!sort) return label
  return (
    <a href={sort.href} className="dense-sort">
      {label}
      {sort.direction && <Icon icon={sort.direction === 'ascending' ? 'i-arrow-up' : 'i-arrow-down'} />}
    </a>
  )
}
