import { href } from '../../../../pages.ts'
import { type Action, handler, type Loader } from '../../../../requests/page-loader.ts'
import { answerLimit, textProblemOf } from '../rules.ts'
import type { AnswerData } from '../state.ts'
import { answerQuestion, type FoundQuestion, readQuestion } from './answer-question.ts'

/** The page of a question's link. Looking uses nothing up, because mail scanners follow links; the answer does. */
const loadAnswer: Loader<AnswerData> = async ({ params, services }) =>
  answerPage(params.token ?? '', await readQuestion(services, params.token))

/** The page as it stands, with what was typed, also where the link takes it no more. */
function answerPage(
  token: string,
  found: FoundQuestion | null,
  typed: { answer?: string; problem?: string } = {},
): { kind: 'page'; status: number; data: AnswerData } {
  if (!found) return { kind: 'page', status: 404, data: { kind: 'unknown' } }
  const { reference, title, question } = found.question
  const { answer = '', problem = null } = typed
  const unsent = answer.trim() === '' ? null : { reference, answer }
  if (found.state === 'answered') {
    return { kind: 'page', status: unsent ? 409 : 200, data: { kind: 'answered', reference, title, unsent } }
  }
  if (found.state !== 'open') {
    return { kind: 'page', status: 410, data: { kind: found.state, unsent } }
  }
  const data: AnswerData = { kind: 'open', token, reference, title, question, answer, problem }
  return { kind: 'page', status: problem ? 422 : 200, data }
}

/** Takes an organiser's answer. */
const actAnswer: Action<AnswerData> = async ({ params, form, services }) => {
  const token = params.token ?? ''
  const answer = form.answer ?? ''
  const problem = textProblemOf(answer, answerLimit, 'Write your answer')
  if (!problem && (await answerQuestion(services, token, answer))) {
    return { kind: 'redirect', to: href('answer', { token }), status: 303 }
  }
  const found = await readQuestion(services, token)
  return answerPage(token, found, { answer: answer.slice(0, answerLimit * 2), ...(problem ? { problem } : {}) })
}

export const answer = handler({ load: loadAnswer, act: actAnswer })
