import { isUuid } from '../../domain/is-uuid.ts'
import type { Loader, PageRequest } from '../../page-loader.ts'
import { listDecisions, readReview } from './queries.ts'
import type { ReviewData } from './state.ts'

/** Feeds the review of one application. */
export const loadReview: Loader<ReviewData> = async (request) => {
  const decided = request.query.get('decided')
  return await review(request, { notice: decided === 'approved' || decided === 'rejected' ? decided : null })
}

/** The review page, as it stands or after a post. */
export async function review(
  { params, services }: PageRequest,
  more: {
    notice?: 'approved' | 'rejected' | 'conflict' | null
    reasonProblem?: string
    reason?: string
    status?: number
  } = {},
): Promise<{ kind: 'page'; status: number; data: ReviewData }> {
  const [application] = isUuid(params.id!) ? await readReview(services.sql, params.id!) : []
  if (!application) return { kind: 'page', status: 404, data: { kind: 'not-found' } }
  const decisions = await listDecisions(services.sql, application.id)
  const { notice = null, reasonProblem = null, reason = '' } = more
  // The address of a notice is only believed where the books say the same.
  const isTrue = notice === null || notice === 'conflict' || notice === application.status
  return {
    kind: 'page',
    status: more.status ?? 200,
    data: { kind: 'found', application, decisions, notice: isTrue ? notice : null, reasonProblem, reason },
  }
}
