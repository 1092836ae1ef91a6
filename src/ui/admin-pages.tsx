import { figure } from '../domain/figures.ts'
import type { ListPages } from '../wire/list-pages.ts'
import { Icon } from './icon.tsx'
import { SiteLink } from './site-link.tsx'

/** Where one is in a list of the admin area, and the ways to its other pages. */
export function AdminPages({ pages }: { pages: ListPages }) {
  const { from, to, total, isMore, isCut, previousHref, nextHref, numbers } = pages
  if (to === 0 && !previousHref) return null
  return (
    <nav aria-label="Pages" className="dense-pages">
      <p className="text-muted figures">
        {to === 0 ? 'This page is empty' : `${figure(from)} to ${figure(to)}`}
        {isMore ? ` of more than ${figure(total)}` : ` of ${figure(total)}`}
        {isCut && '. The list ends here. To see more, use the filters.'}
      </p>
      {numbers.length > 1 && (
        <ul>
          {previousHref && (
            <li>
              <SiteLink href={previousHref} rel="prev" fromStart>
                <Icon icon="i-chevron-left" />
                Previous
              </SiteLink>
            </li>
          )}
          {numbers.map((each, index) =>
            each === 'gap' ? (
              <li key={`before-${JSON.stringify(numbers[index + 1])}`} aria-hidden="true" className="wide">
                …
              </li>
            ) : (
              <li key={each.number} className={each.isCurrent ? undefined : 'wide'}>
                <SiteLink
                  href={each.href}
                  aria-label={`Page ${each.number}`}
                  aria-current={each.isCurrent ? 'page' : undefined}
                  className="figures"
                  fromStart
                >
                  {each.number}
                </SiteLink>
              </li>
            ),
          )}
          {nextHref && (
            <li>
              <SiteLink href={nextHref} rel="next" fromStart>
                Next
                <Icon icon="i-chevron-right" />
              </SiteLink>
            </li>
          )}
        </ul>
      )}
    </nav>
  )
}
