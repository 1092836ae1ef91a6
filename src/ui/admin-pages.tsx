import { figure } from '#domain/figures.ts'
import type { ListPages } from '#wire/list-pages.ts'
import { Icon } from './icon.tsx'

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
