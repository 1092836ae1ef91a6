import type { Brand } from '#brand.ts'
import { camel } from '#database/camel.ts'
import type { SqlRunner } from '#database/sql.ts'
import type { Day, Instant } from '#domain/formats.ts'
import { londonDay, longDay } from '#domain/london-time.ts'
import { type ApplicationSummary, applicationWords, greeting, toApplicant } from '#mail/application-summary.ts'
import { mail } from '#mail/mail.ts'
import { queueMail } from '#mail/queue-mail.ts'
import { href } from '#pages.ts'
import type { Services } from '#requests/services.ts'
import { unseenEvidence } from '../rules.ts'
import { purgeEvidence } from './purge-evidence.ts'

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
