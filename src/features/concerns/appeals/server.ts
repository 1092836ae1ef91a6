import { type AppealedDecision, appealableUntil } from '#domain/appeals.ts'
import { isUuid } from '#domain/is-uuid.ts'
import { newReference } from '#domain/new-reference.ts'
import { addStep } from '#features/concerns/server/cases.ts'
import { holdsAppealKey } from '#mail/appeal-link.ts'
import { command, did } from '#page/command.ts'
import { page } from '#page/page.ts'
import { href } from '#pages.ts'
import { failure } from '#wire/failure.ts'
import { appealForm } from './form.ts'
import { appealMail, appealReceivedMail } from './mails.ts'
import { addresseeOf, listAppealable, lockAppellant } from './queries.ts'
import type { AppealState } from './rules.ts'

export const sendAppeal = command({
  permission: 'owner',
  params: { appId: isUuid },
  form: appealForm,
  limit: { name: 'appeal', points: 10, seconds: 3600 },
  run: async ({ params: { appId }, input: { against, grounds }, pageQuery, sql, now, visitor, services }) => {
    const { env, brand } = services
    const isOwner = await visitor.isOwnerOf(appId)
    const [appellant] = await lockAppellant(sql, { applicationId: appId })
    if (!appellant) return failure('not-found', 'There is no such application.')
    if (!isOwner && !holdsAppealKey(pageQuery.get('key'), { appId, email: appellant.email }, env))
      return failure('forbidden', 'Open the link to your application first.')
    const decision = (await listAppealable(sql, { applicationId: appId })).find((each) => each.against === against)
    if (!decision) return failure('conflict', 'This decision has changed, or you have already appealed against it.')
    if (appealableUntil(decision.decidedAt) <= new Date(now))
      return failure('conflict', 'The time for an appeal is over.')
    for (;;) {
      const reference = newReference('APL')
      const { decisionId, assessmentId, registerChangeId } = decision
      const [stored] = await sql<{ id: string }[]>`
        insert into appeals (reference, application_id, against, decision_id, assessment_id, register_change_id, grounds, received_at)
        values (${reference}::text, ${appId}::uuid, ${against}::text, ${decisionId}::bigint, ${assessmentId}::uuid,
          ${registerChangeId}::bigint, ${grounds}::text, ${now}::timestamptz)
        on conflict do nothing
        returning id`
      if (!stored) continue
      const { id } = stored
      await addStep(sql, { appealId: id, kind: 'received', actor: null, text: '', now })
      const to = await addresseeOf(sql, appellant, env)
      const appeal = { id, reference, against, applicationId: appId }
      return did({ mails: [appealReceivedMail(to, appeal), appealMail(appeal, brand)] })
    }
  },
  leadsTo: (_, { params, query }) => href('appeal', { appId: params.appId! }, { sent: true, key: query.get('key') }),
})

export const appeal = page('appeal', {
  commands: { sendAppeal },
  load: async ({ params: { appId }, query, visitor, sql, now, services: { env } }) => {
    const [application] = isUuid(appId)
      ? await sql<{ reference: string; title: string | null; email: string }[]>`
          select a.reference, a.event_draft ->> 'title' as title, o.email
          from applications as a join organisations as o on o.id = a.organisation_id
          where a.id = ${appId}::uuid`
      : []
    if (!application) return { kind: 'unknown' as const }
    const isOwner = await visitor.isOwnerOf(appId)
    const key = query.get('key')
    if (!isOwner && !holdsAppealKey(key, { appId, email: application.email }, env))
      return { kind: 'not-yours' as const, appId }
    const [appealable, appeals] = await Promise.all([
      listAppealable(sql, { applicationId: appId }),
      sql<
        {
          reference: string
          against: AppealedDecision
          state: AppealState
          receivedAt: string
          settledAt: string | null
          reasons: string | null
        }[]
      >`
        select reference, against, state, received_at, settled_at, reasons
        from appeals where application_id = ${appId}::uuid order by id`,
    ])
    const decisions = appealable.map(({ against, decidedAt }) => {
      return { against, decidedAt, until: appealableUntil(decidedAt).toISOString() }
    })
    const isOpen = ({ until }: { until: string }) => new Date(until) > new Date(now)
    return {
      kind: 'found' as const,
      appId,
      /** Of an emailed link; null for the browser that applied. */
      key: isOwner ? null : key,
      reference: application.reference,
      title: application.title || application.reference,
      decisions: decisions.filter(isOpen),
      expired: decisions.filter((decision) => !isOpen(decision)).map(({ against }) => against),
      appeals,
      isNew: query.has('sent'),
    }
  },
  status: ({ kind }) => (kind === 'found' ? null : kind === 'not-yours' ? 403 : 404),
})
