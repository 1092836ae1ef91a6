import type { SqlRunner } from '../../../../database/sql.ts'
import { href } from '../../../../pages.ts'
import { type Action, handler, type Loader, type PageAnswer } from '../../../../requests/page-loader.ts'
import type { Services } from '../../../../requests/services.ts'
import { checkInput } from '../../../../wire/check-input.ts'
import { isFailure } from '../../../../wire/failure.ts'
import { tokenHash } from '../../../mail/server/link-token.ts'
import { noticeAnswerLimit } from '../rules.ts'
import { noticeAnswerSchema } from '../schema.ts'
import type { RefusalAnswerData } from '../state.ts'
import { lockApplicationOf } from './case-queries.ts'
import { addStep, findNotice, type NoticeRow, noteAnswered } from './step-queries.ts'

type Notice = { row: NoticeRow; state: 'open' | 'answered' | 'over' }

async function readNotice(
  { sql, now }: { sql: SqlRunner; now: Services['now'] },
  token: string,
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
function noticePage(
  token: string,
  notice: Notice | null,
  { answer = '', problem = null }: { answer?: string; problem?: string | null } = {},
): PageAnswer<RefusalAnswerData> {
  if (!notice) return { kind: 'page', status: 404, data: { kind: 'unknown' } }
  const { reference, title, reason, answer_until: until } = notice.row
  const unsent = answer.trim()
  if (notice.state === 'over') return { kind: 'page', status: 410, data: { kind: 'over', reference, unsent } }
  if (notice.state === 'answered')
    return { kind: 'page', status: unsent ? 409 : 200, data: { kind: 'answered', reference, title, unsent } }
  const data: RefusalAnswerData = { kind: 'open', token, reference, title, reason, until: until!, answer, problem }
  return { kind: 'page', status: problem ? 422 : 200, data }
}

/** Looking uses nothing up, because mail scanners follow links; the answer does. */
const load: Loader<RefusalAnswerData> = async ({ params, services }) =>
  noticePage(params.token ?? '', await readNotice(services, params.token ?? ''))

/** Takes the applicant's answer, once: it is on the record, and the case comes back to the queue. */
const act: Action<RefusalAnswerData> = async ({ params, form, services }) => {
  const token = params.token ?? ''
  const checked = checkInput(noticeAnswerSchema, { answer: form.answer ?? '' })
  const typed = { answer: (form.answer ?? '').slice(0, 2 * noticeAnswerLimit) }
  if (isFailure(checked))
    return noticePage(token, await readNotice(services, token), { ...typed, problem: checked.fields![0]!.message })
  const { answer } = checked.input as typeof noticeAnswerSchema.infer
  const isTaken = await services.sql.begin(async (tx) => {
    const notice = await readNotice({ sql: tx, now: services.now }, token)
    if (notice?.state !== 'open') return false
    const id = notice.row.assessment_id
    await lockApplicationOf(tx, { id })
    // Read again behind the lock: of two answers at once, and of an answer and a decision, one is first.
    const again = await readNotice({ sql: tx, now: services.now }, token)
    if (again?.state !== 'open') return false
    const now = services.now().toISOString()
    const step = { id, step: 'answered' as const, byId: null, byName: '', outcome: null, isSafety: false, about: null }
    await addStep(tx, { ...step, reason: answer, conditions: [], now })
    await noteAnswered(tx, { id, now })
    return true
  })
  if (isTaken) return { kind: 'redirect', to: href('refusalAnswer', { token }), status: 303 }
  return noticePage(token, await readNotice(services, token), typed)
}

export const refusalAnswer = handler<RefusalAnswerData>({ load, act })
