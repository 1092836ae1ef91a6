import { type } from 'arktype'
import { linkParams } from '#mail/link-token.ts'
import { href } from '#pages.ts'
import { answer as answerOf, formCommand } from '#requests/command.ts'
import { formPost } from '#requests/form-post.ts'
import { handler, type PageAnswer, type PageRequest } from '#requests/page-loader.ts'
import { failure } from '#wire/failure.ts'
import { emptyForm, type FormState, problemOf } from '#wire/form.ts'
import { paragraphs } from '#wire/text-schema.ts'
import { answerLimit } from '../rules.ts'
import type { AnswerData } from '../state.ts'
import { answerQuestion, readQuestion } from './answer-question.ts'

/** The page as it stands, with what was typed, also where the link takes it no more. */
async function answerPage(
  { params, services }: PageRequest,
  { typed, problems }: FormState = emptyForm,
): Promise<PageAnswer<AnswerData>> {
  const found = await readQuestion(services, params.token)
  if (!found) return { kind: 'page', status: 404, data: { kind: 'unknown' } }
  const { reference, title, question } = found.question
  const { answer = '' } = typed
  const unsent = answer.trim() === '' ? null : { reference, answer }
  if (found.state === 'answered') {
    return { kind: 'page', status: unsent ? 409 : 200, data: { kind: 'answered', reference, title, unsent } }
  }
  if (found.state !== 'open') {
    return { kind: 'page', status: 410, data: { kind: found.state, unsent } }
  }
  const problem = problemOf(problems, 'answer') ?? null
  return { kind: 'page', data: { kind: 'open', token: params.token!, reference, title, question, answer, problem } }
}

const sendAnswer = formCommand({
  permission: 'anyone',
  params: linkParams,
  schema: type({ answer: paragraphs(answerLimit, 'Write your answer') }),
  run: async ({ params: { token, tokenHash }, input, services }) =>
    (await answerQuestion(services, tokenHash, input.answer))
      ? answerOf({ token })
      : failure('conflict', 'This link takes no answer any more.'),
})

/** The page of a question's link. Looking uses nothing up, because mail scanners follow links; the answer does. */
export const answer = handler<AnswerData>({
  load: (request) => answerPage(request),
  act: formPost(sendAnswer, { done: ({ token }) => href('answer', { token }), again: answerPage }),
})
