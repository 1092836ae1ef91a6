import type { ReactNode } from 'react'
import { figure } from '#domain/figures.ts'
import { ButtonLink } from './button.tsx'
import { Icon } from './icon.tsx'

type PaginationProps = {
  label?: string | undefined
  firstHref?: string | undefined
  previousHref?: string | undefined
  nextHref?: string | undefined
  /** The ways to the page before and the next follow from it. */
  pages?: PageNumbers | undefined
  children?: ReactNode
}

/** A way that does not exist is left out. `children` say where one is. */
export function Pagination({ label = 'Pages', firstHref, previousHref, nextHref, pages, children }: PaginationProps) {
  if (pages?.last === 1) pages = undefined
  // Beyond the pages that have numbers, the list is read from one page to the next.
  const endsNumbers = pages !== undefined && pages.current === pages.last && nextHref !== undefined
  if (pages) {
    const { current, last, href } = pages
    if (current > 1) previousHref ??= href(current - 1)
    if (current < last) nextHref ??= href(current + 1)
  }
  if (!firstHref && !previousHref && !nextHref && !children) return null
  return (
    <nav aria-label={label} className="pagination" data-list-pages="">
      {endsNumbers && (
        <p className="basis-full">
          Page numbers end here. There are more pages, without numbers. To find something sooner, search for it or use
          the filters.
        </p>
      )}
      {firstHref && (
        <ButtonLink variant="quiet" href={firstHref}>
          <Icon icon="i-chevrons-left" />
          First page
        </ButtonLink>
      )}
      {previousHref && (
        <ButtonLink variant="quiet" href={previousHref} rel="prev">
          <Icon icon="i-chevron-left" />
          Previous page
        </ButtonLink>
      )}
      {pages && <PageNumberList {...pages} />}
      {children && <p className="text-muted figures">{children}</p>}
      {nextHref && (
        <ButtonLink variant="quiet" href={nextHref} rel="next" className="ml-auto">
          Next page
          <Icon icon="i-chevron-right" />
        </ButtonLink>
      )}
    </nav>
  )
}

type PageNumbers = { current: number; last: number; href: (page: number) => string }

/** The first, the last, and those beside the current one. A phone shows the current one alone. */
function PageNumberList({ current, last, href }: PageNumbers) {
  return (
    <>
      <p className="sm:hidden text-muted figures">{`Page ${figure(current)} of ${figure(last)}`}</p>
      <ol className="badges max-sm:hidden figures">
        {pagesBeside(current, last).map((page, index, pages) =>
          page === null ? (
            <li key={`after-${pages[index - 1]}`} className="row-link" aria-hidden="true">
              …
            </li>
          ) : (
            <li key={page}>
              <a
                href={href(page)}
                className="chip"
                aria-label={`Page ${page}`}
                aria-current={page === current ? 'page' : undefined}
              >
                {figure(page)}
              </a>
            </li>
          ),
        )}
      </ol>
    </>
  )
}

/** In order; null for a gap of two or more. */
function pagesBeside(current: number, last: number): (number | null)[] {
  const pages = [...new Set([1, current - 1, current, current + 1, last])]
    .filter((page) => page >= 1 && page <= last)
    .sort((one, other) => one - other)
  return pages.flatMap((page, index) => {
    const missing = page - (pages[index - 1] ?? 0) - 1
    return missing === 0 ? [page] : missing === 1 ? [page - 1, page] : [null, page]
  })
}
