import type { ReactNode } from 'react'
import { figure } from '#domain/figures.ts'
import { londonDateOf } from '#domain/london-time.ts'
import { poundsAndPence } from '#domain/money.ts'
import { AdminTime } from './admin-time.tsx'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import { VisuallyHidden } from './text.tsx'

type FieldOf<Row, Value> = { [Name in keyof Row & string]: Row[Name] extends Value ? Name : never }[keyof Row & string]

/** What the row holds under this name, as it is or as figures; `cell` may also make something of the row. */
type Content<Row> =
  | { cell: FieldOf<Row, string | number | null> | ((row: Row, index: number) => ReactNode) }
  | { time: FieldOf<Row, string | null> }
  | { day: FieldOf<Row, string | null> }
  | { pence: FieldOf<Row, number> }
  | { count: FieldOf<Row, number> }

type AdminColumn<Row> = Content<Row> & {
  label: string
  /** What the cell leads to. */
  href?: (row: Row) => string
  linkClassName?: string
  /** As times, days, amounts and counts are: set to the right, under one another. */
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

function classOf<Row>(column: AdminColumn<Row>, index: number): string | undefined {
  const { numeric, grows, wide, whole, acts } = column
  return (
    classNames(
      (numeric || !('cell' in column)) && 'numeric',
      (grows || index === 0) && 'grows',
      wide && 'wide',
      whole && 'whole',
      acts && 'acts',
    ) || undefined
  )
}

function contentOf<Row>(column: AdminColumn<Row>, row: Row, index: number): ReactNode {
  const { href, linkClassName } = column
  const content = shownIn(column, row, index)
  if (!href) return content
  return (
    <a href={href(row)} className={linkClassName}>
      {content}
    </a>
  )
}

function shownIn<Row>(column: Content<Row>, row: Row, index: number): ReactNode {
  const held = <Value,>(name: keyof Row) => row[name] as Value
  if ('cell' in column)
    return typeof column.cell === 'function' ? column.cell(row, index) : held<ReactNode>(column.cell as keyof Row)
  if ('pence' in column) return poundsAndPence(held(column.pence))
  if ('count' in column) return figure(held(column.count))
  const at = held<string | null>('day' in column ? column.day : column.time)
  return at && ('day' in column ? londonDateOf(at) : <AdminTime at={at} />)
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
