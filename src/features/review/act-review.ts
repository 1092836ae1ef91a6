import { isUuid } from '../../domain/is-uuid.ts'
import type { Action, PageAnswer, PageRequest } from '../../page-loader.ts'
import { paths, withQuery } from '../../paths.ts'
import type { Admin } from '../../visitor.ts'
import { decideApplication } from './decide-application.ts'
import { review } from './load-review.ts'
import { noteLimit, questionLimit, reasonLimit, reasonProblemOf, textProblemOf } from './rules.ts'
import type { ReviewData } from './state.ts'
import { addNote, askForMore, assign, reopenCheckout } from './work-on-application.ts'

type Post = PageRequest & { form: Record<string, string> }
type Done = Promise<PageAnswer<ReviewData>>

/** Takes the forms of the review page: a decision, a note, an assignment, a question, a checkout opened again. */
export const actReview: Action<ReviewData> = async (request) => {
  const admin = await request.visitor.admin()
  if (!admin || !isUuid(request.params.id!)) return await review(request)
  switch (request.form.intent ?? 'decide') {
    case 'decide':
      return await takeDecision(request, admin)
    case 'note':
      return await takeNote(request, admin)
    case 'assign':
      return await takeAssignment(request, admin)
    case 'ask':
      return await takeQuestion(request, admin)
    case 'open-checkout':
      return await takeOpening(request, admin)
    default:
      return await review(request, { status: 422 })
  }
}

async function takeDecision(request: Post, admin: Admin): Done {
  const { params, form, services } = request
  const decision = form.decision
  if (decision !== 'approved' && decision !== 'rejected') return await review(request)
  const reason = (form.reason ?? '').slice(0, reasonLimit + 1)
  const reasonProblem = reasonProblemOf(decision, reason)
  if (reasonProblem) return await review(request, { reasonProblem, reason, status: 422 })
  const outcome = await decideApplication(services, { applicationId: params.id!, decision, reason, admin })
  if (outcome.kind === 'decided')
    return { kind: 'redirect', to: withQuery(paths.review(params.id!), { decided: decision }), status: 303 }
  return await review(request, { notice: 'conflict', status: 409, reason })
}

async function takeNote(request: Post, admin: Admin): Done {
  const { params, form, services } = request
  const note = form.note ?? ''
  const noteProblem = textProblemOf(note, noteLimit, 'Write the note')
  if (noteProblem) return await review(request, { noteProblem, note, status: 422 })
  await addNote(services, { applicationId: params.id!, admin, text: note })
  return done(request, 'noted')
}

async function takeAssignment(request: Post, admin: Admin): Done {
  const { params, form, services } = request
  const outcome = await assign(services, { applicationId: params.id!, admin, personId: form.person || null })
  if (outcome === 'nobody-such') {
    const assignProblem = 'Choose somebody who reviews applications'
    return await review(request, { assignProblem, status: 422 })
  }
  return done(request, 'assigned')
}

async function takeQuestion(request: Post, admin: Admin): Done {
  const { params, form, services } = request
  const question = form.question ?? ''
  const questionProblem = textProblemOf(question, questionLimit, 'Write the question')
  if (questionProblem) return await review(request, { questionProblem, question, status: 422 })
  const outcome = await askForMore(services, { applicationId: params.id!, admin, text: question })
  if (outcome === 'decided') return await review(request, { notice: 'conflict', question, status: 409 })
  return done(request, 'asked')
}

async function takeOpening(request: Post, admin: Admin): Done {
  const { params, form, services } = request
  const opening = form.opening ?? ''
  const openingProblem = textProblemOf(opening, noteLimit, 'Write the reason')
  if (openingProblem) return await review(request, { openingProblem, opening, status: 422 })
  await reopenCheckout(services, { applicationId: params.id!, admin, text: opening })
  return done(request, 'opened')
}

function done({ params }: Post, what: string): PageAnswer<ReviewData> {
  return { kind: 'redirect', to: withQuery(paths.review(params.id!), { done: what }), status: 303 }
}
