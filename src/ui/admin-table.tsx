import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import { VisuallyHidden } from './text.tsx'

type AdminColumn<Row> = {
  label: string
  cell: (row: Row, index: number) => ReactNode
  /** What the cell leads to. */
  href?: (row: Row) => string
  linkClassName?: string
  /** Figures and days: set to the right, under one another. */
  numeric?: boolean
  /** Takes the room that is left, and is cut off where that is too little. The first column always does. */
  grows?: boolean
  wide?: boolean
  /** Its text may take a second line, and is never cut. */
  whole?: boolean
  /** Holds a button, which stays within reach on a phone. Has to be the last column. */
  acts?: boolean
  /** Its heading sorts the list (`sortBy`, wire/list-pages.ts). */
  sort?: { href: string; direction: 'ascending' | 'descending' | null }
}

export type AdminTableProps<Row> = {
  /** What the list is and how it is sorted, to those who do not see it. */
  caption: string
  columns: readonly AdminColumn<Row>[]
  rows: readonly Row[]
  /** Each row has a box, which carries its id in the field `name`; a form has to be around. */
  select?:
    | {
        name: string
        chosen: readonly string[]
        /** What its box is for, to those who do not see the row. */
        label: (row: Row) => string
      }
    | undefined
}

/** On a phone each row is a name and a line below it. */
export function AdminTable<Row extends { id: string | number }>({
  caption,
  columns,
  rows,
  select,
}: AdminTableProps<Row>) {
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
                <Heading {...column} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody role={said('rowgroup')}>
          {rows.map((row, place) => (
            <tr key={row.id} role={said('row')}>
              {select && (
                <td role={said('cell')} className="chooses">
                  <input
                    type="checkbox"
                    className="choice"
                    name={`${select.name}[]`}
                    value={row.id}
                    defaultChecked={select.chosen.includes(String(row.id))}
                    aria-label={select.label(row)}
                  />
                </td>
              )}
              {columns.map((column, index) =>
                index === 0 ? (
                  <th key={column.label} scope="row" role={said('rowheader')} className={classOf(column, index)}>
                    {contentOf(column, row, place)}
                  </th>
                ) : (
                  <td key={column.label} role={said('cell')} className={classOf(column, index)}>
                    {contentOf(column, row, place)}
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

function classOf<Row>({ numeric, grows, wide, whole, acts }: AdminColumn<Row>, index: number): string | undefined {
  return (
    classNames(
      numeric && 'numeric',
      (grows || index === 0) && 'grows',
      wide && 'wide',
      whole && 'whole',
      acts && 'acts',
    ) || undefined
  )
}

function contentOf<Row>({ cell, href, linkClassName }: AdminColumn<Row>, row: Row, index: number): ReactNode {
  if (!href) return cell(row, index)
  return (
    <a href={href(row)} className={linkClassName}>
      {cell(row, index)}
    </a>
  )
}

/** On a phone the parts are blocks, which some browsers take for no table unless it is said. */
function said(role: string): string {
  return role
}

function Heading<Row>({ label, sort }: AdminColumn<Row>) {
  if (!sort) return label
  return (
    <a href={sort.href} className="dense-sort">
      {label}
      {sort.direction && <Icon icon={sort.direction === 'ascending' ? 'i-arrow-up' : 'i-arrow-down'} />}
    </a>
  )
}
