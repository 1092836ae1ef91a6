import { adminHref } from '../../../../admin-pages.ts'
import { apiPath } from '../../../../api.ts'
import { readTimeCursor, timeCursor } from '../../../../database/time-cursor.ts'
import { handler, type Loader } from '../../../../requests/page-loader.ts'
import { cleanText } from '../../../../wire/clean-text.ts'
import { isSubmissionKind, isSubmissionState, type SubmissionKind, submissionKinds } from '../rules.ts'
import type { SubmissionsData } from '../state.ts'
import { countSubmissions, listSubmissions } from './queries.ts'

const pageSize = 30

/** Feeds the submissions of one kind, newest first. */
export const loadSubmissions: Loader<SubmissionsData> = async ({ params, query, services: { sql } }) => {
  const { kind } = params
  if (!isSubmissionKind(kind)) return { kind: 'not-found' }
  const filters = readSubmissionFilters(query)
  const after = readTimeCursor(query.get('after'))
  const [rows, counts] = await Promise.all([
    listSubmissions(sql, {
      kind,
      state: filters.state,
      text: filters.q || null,
      position: after?.position ?? null,
      id: after?.id ?? null,
      limit: pageSize + 1,
    }),
    countSubmissions(sql),
  ])
  const submissions = rows.slice(0, pageSize)
  const last = submissions.at(-1)
  return {
    kind: 'page',
    data: {
      kind,
      filters,
      fresh: Object.fromEntries(
        submissionKinds.map((known) => [known, counts.find((row) => row.kind === known)?.submissions ?? 0]),
      ) as Record<SubmissionKind, number>,
      submissions,
      exportHref: apiPath('exportCorrespondence', { kind }, filters),
      firstHref: after ? adminHref('submissions', { kind }, filters) : null,
      nextHref:
        rows.length > pageSize && last
          ? adminHref('submissions', { kind }, { ...filters, after: timeCursor(last) })
          : null,
    },
  }
}

/** The filters of an address. */
export function readSubmissionFilters(query: URLSearchParams): SubmissionsData['filters'] {
  const state = query.get('state')
  return { q: cleanText(query.get('q')), state: isSubmissionState(state) ? state : null }
}

export const submissions = handler({ load: loadSubmissions })
