import type { ListPages } from '#wire/list-pages.ts'
import { AdminPages } from './admin-pages.tsx'
import { AdminTable, type AdminTableProps } from './admin-table.tsx'
import { EmptyState } from './empty-state.tsx'
import type { IconClass } from './icon.tsx'

/** A table with its pages; where there is no row, the sentence `empty`. A page beyond the last keeps the table's head. */
export function AdminList<Row extends { id: string | number }>({
  empty,
  icon = 'i-inbox',
  emptyClassName = 'mt-8',
  pages,
  ...table
}: AdminTableProps<Row> & { empty: string; icon?: IconClass; emptyClassName?: string; pages?: ListPages }) {
  if (table.rows.length === 0 && !pages?.total)
    return <EmptyState className={emptyClassName} icon={icon} title={empty} />
  return (
    <>
      <AdminTable {...table} />
      {pages && <AdminPages pages={pages} />}
    </>
  )
}
