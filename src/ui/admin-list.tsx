import { figure } from '#domain/figures.ts'
import type { ListPages } from '#wire/list-pages.ts'
import { AdminTable, type AdminTableProps } from './admin-table.tsx'
import { ButtonLink } from './button.tsx'
import { EmptyState } from './empty-state.tsx'
import { Icon, type IconClass } from './icon.tsx'

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

export function AdminPages({ pages }: { pages: ListPages }) {
  const { from, to, total, isMore, isCut, previousHref, nextHref, numbers } = pages
  if (to === 0 && !previousHref) return null
  return (
    <nav aria-label="Pages" className="dense-pages" data-list-pages="">
      <p className="text-muted figures">
        {to === 0 ? 'Nothing on this page' : `${figure(from)} to ${figure(to)}`}
        {isMore ? ` of more than ${figure(total)}` : ` of ${figure(total)}`}
        {isCut && '. The list ends here. To see more, use the filters.'}
      </p>
      {numbers.length > 1 && (
        <ul>
          {previousHref && (
            <li>
              <a href={previousHref} rel="prev">
                <Icon icon="i-chevron-left" />
                Previous
              </a>
            </li>
          )}
          {numbers.map((each, index) =>
            each === 'gap' ? (
              <li key={`before-${JSON.stringify(numbers[index + 1])}`} aria-hidden="true" className="wide">
                …
              </li>
            ) : (
              <li key={each.number} className={each.isCurrent ? undefined : 'wide'}>
                <a
                  href={each.href}
                  aria-label={`Page ${each.number}`}
                  aria-current={each.isCurrent ? 'page' : undefined}
                  className="figures"
                >
                  {each.number}
                </a>
              </li>
            ),
          )}
          {nextHref && (
            <li>
              <a href={nextHref} rel="next">
                Next
                <Icon icon="i-chevron-right" />
              </a>
            </li>
          )}
        </ul>
      )}
    </nav>
  )
}

/** Downloads the list as a file. */
export function CsvLink({ href }: { href: string }) {
  return (
    <ButtonLink variant="quiet" href={href} download>
      <Icon icon="i-download" />
      CSV file
    </ButtonLink>
  )
}
