import { camel } from '#database/camel.ts'
import { asJson } from '#database/sql.ts'
import type { EventDraft } from '#features/applications/schema.ts'
import { findOrganisation } from '#features/applications/server/queries.ts'
import { waitForAddress } from '#mail/confirm-address.ts'
import { queueMail } from '#mail/queue-mail.ts'
import type { Services } from '#requests/services.ts'
import { type Failure, failure } from '#wire/failure.ts'
import { changeProposedMail, changeToDecideMail } from '../mails.ts'
import { lockApplication, readChangeable } from '../queries.ts'
import { changesBetween, draftOf, wayToChange } from '../rules.ts'

/**
 * Keeps what an applicant wants changed of an event that is paid for. Nothing changes before a reviewer has accepted it; a
 * later proposal takes the place of one that is open. The applicant and the team are told by email.
 *
 * @returns `conflict` where the application can be corrected itself, or has ended, or was changed in the meantime.
 */
export async function proposeChange(
  services: Services,
  { applicationId, revision, eventDraft: typed }: { applicationId: string; revision: number; eventDraft: EventDraft },
): Promise<null | Failure> {
  const now = services.now().toISOString()
  return await services.sql.begin(async (tx) => {
    const sql = camel(tx)
    await lockApplication(sql, { applicationId })
    const [row] = await readChangeable(sql, { applicationId })
    if (!row || wayToChange(row) !== 'proposal')
      return failure('conflict', 'A change cannot be proposed for this application now.')
    if (row.revision !== revision)
      return failure('conflict', 'This application was changed in another tab or browser. Reload the page.')
    const [organisation] = await findOrganisation(tx, { id: row.organisationId })
    const eventDraft = { ...typed, couponCode: row.eventDraft.couponCode ?? '' }
    const changes = changesBetween(draftOf(organisation!, row.eventDraft), draftOf(organisation!, eventDraft))
    if (changes.length === 0) return failure('invalid', 'Nothing is different from what we have.')
    const [proposal] = await sql<{ id: string }[]>`
      insert into proposed_changes (application_id, event_draft, changes, revision, proposed_at)
      values (${applicationId}::uuid, ${asJson(eventDraft)}::jsonb, ${changes.join('\n')}::text, ${revision}::integer,
        ${now}::timestamptz)
      on conflict (application_id) where state = 'open' do update
      set id = gen_random_uuid(), event_draft = excluded.event_draft, changes = excluded.changes, revision = excluded.revision,
        proposed_at = excluded.proposed_at
      returning id`
    const { contactName, email } = organisation!
    const summary = { applicationId, reference: row.reference, title: row.eventDraft.title, contactName, email }
    if (await waitForAddress(tx, email))
      await queueMail(tx, changeProposedMail(summary, proposal!.id, now, changes), services)
    await queueMail(tx, changeToDecideMail(summary, proposal!.id, now, services.brand), services)
    return null
  })
}
