import type { Brand } from '#brand.ts'
import { addJob } from '#database/add-job.ts'
import { camel } from '#database/camel.ts'
import type { SqlRunner, Transaction } from '#database/sql.ts'
import type { Day, Instant } from '#domain/formats.ts'
import { londonDay, longDay } from '#domain/london-time.ts'
import { type ApplicationSummary, applicationWords, greeting, toApplicant } from '#mail/application-summary.ts'
import { mail } from '#mail/mail.ts'
import { queueMail } from '#mail/queue-mail.ts'
import { href } from '#pages.ts'
import type { Services } from '#requests/services.ts'
import { unseenEvidence } from '../rules.ts'

export type Removal = { ids: string[]; by: 'erasure' | 'retention'; now: string }

/** That there was a document, for what and when, stays. @param keepsWords of an assessment that goes on. @returns how many were deleted. */
export async function purgeEvidence(
  transaction: Transaction,
  { ids, by, now, keepsWords = false }: Removal & { keepsWords?: boolean },
): Promise<number> {
  if (ids.length === 0) return 0
  // Reasons, what more was needed, and assessors' notes.
  if (!keepsWords)
    await transaction`
      update assessment_criteria as c set state_reason = '', note = ''
      from assessments as a
      where a.id = c.assessment_id and a.application_id = any(${ids}::uuid[]) and (c.state_reason, c.note) <> ('', '')`
  const files = await purgeFiles(transaction, { applications: ids }, { by, now })
  const uploads = await transaction<{ id: string }[]>`
    delete from evidence_uploads where application_id = any(${ids}::uuid[]) returning id`
  for (const { id: fileId } of files) {
    await addJob(transaction, 'delete-stored-file', { fileId }, { key: `stored ${fileId}` })
  }
  return new Set([...files, ...uploads].map(({ id }) => id)).size
}

const purgeFiles = (
  sql: Transaction,
  { applications = [], mails = [] }: { applications?: string[]; mails?: string[] },
  { by, now }: Pick<Removal, 'by' | 'now'>,
) => sql<{ id: string }[]>`
  update evidence_files
  set state = 'purged', name = '', reason = '', sha256 = null, expires_on = null,
    purged_at = coalesce(purged_at, ${now}::timestamptz), purged_by = coalesce(purged_by, ${by}::text)
  where (application_id = any(${applications}::uuid[]) or mail_id = any(${mails}::uuid[])) and (state <> 'purged' or name <> '')
  returning id`

/** Of applications that ended before a moment and had no document since; none that is being paid for. @returns how many were deleted. */
export async function purgeEndedEvidence(
  transaction: Transaction,
  { moment, now }: { moment: string; now: string },
): Promise<number> {
  const ended = await transaction<{ id: string }[]>`
    select a.id
    from applications as a
    left join register_entries as e on e.application_id = a.id
    where exists (
        select from evidence_files as f where f.application_id = a.id and (f.state <> 'purged' or f.name <> '')
      )
      and not exists (
        select from evidence_files as f where f.application_id = a.id and f.uploaded_at >= ${moment}::timestamptz
      )
      and case
        when e.status = 'revoked' then (
          select max(happened_at) from register_history as h where h.entry_id = e.id and h.change = 'revoked'
        )
        when e.id is not null then e.valid_until
        when (a.status <> 'submitted' or a.withdrawn_at is not null) and not exists (
          select from orders as r where r.application_id = a.id and r.status in ('pending', 'paid', 'disputed')
        ) then greatest(
          (select max(decided_at) from application_decisions where application_id = a.id),
          (select max(decided_at) from assessments where application_id = a.id)
        )
      end < ${moment}::timestamptz`
  return await purgeEvidence(transaction, { ids: ended.map(({ id }) => id), by: 'retention', now })
}

type RetentionServices = Pick<Services, 'sql' | 'now' | 'brand' | 'env'>

/** After one email. Each application is locked and checked again, so that both happen once. @returns how many were deleted. */
export async function purgeUnseenEvidence(services: RetentionServices): Promise<number> {
  const now = services.now().toISOString()
  const today = londonDay(services.now())
  while ((await emailSome(services, { now, today })) > 0);
  let removed = 0
  for (const { id } of await listEndedNotices(services.sql, { today })) {
    removed += await services.sql.begin(async (tx) => {
      // Locked: nothing is sent for it, ordered or opened until the end of the transaction.
      await tx<{ id: string }[]>`
        select a.id from applications as a join assessments as s on s.application_id = a.id
        where a.id = ${id}::uuid
        for update of a, s`
      const isStillDue = (await listEndedNotices(tx, { today })).some((each) => each.id === id)
      return isStillDue ? await purgeEvidence(tx, { ids: [id], by: 'retention', now, keepsWords: true }) : 0
    })
  }
  return removed
}

