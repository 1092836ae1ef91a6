import { adminHref } from '../../../../admin-pages.ts'
import { isUuid } from '../../../../domain/is-uuid.ts'
import type { Admin } from '../../../../domain/permissions.ts'
import { withQuery } from '../../../../pages.ts'
import { type Action, handler, type PageAnswer, type PageRequest } from '../../../../requests/page-loader.ts'
import { maxReleaseReason } from '../../../payments/identity/rules.ts'
import { type DecisionKind, noteLimit, questionLimit, reasonLimit, reasonProblemOf, textProblemOf } from '../rules.ts'
import type { ReviewData, ReviewNotice, ReviewTyped } from '../state.ts'
import { correctAddress } from './correct-address.ts'
import { decideApplication } from './decide-application.ts'
import { loadReview, type More, reviewPage } from './load-review.ts'
import { confirmCompanyDomain, letApplicationThrough } from './prove-identity.ts'
import { withdrawApproval } from './withdraw-approval.ts'
import { addNote, askForMore, assign, reopenCheckout } from './work-on-application.ts'

type Post = PageRequest & { form: Record<string, string> }
/** What every button of the page brings along: what is typed in all of its fields. */
type Typed = Pick<
  ReviewTyped,
  'reason' | 'withdrawal' | 'note' | 'question' | 'opening' | 'email' | 'why' | 'person' | 'release'
>
type Work = { request: Post; admin: Admin; applicationId: string; typed: Typed }
type Done = Promise<PageAnswer<ReviewData>>

/**
 * Takes the review page's form: a decision, the withdrawal of one, a note, an assignment, a question, a checkout opened again. Whatever
 * else was typed on the page is shown again.
 */
export const actReview: Action<ReviewData> = async (request) => {
  const { params, form, visitor } = request
  const admin = await visitor.admin()
  if (!admin || !isUuid(params.id!)) return await reviewPage(request)
  const {
    reason = '',
    withdrawal = '',
    note = '',
    question = '',
    opening = '',
    email = '',
    why = '',
    person = null,
    release = '',
  } = form
  const typed = { reason, withdrawal, note, question, opening, email, why, person, release }
  const work: Work = { request, admin, applicationId: params.id!, typed }
  switch (form.intent ?? form.decision) {
    case 'approved':
      return await takeDecision(work, 'approved')
    case 'rejected':
      return await takeDecision(work, 'rejected')
    case 'withdrawn':
      return await takeWithdrawal(work)
    case 'note':
      return await takeNote(work)
    case 'assign':
      return await takeAssignment(work)
    case 'ask':
      return await takeQuestion(work)
    case 'address':
      return await takeAddress(work)
    case 'open-checkout':
      return await takeOpening(work)
    case 'let-through':
      return await takeRelease(work)
    case 'confirm-domain':
      return await takeDomain(work)
    default:
      return await reviewPage(request, { ...typed, status: 422 })
  }
}

async function takeDecision(work: Work, decision: Exclude<DecisionKind, 'withdrawn'>): Done {
  const { request, admin, applicationId, typed } = work
  const reasonProblem = reasonProblemOf(decision, typed.reason)
  if (reasonProblem) return await refuse(work, { reasonProblem })
  const { reason } = typed
  const outcome = await decideApplication(request.services, { applicationId, decision, reason, admin })
  if (outcome.kind !== 'decided') return await refuse(work, { notice: 'decided', status: 409 })
  return await done(work, decision, { reason: '' })
}

async function takeWithdrawal(work: Work): Done {
  const { request, admin, applicationId, typed } = work
  const withdrawalProblem = reasonProblemOf('withdrawn', typed.withdrawal)
  if (withdrawalProblem) return await refuse(work, { withdrawalProblem })
  const outcome = await withdrawApproval(request.services, { applicationId, reason: typed.withdrawal, admin })
  if (outcome === 'withdrawn') return await done(work, 'withdrawn', { withdrawal: '' })
  const notice = outcome === 'not-approved' || outcome === 'not-found' ? 'decided' : outcome
  return await refuse(work, { notice, status: 409 })
}

