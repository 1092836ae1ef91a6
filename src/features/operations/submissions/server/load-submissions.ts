import { apiPath } from '#api.ts'
import { handler, type Loader } from '#requests/page-loader.ts'
import { cleanText } from '#wire/clean-text.ts'
import { countLimit, listPages, readPageNumber, readSort, rowsOf } from '#wire/list-pages.ts'
import {
  isSubmissionKind,
  isSubmissionState,
  type SubmissionKind,
  submissionKinds,
  submissionsHref,
  usualSort,
} from '../rules.ts'
import type { SubmissionsData } from '../state.ts'
import { countListed, countSubmissions, listSubmissions } from './queries.ts'

const pageSize = 30

/** Feeds the submissions of one kind, newest first. */
const loadSubmissions: Loader<SubmissionsData> = async ({ params, query, visitor, services: { sql } }) => {
  const { kind } = params
  if (!isSubmissionKind(kind)) return { kind: 'not-found' }
  const filters = readSubmissionFilters(query)
  const page = readPageNumber(query.get('page'))
  const sort = readSort(query.get('sort'), ['arrived'], usualSort)
  const me = (await visitor.admin())?.id ?? 'nobody'
  const assignedTo = kind !== 'enquiries' || !filters.whose ? null : filters.whose === 'mine' ? me : 'nobody'
  const asked = { kind, state: filters.state, text: filters.q || null, assignedTo }
  const [rows, [counted], counts] = await Promise.all([
    listSubmissions(sql, { ...asked, after: null, newestFirst: sort.descending, ...rowsOf(page, pageSize) }),
    countListed(sql, { ...asked, limit: countLimit + 1 }),
    countSubmissions(sql),
  ])
  return {
    kind: 'page',
    data: {
      kind,
      filters,
      fresh: Object.fromEntries(
        submissionKinds.map((known) => [known, counts.find((row) => row.kind === known)?.submissions ?? 0]),
      ) as Record<SubmissionKind, number>,
      sort,
      submissions: rows.slice(0, pageSize),
      exportHref: apiPath('exportCorrespondence', { kind }, { q: filters.q, state: filters.state }),
      pages: listPages({
        page,
        pageSize,
        fetched: rows.length,
        counted: counted!.submissions,
        hrefOf: (number) => submissionsHref(kind, filters, sort, number),
      }),
    },
  }
}

/** The filters of an address. */
function readSubmissionFilters(query: URLSearchParams): SubmissionsData['filters'] {
  const state = query.get('state')
  const whose = query.get('whose')
  return {
    q: cleanText(query.get('q')),
    state: isSubmissionState(state) ? state : null,
    whose: whose === 'mine' || whose === 'nobody' ? whose : null,
  }
}

export const submissions = handler({ load: loadSubmissions })
