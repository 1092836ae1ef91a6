import { isUuid } from '../../../../domain/is-uuid.ts'
import type { Loader } from '../../../../page-loader.ts'
import { isSubmissionKind } from '../rules.ts'
import type { SubmissionData } from '../state.ts'
import { readSubmission } from './queries.ts'

/** Feeds one submission with everything that was left. */
export const loadSubmission: Loader<SubmissionData> = async ({ params, query, services: { sql } }) => {
  const { kind, id } = params
  const [row] = isSubmissionKind(kind) && isUuid(id) ? await readSubmission(sql, { kind, id }) : []
  if (!row || !isSubmissionKind(kind)) return { kind: 'not-found' }
  const { details, ...submission } = row
  const read = JSON.parse(details) as Record<string, string>
  return {
    kind: 'page',
    data: {
      kind,
      submission,
      details: Object.entries(read).map(([term, text]) => ({ term, details: text })),
      isSaved: query.get('done') === 'saved',
    },
  }
}
