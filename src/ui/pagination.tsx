import type { ReactNode } from 'react'
import { ButtonLink } from './button.tsx'
import { Icon } from './icon.tsx'

/** Ways through a list that is read page by page; a way that does not exist is left out. `children` tells where one stands. */
export function Pagination({
  label = 'Pages',
  firstHref,
  previousHref,
  nextHref,
  children,
}: {
  label?: string | undefined
  firstHref?: string | undefined
  previousHref?: string | undefined
  nextHref?: string | undefined
  children?: ReactNode
}) {
  if (!firstHref && !previousHref && !nextHref && !children) return null
  return (
    <nav aria-label={label} className="pagination">
      {firstHref && (
        <ButtonLink variant="quiet" href={firstHref} fromStart>
          <Icon icon="i-chevrons-left" />
          First page
        </ButtonLink>
      )}
      {previousHref && (
        <ButtonLink variant="quiet" href={previousHref} rel="prev" fromStart>
          <Icon icon="i-chevron-left" />
          Previous page
        </ButtonLink>
      )}
      {children && <p className="text-muted figures">{children}</p>}
      {nextHref && (
        <ButtonLink variant="quiet" href={nextHref} rel="next" className="ml-auto" fromStart>
          Next page
          <Icon icon="i-chevron-right" />
        </ButtonLink>
      )}
    </nav>
  )
}
