import type { Brand } from '#brand.ts'
import type { CamelTransaction } from '#database/camel.ts'
import { asJson } from '#database/sql.ts'
import type { Day, Instant } from '#domain/formats.ts'
import type { EventDraft } from '#features/applications/schema.ts'
import { findOrganisation } from '#features/applications/server/queries.ts'
import { waitForAddress } from '#mail/confirm-address.ts'
import type { MailDraft } from '#mail/mail-draft.ts'
import { type Failure, failure } from '#wire/failure.ts'
import { changeProposedMail, changeToDecideMail } from '../mails.ts'
import { lockApplication, readChangeable } from '../queries.ts'
import { changesBetween, draftOf, wayToChange } from '../rules.ts'

/** Replaces an open proposal; of a next edition, `followsDay` is the day of the last one. `conflict` where the application can be corrected itself, has ended, or was changed since. */
export async function proposeChange(
  sql: CamelTransaction,
  {
    applicationId,
    revision,
    eventDraft: typed,
    followsDay,
  }: { applicationId: string; revision: number; eventDraft: EventDraft; followsDay: Day | null },
  now: Instant,
  brand: Brand,
): Promise<(MailDraft | false)[] | Failure> {
  await lockApplication(sql, { applicationId })
  const [row] = await readChangeable(sql, { applicationId })
  if (!row || wayToChange(row) !== 'proposal')
    return failure('conflict', 'A change cannot be proposed for this application now.')
  if (row.revision !== revision)
    return failure('conflict', 'This application was changed in another tab or browser. Reload the page.')
  const [organisation] = await findOrganisation(sql.raw, { id: row.organisationId })
  const eventDraft = { ...typed, couponCode: row.eventDraft.couponCode ?? '' }
  const changes = changesBetween(draftOf(organisation!, row.eventDraft), draftOf(organisation!, eventDraft))
  if (changes.length === 0) return failure('invalid', 'Nothing is different from what we have.')
  const [proposal] = await sql<{ id: string }[]>`
    insert into proposed_changes (application_id, event_draft, changes, revision, proposed_at, follows_day)
    values (${applicationId}::uuid, ${asJson(eventDraft)}::jsonb, ${changes.join('\n')}::text, ${revision}::integer,
      ${now}::timestamptz, ${followsDay}::date)
    on conflict (application_id) where state = 'open' do update
    set id = gen_random_uuid(), event_draft = excluded.event_draft, changes = excluded.changes, revision = excluded.revision,
      proposed_at = excluded.proposed_at, follows_day = excluded.follows_day
    returning id`
  const { contactName, email } = organisation!
  const summary = { applicationId, reference: row.reference, title: row.eventDraft.title, contactName, email }
  return [
    (await waitForAddress(sql.raw, email)) && changeProposedMail(summary, proposal!.id, now, changes),
    changeToDecideMail(summary, proposal!.id, now, brand),
  ]
}
