import { type } from 'arktype'
import { byPerson, recordChange } from '#database/record-change.ts'
import type { SqlRunner } from '#database/sql.ts'
import { asJson } from '#database/sql.ts'
import { londonDay } from '#domain/london-time.ts'
import { isOver } from '#domain/open-decisions.ts'
import { changeDecidedMail } from '#features/applications/own-application/server/mails/change-proposed.ts'
import type { EventDraft } from '#features/applications/schema.ts'
import { assessAnew } from '#features/assessments/cases/server/assess-anew.ts'
import { publishAssurance } from '#features/assessments/cases/server/publish-assurance.ts'
import { publishIfProven } from '#features/payments/fulfilment/server/publish-listing.ts'
import { correctEntry } from '#features/register/server/correct-entry.ts'
import { isAddressConfirmed } from '#mail/confirm-address.ts'
import { queueMail } from '#mail/queue-mail.ts'
import { answer, formCommand } from '#requests/command.ts'
import { paragraphs } from '#wire/text-schema.ts'
import { reasonLimit } from '../rules.ts'
import { lockApplication } from './queries.ts'
import { refused, reviewParams } from './work-on-application.ts'

type OpenProposalRow = { id: string; changes: string; event_draft: EventDraft; before: EventDraft; proposed_at: string }

/** The change of an application that waits for a decision. */
export const findOpenProposal = (sql: SqlRunner, { applicationId }: { applicationId: string }) => sql<
  OpenProposalRow[]
>`
  select p.id, p.changes, p.event_draft, a.event_draft as before, p.proposed_at
  from proposed_changes as p join applications as a on a.id = p.application_id
  where p.application_id = ${applicationId}::uuid and p.state = 'open'`

/**
 * Accepts or refuses a proposed change, once, with a reason that the applicant reads. Accepted, it is what the application and its entry say, and
 * what was found of the event before is assessed again; what waited for another day is published.
 */
const decideChange = (isAccepted: boolean) =>
  formCommand({
    permission: 'review',
    params: reviewParams,
    schema: type({ proposal: 'string.uuid', change: paragraphs(reasonLimit, 'Give the reason') }),
    run: async ({ params: { id: applicationId }, input: { proposal, change: reason }, admin, services }) =>
      await services.sql.begin(async (tx) => {
        const at = services.now()
        const now = at.toISOString()
        const [application] = await lockApplication(tx, { applicationId })
        const [open] = await findOpenProposal(tx, { applicationId })
        if (!application || open?.id !== proposal || application.status !== 'approved') return refused('decided')
        const { event_draft: after, before } = open
        if (isAccepted && after.eventType !== 'private' && isOver(after.date || null, londonDay(at)))
          return refused('change-past')
        const state = isAccepted ? 'accepted' : 'refused'
        await closeProposal(tx, { proposal, state, personId: admin.id, personName: admin.name, reason, now })
        if (isAccepted) {
          await acceptChange(tx, { applicationId, eventDraft: after, changes: open.changes, now })
          await correctEntry(tx, { applicationId, before, after, cause: `proposed change ${proposal}`, now: at })
          await assessAnew(tx, { applicationId, now })
          await publishAssurance(tx, { applicationId }, services)
          await publishIfProven(tx, services, applicationId)
        }
        await recordChange(tx, {
          actor: byPerson(admin),
          subject: { kind: 'application', id: applicationId },
          action: `change-${state}`,
        })
        const { reference, email, contact_name: contactName } = application
        if (await isAddressConfirmed(tx, email)) {
          const told = { applicationId, reference, title: isAccepted ? after.title : before.title, contactName, email }
          await queueMail(tx, changeDecidedMail(told, proposal, { isAccepted, reason }), services)
        }
        return answer(null)
      }),
  })

export const acceptProposal = decideChange(true)
export const refuseProposal = decideChange(false)

const closeProposal = (
  sql: SqlRunner,
  input: { proposal: string; state: string; personId: string; personName: string; reason: string; now: string },
) => sql<Record<string, never>[]>`
  update proposed_changes
  set state = ${input.state}::text, decided_by = ${input.personId}::text, decided_by_name = ${input.personName}::text,
    reason = ${input.reason}::text, decided_at = ${input.now}::timestamptz
  where id = ${input.proposal}::uuid`

const acceptChange = (
  sql: SqlRunner,
  input: { applicationId: string; eventDraft: EventDraft; changes: string; now: string },
) => sql<Record<string, never>[]>`
  with changed as (
    update applications
    set event_draft = ${asJson(input.eventDraft)}::jsonb, revision = revision + 1, updated_at = ${input.now}::timestamptz
    where id = ${input.applicationId}::uuid
    returning id
  )
  insert into application_remarks (application_id, kind, text, written_at)
  select id, 'changed', ${input.changes}::text, ${input.now}::timestamptz from changed`
