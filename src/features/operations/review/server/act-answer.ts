import { type Action, handler } from '../../../../page-loader.ts'
import { href } from '../../../../pages.ts'
import { answerLimit, textProblemOf } from '../rules.ts'
import type { AnswerData } from '../state.ts'
import { answerQuestion, readQuestion } from './answer-question.ts'
import { answerPage, loadAnswer } from './load-answer.ts'

/** Takes an organiser's answer. */
export const actAnswer: Action<AnswerData> = async ({ params, form, services }) => {
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
