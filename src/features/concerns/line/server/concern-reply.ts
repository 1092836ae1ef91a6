import { type } from 'arktype'
import { camel } from '#database/camel.ts'
import { addStep } from '#features/concerns/server/cases.ts'
import { tokenHash } from '#mail/link-token.ts'
import { href } from '#pages.ts'
import { answer, formCommand } from '#requests/command.ts'
import { formPost } from '#requests/form-post.ts'
import { handler, type PageAnswer, type PageRequest } from '#requests/page-loader.ts'
import type { Services } from '#requests/services.ts'
import { failure } from '#wire/failure.ts'
import { emptyForm, type FormState } from '#wire/form.ts'
import { isSettled } from '../rules.ts'
import { replySchema } from '../schema.ts'
import type { ConcernReplyData } from '../state.ts'
import { answerReply, findReply, type ReplyRow } from './queries.ts'

async function replyOf({ sql }: Pick<Services, 'sql'>, token: string | undefined): Promise<ReplyRow | null> {
  const hash = tokenHash(token)
  const [row] = hash ? await findReply(sql, { tokenHash: hash }) : []
  return row ?? null
}

/** The page of a link. Looking uses nothing up, because mail scanners follow links; the answer does. */
async function replyPage(
  { params, services }: PageRequest,
  form: FormState = emptyForm,
): Promise<PageAnswer<ConcernReplyData>> {
  const row = await replyOf(services, params.token)
  if (!row) return { kind: 'page', status: 404, data: { kind: 'unknown' } }
  const { reference, expires_at: expiresAt } = row
  const unsent = form.typed.answer?.trim() ? form.typed.answer : null
  const over = (kind: 'answered' | 'expired' | 'settled', status: number): PageAnswer<ConcernReplyData> => ({
    kind: 'page',
    status: unsent ? 409 : status,
    data: { kind, reference, unsent },
  })
  if (row.answered_at) return over('answered', 200)
  if (isSettled(row.state)) return over('settled', 410)
  if (new Date(expiresAt) <= services.now()) return over('expired', 410)
  const { entry_title: title, entry_number: number, question } = row
  return {
    kind: 'page',
    data: { kind: 'open', token: params.token!, reference, title, number, question, expiresAt, form },
  }
}

/** Stores an organiser's answer and uses the link up: of two at once, one is stored. */
const sendReply = formCommand({
  permission: 'anyone',
  params: type({ token: 'string' }),
  schema: replySchema,
  limit: { name: 'concern-reply', points: 10, seconds: 3600 },
  run: async ({ params: { token }, input, services }) => {
    const row = await replyOf(services, token)
    if (!row) return failure('not-found', 'There is no question at this link.')
    const now = services.now().toISOString()
    return await services.sql.begin(async (tx) => {
      const [answered] = await answerReply(tx, { id: row.id, ...input, now })
      if (!answered) return failure('conflict', 'You can no longer answer with this link.')
      await addStep(camel(tx), { concernId: row.concern_id, kind: 'replied', actor: null, text: input.answer, now })
      return answer({ token })
    })
  },
})

export const concernReply = handler<ConcernReplyData>({
  load: async (request) => await replyPage(request),
  act: formPost(sendReply, {
    done: ({ token }) => href('concernReply', { token }),
    again: (request, form) => replyPage(request, form),
  }),
})
