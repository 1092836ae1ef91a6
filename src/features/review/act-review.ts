import { isUuid } from '../../domain/is-uuid.ts'
import type { Action } from '../../page-loader.ts'
import { paths, withQuery } from '../../paths.ts'
import { decideApplication } from './decide-application.ts'
import { review } from './load-review.ts'
import { reasonLimit, reasonProblemOf } from './rules.ts'
import type { ReviewData } from './state.ts'

/** Takes a decision posted without a script. */
export const actReview: Action<ReviewData> = async (request) => {
  const { params, form, visitor, services } = request
  const admin = await visitor.admin()
  const decision = form.decision
  if (!admin || !isUuid(params.id!) || (decision !== 'approved' && decision !== 'rejected'))
    return await review(request)
  const reason = (form.reason ?? '').slice(0, reasonLimit + 1)
  const reasonProblem = reasonProblemOf(decision, reason)
  if (reasonProblem) return await review(request, { reasonProblem, reason, status: 422 })
  const outcome = await decideApplication(services, { applicationId: params.id!, decision, reason, admin })
  if (outcome.kind === 'decided')
    return { kind: 'redirect', to: withQuery(paths.review(params.id!), { decided: decision }), status: 303 }
  return await review(request, { notice: 'conflict', status: 409 })
}
