import type { ReactNode } from 'react'
import { ButtonLink } from './button.tsx'
import { Icon } from './icon.tsx'
import { PageNumberList, type PageNumbers } from './page-numbers.tsx'

/** Ways through a list that is read page by page; a way that does not exist is left out. `children` tells where one stands. */
export function Pagination({
  label = 'Pages',
  firstHref,
  previousHref,
  nextHref,
  pages,
  children,
}: {
  label?: string | undefined
  firstHref?: string | undefined
  previousHref?: string | undefined
  nextHref?: string | undefined
  /** Of a list whose pages have numbers: the ways to the page before and the next follow from them. */
  pages?: PageNumbers | undefined
  children?: ReactNode
}) {
  if (pages?.last === 1) pages = undefined
  // Further than pages have numbers, the list is read from one page to the next.
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
