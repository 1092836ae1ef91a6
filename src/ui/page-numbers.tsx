import { figure } from '#domain/figures.ts'

/** Which page of a list is shown, how many can be gone to by their number, and their addresses. */
export type PageNumbers = { current: number; last: number; href: (page: number) => string }

/** The pages of a list by their numbers: the first, the last, and those beside the current one. A phone shows the current one alone. */
export function PageNumberList({ current, last, href }: PageNumbers) {
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

/** The first page, the last, the current one and its neighbours, in order; null for a gap of two or more. */
function pagesBeside(current: number, last: number): (number | null)[] {
  const pages = [...new Set([1, current - 1, current, current + 1, last])]
    .filter((page) => page >= 1 && page <= last)
    .sort((one, other) => one - other)
  return pages.flatMap((page, index) => {
    const missing = page - (pages[index - 1] ?? 0) - 1
    return missing === 0 ? [page] : missing === 1 ? [page - 1, page] : [null, page]
  })
}