async function takeNote(work: Work): Done {
  const { request, admin, applicationId, typed } = work
  const noteProblem = textProblemOf(typed.note, noteLimit, 'Write the note')
  if (noteProblem) return await refuse(work, { noteProblem })
  await addNote(request.services, { applicationId, admin, text: typed.note })
  return await done(work, 'noted', { note: '' })
}

async function takeAssignment(work: Work): Done {
  const { request, admin, applicationId, typed } = work
  const outcome = await assign(request.services, { applicationId, admin, personId: typed.person || null })
  if (outcome === 'nobody-such') {
    return await refuse(work, { person: null, assignProblem: 'Choose somebody who reviews applications' })
  }
  return await done(work, 'assigned', { person: null })
}

async function takeQuestion(work: Work): Done {
  const { request, admin, applicationId, typed } = work
  const questionProblem = textProblemOf(typed.question, questionLimit, 'Write the question')
  if (questionProblem) return await refuse(work, { questionProblem })
  const outcome = await askForMore(request.services, { applicationId, admin, text: typed.question })
  if (outcome === 'decided') return await refuse(work, { notice: 'decided', status: 409 })
  return await done(work, 'asked', { question: '' })
}

async function takeAddress(work: Work): Done {
  const { request, admin, applicationId, typed } = work
  const { email, why } = typed
  const whyProblem = textProblemOf(why, reasonLimit, 'Give the reason for the correction')
  if (whyProblem) return await refuse(work, { whyProblem })
  const { seen = '' } = request.form
  const outcome = await correctAddress(request.services, { applicationId, admin, seen, email, reason: why })
  if (outcome.kind === 'invalid') return await refuse(work, { emailProblem: outcome.problem })
  if (outcome.kind === 'conflict') return await refuse(work, { notice: 'address-changed', status: 409 })
  return await done(work, 'corrected', { email: '', why: '' })
}

async function takeOpening(work: Work): Done {
  const { request, admin, applicationId, typed } = work
  const openingProblem = textProblemOf(typed.opening, noteLimit, 'Write the reason')
  if (openingProblem) return await refuse(work, { openingProblem })
  await reopenCheckout(request.services, { applicationId, admin, text: typed.opening })
  return await done(work, 'opened', { opening: '' })
}

async function takeRelease(work: Work): Done {
  const { request, admin, applicationId, typed } = work
  const releaseProblem = textProblemOf(typed.release, maxReleaseReason, 'Say how you know')
  if (releaseProblem) return await refuse(work, { releaseProblem })
  const outcome = await letApplicationThrough(request.services, { applicationId, admin, reason: typed.release })
  if (outcome !== 'done') return await refuse(work, { notice: 'decided', status: 409 })
  return await done(work, 'let-through', { release: '' })
}

async function takeDomain(work: Work): Done {
  const { request, admin, applicationId } = work
  const { domain = '' } = request.form
  const outcome = await confirmCompanyDomain(request.services, { applicationId, admin, domain })
  if (outcome === 'done') return await done(work, 'domain-confirmed', {})
  return await refuse(work, { notice: 'domain-refused', status: outcome === 'changed' ? 409 : 422 })
}

async function refuse({ request, typed }: Work, why: More): Done {
  return await reviewPage(request, { status: 422, ...typed, ...why })
}

/** On to the page as it stands now; the page itself, at once, where other fields still hold something. */
async function done({ request, typed, applicationId }: Work, notice: ReviewNotice, sent: Partial<Typed>): Done {
  const left = { ...typed, ...sent }
  const page = await reviewPage(request, { ...left, notice })
  const { data } = page
  const { person, ...texts } = left
  const isHeld =
    data.kind === 'found' &&
    (Object.values(texts).some((text) => text.trim() !== '') ||
      (person !== null && person !== (data.application.assigned_to ?? '')))
  if (isHeld) return page
  return { kind: 'redirect', to: withQuery(adminHref('review', { id: applicationId }), { done: notice }), status: 303 }
}

export const review = handler({ load: loadReview, act: actReview })