/** Two runs at once note each application once. */
async function emailSome(services: RetentionServices, { now, today }: { now: Instant; today: Day }): Promise<number> {
  const { days, lead } = unseenEvidence
  return await services.sql.begin(async (tx) => {
    const sql = camel(tx)
    const notices = await sql<{ applicationId: string; deletedOn: Day }[]>`
      insert into evidence_end_notices as n (application_id, activity_at, told_at, deleted_on)
      select u.application_id, u.activity_at, ${now}::timestamptz,
        greatest((u.activity_at at time zone 'Europe/London')::date + ${days}::int, ${today}::date + ${lead}::int)
      from unseen_evidence as u
      where (u.activity_at at time zone 'Europe/London')::date + ${days}::int - ${lead}::int <= ${today}::date
        and not exists (
          select from evidence_end_notices as told
          where told.application_id = u.application_id and told.activity_at >= u.activity_at
        )
      order by u.application_id
      limit 100
      on conflict (application_id) do update
      set activity_at = excluded.activity_at, told_at = excluded.told_at, deleted_on = excluded.deleted_on
      where n.activity_at < excluded.activity_at
      returning application_id, deleted_on`
    for (const { applicationId, deletedOn } of notices) {
      // What was typed only where the address is confirmed.
      const [applicant] = await sql<{ reference: string; title: string | null; contactName: string; email: string }[]>`
        select a.reference, o.email,
          case when c.email is not null then a.event_draft ->> 'title' end as title,
          case when c.email is not null then o.contact_name else '' end as contact_name
        from applications as a
        join organisations as o on o.id = a.organisation_id
        left join confirmed_addresses as c on c.email = lower(o.email)
        where a.id = ${applicationId}::uuid`
      await queueMail(tx, unseenEvidenceMail({ applicationId, ...applicant! }, deletedOn, services.brand), services)
    }
    return notices.length
  })
}

function unseenEvidenceMail(application: ApplicationSummary, deletedOn: Day, brand: Brand) {
  const { applicationId: appId, reference } = application
  const day = longDay(deletedOn)
  return mail('evidence-ending', {
    causedBy: 'system',
    once: `evidence-ending:${appId}:${deletedOn}`,
    ...toApplicant(application),
    subject: `We will delete your documents on ${day}`,
  })`
    ${greeting(application)}

    On ${day} we will delete all documents that you sent for your ${applicationWords(application)}. Nothing has been paid for it, and our assessors have not started to look at the documents.

    To keep them, do one of these before that day:

    - send another document
    - pay for the listing, if your application is approved
    - write to ${brand.complianceEmail} and quote ${reference}

    We do not delete your application. You can send the documents again later.

    [Open your application](${href('myApplication', { appId })})`
}

/** Emailed, due, and without activity since. */
const listEndedNotices = (sql: SqlRunner, { today }: { today: string }) => sql<{ id: string }[]>`
  select n.application_id as id
  from evidence_end_notices as n
  join unseen_evidence as u on u.application_id = n.application_id and u.activity_at <= n.activity_at
  where n.deleted_on <= ${today}::date
  order by n.application_id`

/** With their attachments and their bytes as they came. @returns how many were deleted. */
export async function deleteIncomingMails(transaction: Transaction, { ids, by, now }: Removal): Promise<number> {
  if (ids.length === 0) return 0
  const files = await purgeFiles(transaction, { mails: ids }, { by, now })
  await transaction`
    delete from evidence_uploads where id = any(${files.map(({ id }) => id)}::uuid[])`
  const deleted = await transaction<{ id: string }[]>`
    delete from incoming_mails where id = any(${ids}::uuid[]) returning id`
  // The bytes of an email are in the store as those of a document are.
  for (const { id: fileId } of [...files, ...deleted])
    await addJob(transaction, 'delete-stored-file', { fileId }, { key: `stored ${fileId}` })
  return deleted.length
}

/** Those of applications. */
export async function deleteIncomingOf(transaction: Transaction, { ids, ...by }: Removal): Promise<number> {
  const mails = await transaction<{ id: string }[]>`
    select id from incoming_mails where application_id = any(${ids}::uuid[])`
  return await deleteIncomingMails(transaction, { ids: mails.map(({ id }) => id), ...by })
}

/** Emails that came in before a moment; with `withoutCase` those alone that nobody has added to a case. */
export async function deleteOldIncomingMails(
  transaction: Transaction,
  { moment, now, withoutCase }: { moment: string; now: string; withoutCase: boolean },
): Promise<number> {
  const old = await transaction<{ id: string }[]>`
    select id from incoming_mails
    where received_at < ${moment}::timestamptz and (application_id is null or not ${withoutCase}::boolean)`
  return await deleteIncomingMails(transaction, { ids: old.map(({ id }) => id), by: 'retention', now })
}
