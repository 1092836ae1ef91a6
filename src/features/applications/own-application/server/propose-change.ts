import { asJson, type SqlRunner } from '#database/sql.ts'
import type { EventDraft } from '#features/applications/schema.ts'
import { findOrganisation } from '#features/applications/server/queries.ts'
import { waitForAddress } from '#mail/confirm-address.ts'
import { queueMail } from '#mail/queue-mail.ts'
import type { Services } from '#requests/services.ts'
import { type Failure, failure } from '#wire/failure.ts'
import { changesBetween, draftOf, wayToChange } from '../rules.ts'
import { changeProposedMail, changeToDecideMail } from './mails/change-proposed.ts'
import { lockOwn, readChangeable } from './queries.ts'

/**
 * Keeps what an applicant wants changed of an event that is paid for. Nothing changes before a reviewer has accepted it; a
 * later proposal takes the place of one that is open. The applicant and the team are told by mail.
 *
 * @returns `conflict` where the application can be corrected itself, or has ended, or changed meanwhile.
 */
export async function proposeChange(
  services: Services,
  { applicationId, revision, eventDraft: typed }: { applicationId: string; revision: number; eventDraft: EventDraft },
): Promise<null | Failure> {
  const now = services.now().toISOString()
  return await services.sql.begin(async (tx) => {
    await lockOwn(tx, { applicationId })
    const [row] = await readChangeable(tx, { applicationId })
    if (!row || wayToChange(row) !== 'proposal')
      return failure('conflict', 'A change cannot be proposed for this application now.')
    if (row.revision !== revision)
      return failure('conflict', 'This application was changed in another tab or browser. Reload the page.')
    const [organisation] = await findOrganisation(tx, { id: row.organisation_id })
    const eventDraft = { ...typed, couponCode: row.event_draft.couponCode ?? '' }
    const changes = changesBetween(draftOf(organisation!, row.event_draft), draftOf(organisation!, eventDraft))
    if (changes.length === 0) return failure('invalid', 'Nothing is different from what we have.')
    const [kept] = await keepProposal(tx, { applicationId, eventDraft, changes: changes.join('\n'), revision, now })
    const { contactName, email } = organisation!
    const told = { applicationId, reference: row.reference, title: row.event_draft.title, contactName, email }
    if (await waitForAddress(tx, email)) await queueMail(tx, changeProposedMail(told, kept!.id, now, changes), services)
    await queueMail(tx, changeToDecideMail(told, kept!.id, now, services.brand), services)
    return null
  })
}

const keepProposal = (
  sql: SqlRunner,
  input: { applicationId: string; eventDraft: EventDraft; changes: string; revision: number; now: string },
) => sql<{ id: string }[]>`
  insert into proposed_changes (application_id, event_draft, changes, revision, proposed_at)
  values (${input.applicationId}::uuid, ${asJson(input.eventDraft)}::jsonb, ${input.changes}::text, ${input.revision}::integer,
    ${input.now}::timestamptz)
  on conflict (application_id) where state = 'open' do update
  set id = gen_random_uuid(), event_draft = excluded.event_draft, changes = excluded.changes, revision = excluded.revision,
    proposed_at = excluded.proposed_at
  returning id`
