import { type } from 'arktype'
import { camel } from '#database/camel.ts'
import { appealableUntil } from '#domain/appeals.ts'
import { isUuid } from '#domain/is-uuid.ts'
import { newReference } from '#domain/new-reference.ts'
import { addStep } from '#features/concerns/server/cases.ts'
import { holdsAppealKey } from '#mail/appeal-link.ts'
import { queueMail } from '#mail/queue-mail.ts'
import { href } from '#pages.ts'
import { answer, formCommand } from '#requests/command.ts'
import { formPost } from '#requests/form-post.ts'
import { handler, type PageAnswer, type PageRequest } from '#requests/page-loader.ts'
import { failure } from '#wire/failure.ts'
import { emptyForm, type FormState } from '#wire/form.ts'
import { appealMail, appealReceivedMail } from './mails.ts'
import { addAppeal, addresseeOf, findAppellant, listAppealable, listAppealsOf, lockAppellant } from './queries.ts'
import { appealSchema } from './schema.ts'
import type { AppealData } from './state.ts'

/** The applicant's page: what can be appealed against, and where their appeals stand. Everybody else sees its door. */
async function appealPage(
  { params, query, visitor, services: { sql, now, env } }: PageRequest,
  form: FormState = emptyForm,
): Promise<PageAnswer<AppealData>> {
  const appId = params.appId ?? ''
  const [application] = isUuid(appId) ? await findAppellant(camel(sql), { applicationId: appId }) : []
  if (!application) return { kind: 'page', status: 404, data: { kind: 'not-found' } }
  const isOwner = await visitor.isOwnerOf(appId)
  const key = query.get('key')
  if (!isOwner && !holdsAppealKey(key, { appId, email: application.email }, env))
    return { kind: 'page', status: 403, data: { kind: 'not-yours', appId } }
  const [rows, appeals] = await Promise.all([
    listAppealable(camel(sql), { applicationId: appId }),
    listAppealsOf(sql, { applicationId: appId }),
  ])
  const decisions = rows.map(({ against, decidedAt }) => ({
    against,
    decidedAt,
    until: appealableUntil(decidedAt).toISOString(),
  }))
  const isOpen = ({ until }: { until: string }) => new Date(until) > now()
  return {
    kind: 'page',
    data: {
      kind: 'found',
      appId,
      key: isOwner ? null : key,
      reference: application.reference,
      title: application.title || application.reference,
      decisions: decisions.filter(isOpen),
      tooLate: decisions.filter((decision) => !isOpen(decision)).map(({ against }) => against),
      appeals: appeals.map((appeal) => ({
        reference: appeal.reference,
        against: appeal.against,
        state: appeal.state,
        receivedAt: appeal.received_at,
        settledAt: appeal.settled_at,
        reasons: appeal.reasons,
      })),
      isNew: query.has('sent'),
      form,
    },
  }
}

/** Takes an appeal of the application's own browser, or by a link that was mailed: once against each decision, within the time for it. */
const sendAppeal = formCommand({
  permission: 'owner',
  params: type({ appId: 'string.uuid' }),
  schema: appealSchema,
  limit: { name: 'appeal', points: 10, seconds: 3600 },
  run: async ({ params: { appId }, input: { against, grounds, key }, visitor, services }) => {
    const isOwner = await visitor.isOwnerOf(appId)
    const now = services.now()
    return await services.sql.begin(async (tx) => {
      const sql = camel(tx)
      const [appellant] = await lockAppellant(sql, { applicationId: appId })
      if (!appellant) return failure('not-found', 'There is no such application.')
      if (!isOwner && !holdsAppealKey(key, { appId, email: appellant.email }, services.env))
        return failure('forbidden', 'Open the link to your application first.')
      const decision = (await listAppealable(sql, { applicationId: appId })).find((each) => each.against === against)
      if (!decision) return failure('conflict', 'This decision has changed, or you have already appealed against it.')
      if (appealableUntil(decision.decidedAt) <= now) return failure('conflict', 'The time for an appeal is over.')
      const values = {
        applicationId: appId,
        against,
        decisionId: decision.decisionId,
        assessmentId: decision.assessmentId,
        registerChangeId: decision.registerChangeId,
        grounds,
        now: now.toISOString(),
      }
      for (;;) {
        const reference = newReference('APL')
        const [stored] = await addAppeal(sql, { ...values, reference })
        if (!stored) continue
        const { id } = stored
        await addStep(sql, { appealId: id, kind: 'received', actor: null, text: '', now: values.now })
        const to = await addresseeOf(sql, appellant, services.env)
        await queueMail(tx, appealReceivedMail(to, { id, reference, against }), services)
        await queueMail(tx, appealMail({ id, reference, against }, services.brand), services)
        return answer({ appId })
      }
    })
  },
})

export const appeal = handler<AppealData>({
  load: async (request) => await appealPage(request),
  act: formPost(sendAppeal, {
    input: ({ form, query }) => ({ ...form, key: query.get('key') ?? '' }),
    done: ({ appId }, { query }) => href('appeal', { appId }, { sent: true, key: query.get('key') }),
    again: (request, form) => appealPage(request, form),
  }),
})
