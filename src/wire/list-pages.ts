/** Beyond it a list says that there are more. */
export const countLimit = 1000
/** Further pages would cost the database too much: the list says to narrow it. */
export const lastPage = 400

export type ListPages = {
  from: number
  to: number
  total: number
  isMore: boolean
  previousHref: string | null
  nextHref: string | null
  isCut: boolean
  numbers: ({ number: number; href: string; isCurrent: boolean } | 'gap')[]
}

export function readPageNumber(text: string | null): number {
  const number = /^[1-9]\d{0,3}$/.test(text ?? '') ? Number(text) : 1
  return Math.min(number, lastPage)
}

/** One row more than a page shows whether there is a next one. */
export function rowsOf(page: number, pageSize: number): { limit: number; offset: number } {
  return { limit: pageSize + 1, offset: (page - 1) * pageSize }
}

/** @param input.fetched with the one more. @param input.counted up to `countLimit` and one more. @param input.hrefOf null is the first page. */
export function listPages({
  page,
  pageSize,
  fetched,
  counted,
  hrefOf,
}: {
  page: number
  pageSize: number
  fetched: number
  counted: number
  hrefOf: (page: number | null) => string
}): ListPages {
  const shown = Math.min(fetched, pageSize)
  const isMore = counted > countLimit
  const addressOf = (number: number) => hrefOf(number === 1 ? null : number)
  const last = isMore ? null : Math.max(1, Math.ceil(counted / pageSize))
  const near = [page - 1, page, page + 1].filter((number) => number >= 1 && (last === null || number <= last))
  const chosen = [...new Set([1, ...near, ...(last ? [last] : [])])].toSorted((one, other) => one - other)
  const hasNext = fetched > pageSize && page < lastPage
  return {
    from: shown === 0 ? 0 : (page - 1) * pageSize + 1,
    to: shown === 0 ? 0 : (page - 1) * pageSize + shown,
    total: Math.min(counted, countLimit),
    isMore,
    previousHref: page > 1 ? addressOf(page - 1) : null,
    nextHref: hasNext ? addressOf(page + 1) : null,
    isCut: fetched > pageSize && !hasNext,
    numbers: chosen
      .filter((number) => number <= page || number === last || hasNext)
      .flatMap((number, index, all) => {
        const entry = { number, href: addressOf(number), isCurrent: number === page }
        const before = all[index - 1]
        return before !== undefined && number - before > 1 ? (['gap', entry] as const) : [entry]
      }),
  }
}

export async function readList<Row>({
  query,
  pageSize = 50,
  rows,
  count,
  hrefOf,
}: {
  query: URLSearchParams
  pageSize?: number
  rows: (part: { limit: number; offset: number }) => PromiseLike<readonly Row[]>
  count: (limit: number) => PromiseLike<readonly { count: number }[]>
  hrefOf: (page: number | null) => string
}): Promise<{ rows: Row[]; pages: ListPages }> {
  const page = readPageNumber(query.get('page'))
  const [found, [counted]] = await Promise.all([rows(rowsOf(page, pageSize)), count(countLimit + 1)])
  const pages = listPages({ page, pageSize, fetched: found.length, counted: counted!.count, hrefOf })
  return { rows: found.slice(0, pageSize), pages }
}

/** In an address `-title` is descending. */
export type Sort<Column extends string = string> = { by: Column; descending: boolean }

export function readSort<Column extends string>(
  text: string | null,
  columns: readonly Column[],
  usual: Sort<Column>,
): Sort<Column> {
  const by = columns.find((column) => column === text?.replace(/^-/, ''))
  return by === undefined ? usual : { by, descending: text!.startsWith('-') }
}

/** Null for the usual one. */
export function sortText(sort: Sort, usual: Sort): string | null {
  if (sort.by === usual.by && sort.descending === usual.descending) return null
  return sort.descending ? `-${sort.by}` : sort.by
}

export function sortBy<Column extends string>(
  by: Column,
  current: Sort<Column>,
  hrefOf: (sort: Sort<Column>) => string,
): { href: string; direction: 'ascending' | 'descending' | null } {
  const isCurrent = current.by === by
  return {
    href: hrefOf({ by, descending: isCurrent && !current.descending }),
    direction: isCurrent ? (current.descending ? 'descending' : 'ascending') : null,
  }
}
