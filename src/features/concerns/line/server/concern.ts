import { type } from 'arktype'
import { camel } from '#database/camel.ts'
import { addStep } from '#features/concerns/server/cases.ts'
import { tokenHash } from '#mail/link-token.ts'
import { href } from '#pages.ts'
import { answer, formCommand } from '#requests/command.ts'
import { formPost } from '#requests/form-post.ts'
import { handler, type PageAnswer, type PageRequest } from '#requests/page-loader.ts'
import { failure, waitWords } from '#wire/failure.ts'
import { emptyForm, type FormState } from '#wire/form.ts'
import { isSettled } from '../rules.ts'
import { messageSchema } from '../schema.ts'
import type { ConcernData } from '../state.ts'
import { findByToken, lockByToken } from './queries.ts'

/** The status page of a link, as it stands or after a post. */
async function statusPage(
  { params, query, services }: PageRequest,
  form: FormState = emptyForm,
): Promise<PageAnswer<ConcernData>> {
  const token = params.token ?? ''
  const hash = tokenHash(token)
  const [row] = hash ? await findByToken(services.sql, { tokenHash: hash }) : []
  if (!row) return { kind: 'page', status: 404, data: { kind: 'unknown' } }
  return {
    kind: 'page',
    data: {
      kind: 'known',
      token,
      reference: row.reference,
      about: row.about,
      inDanger: row.in_danger,
      state: row.state,
      receivedAt: row.received_at,
      promisedAt: row.promised_at,
      outcome: row.outcome,
      settledAt: row.settled_at,
      entry: row.entry_title && row.entry_slug ? { title: row.entry_title, slug: row.entry_slug } : null,
      messages: row.messages,
      hasEmail: row.has_email,
      isNew: query.has('received'),
      isAdded: query.has('added'),
      form,
    },
  }
}

/** Adds what the reporter has to say to the record of the case, as long as that is open. */
const addMessage = formCommand({
  permission: 'anyone',
  params: type({ token: 'string' }),
  schema: messageSchema,
  limit: {
    name: 'concern-message',
    points: 10,
    seconds: 3600,
    refusal: (seconds) => `Several messages came from your network. Please wait ${waitWords(seconds)} and try again.`,
  },
  run: async ({ params: { token }, input: { message }, services: { sql, now } }) =>
    await sql.begin(async (tx) => {
      const hash = tokenHash(token)
      const [concern] = hash ? await lockByToken(tx, { tokenHash: hash }) : []
      if (!concern) return failure('not-found', 'There is no report at this link.')
      if (isSettled(concern.state)) return failure('conflict', 'This case has ended. Report it again.')
      await addStep(camel(tx), {
        concernId: concern.id,
        kind: 'message',
        actor: null,
        text: message,
        now: now().toISOString(),
      })
      return answer({ token })
    }),
})

export const concern = handler<ConcernData>({
  load: async (request) => await statusPage(request),
  act: formPost(addMessage, {
    done: ({ token }) => href('concern', { token }, { added: true }),
    again: (request, form) => statusPage(request, form),
  }),
})
