import type { SqlRunner } from '#database/sql.ts'
import { linkParams, tokenHash } from '#mail/link-token.ts'
import { href } from '#pages.ts'
import { answer, formCommand } from '#requests/command.ts'
import { formPost } from '#requests/form-post.ts'
import { handler, type PageAnswer, type PageRequest } from '#requests/page-loader.ts'
import type { Services } from '#requests/services.ts'
import { failure } from '#wire/failure.ts'
import { emptyForm, type FormState, problemOf } from '#wire/form.ts'
import { noticeAnswerSchema } from '../schema.ts'
import type { RefusalAnswerData } from '../state.ts'
import { lockApplicationOf } from './case-queries.ts'
import { addStep, findNotice, type NoticeRow, noteAnswered } from './step-queries.ts'

type Notice = { row: NoticeRow; state: 'open' | 'answered' | 'over' }

async function readNotice(
  { sql, now }: { sql: SqlRunner; now: Services['now'] },
  token: string | undefined,
): Promise<Notice | null> {
  const hash = tokenHash(token)
  const [row] = hash ? await findNotice(sql, { tokenHash: hash }) : []
  return row ? { row, state: stateOf(row, now()) } : null
}

function stateOf({ is_current, answered_at, answer_until }: NoticeRow, now: Date): Notice['state'] {
  if (!is_current) return 'over'
  if (answered_at) return 'answered'
  return Date.parse(answer_until!) <= now.getTime() ? 'over' : 'open'
}

/** The page as it is, with what was typed, also where the link takes it no more. */
async function noticePage(
  { params, services }: PageRequest,
  { typed: { answer = '' }, problems }: FormState = emptyForm,
): Promise<PageAnswer<RefusalAnswerData>> {
  const notice = await readNotice(services, params.token)
  if (!notice) return { kind: 'page', status: 404, data: { kind: 'unknown' } }
  const { reference, title, reason, answer_until: until } = notice.row
  const unsent = answer.trim()
  if (notice.state === 'over') return { kind: 'page', status: 410, data: { kind: 'over', reference, unsent } }
  if (notice.state === 'answered')
    return { kind: 'page', status: unsent ? 409 : 200, data: { kind: 'answered', reference, title, unsent } }
  const problem = problemOf(problems, 'answer') ?? null
  const asked = { token: params.token!, reference, title, reason, until: until! }
  return { kind: 'page', data: { kind: 'open', ...asked, answer, problem } }
}

const over = failure('conflict', 'This link takes no answer any more.')

/** Takes the applicant's answer, once: it is on the record, and the case comes back to the queue. */
const sendAnswer = formCommand({
  permission: 'anyone',
  params: linkParams,
  schema: noticeAnswerSchema,
  run: async ({ params: { token }, input, services }) =>
    await services.sql.begin(async (tx) => {
      const notice = await readNotice({ sql: tx, now: services.now }, token)
      if (notice?.state !== 'open') return over
      const id = notice.row.assessment_id
      await lockApplicationOf(tx, { id })
      // Read again behind the lock: of two answers at once, and of an answer and a decision, one is first.
      const again = await readNotice({ sql: tx, now: services.now }, token)
      if (again?.state !== 'open') return over
      const now = services.now().toISOString()
      const by = { byId: null, byName: '', outcome: null, isSafety: false, about: null }
      await addStep(tx, { id, step: 'answered', ...by, reason: input.answer, conditions: [], now })
      await noteAnswered(tx, { id, now })
      return answer({ token })
    }),
})

/** Looking uses nothing up, because mail scanners follow links; the answer does. */
export const refusalAnswer = handler<RefusalAnswerData>({
  load: (request) => noticePage(request),
  act: formPost(sendAnswer, { done: ({ token }) => href('refusalAnswer', { token }), again: noticePage }),
})
