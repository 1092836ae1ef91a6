import { asJson, type Sql } from '#database/sql.ts'
import type { Instant } from '#domain/formats.ts'
import type { Services } from '#requests/services.ts'
import { type RetentionId, retentionPeriods } from '../rules.ts'
import { emptyOldApplications } from './empty-old-applications.ts'
import { deleteOldIncomingMails, purgeEndedEvidence, purgeUnseenEvidence } from './purge-documents.ts'

/** Answers how many were removed, or its rows and their count. */
type Removal = (sql: Sql, moment: Instant, now: Instant) => PromiseLike<{ count: number } | number>

const removals: Record<Exclude<RetentionId, 'unseen-evidence'>, Removal> = {
  enquiries: (sql, moment) => sql`
    delete from contact_enquiries where received_at < ${moment}::timestamptz`,
  leads: (sql, moment) => sql`
    delete from quick_apply_leads where last_sent_at < ${moment}::timestamptz`,
  // Made after its webinar, it counts from then.
  'sign-ups': (sql, moment) => sql`
    delete from webinar_sign_ups where webinar_at < ${moment}::timestamptz and signed_up_at < ${moment}::timestamptz`,
  // The seats stay; made after its event, it counts from then.
  reservations: (sql, moment) => sql`
    update boxing_reservations set name = '', email = '', phone = ''
    where event_on < (${moment}::timestamptz at time zone 'Europe/London')::date and reserved_at < ${moment}::timestamptz
      and (name, email, phone) <> ('', '', '')`,
  complaints: (sql, moment) => sql`
    delete from complaints where closed_at < ${moment}::timestamptz`,
  // What an entry's page shows stays until it is removed there.
  concerns: (sql, moment) => sql<{ one: number }[]>`
    with emptied as (
      update concerns set event = '', place = '', occurred = '', happened = '', outcome = '', token_hash = null
      where settled_at < ${moment}::timestamptz and happened <> ''
      returning id
    ), reporters as (
      delete from concern_reporters where concern_id in (select id from emptied)
    ), replies as (
      update concern_replies set question = '', answer = '' where concern_id in (select id from emptied)
    ), steps as (
      update case_steps set text = '' where concern_id in (select id from emptied) and text <> ''
    )
    select 1 as one from emptied`,
  applications: (sql, moment, now) => sql.begin((tx) => emptyOldApplications(tx, { moment, now })),
  evidence: (sql, moment, now) => sql.begin((tx) => purgeEndedEvidence(tx, { moment, now })),
  'incoming-mails': (sql, moment, now) =>
    sql.begin((tx) => deleteOldIncomingMails(tx, { moment, now, withoutCase: false })),
  'incoming-without-case': (sql, moment, now) =>
    sql.begin((tx) => deleteOldIncomingMails(tx, { moment, now, withoutCase: true })),
  calls: (sql, moment) => sql`
    update assessment_calls set phone = '', message = ''
    where (day + time) at time zone 'Europe/London' < ${moment}::timestamptz and (phone, message) <> ('', '')`,
  mails: (sql, moment) => sql`
    update mails set to_name = '', to_email = '', text_body = '', html_body = '', reason = null
    where settled_at < ${moment}::timestamptz and html_body <> ''`,
  'mail-attachments': (sql, moment) => sql`
    delete from mail_attachments using mails
    where mails.id = mail_attachments.mail_id and mails.settled_at < ${moment}::timestamptz`,
  // Suppressions go with the reports, unless something was reported since.
  bounces: (sql, moment) => sql<{ one: number }[]>`
    with reports as (
      delete from bounces where received_at < ${moment}::timestamptz returning 1
    ), suppressed as (
      delete from suppressed_addresses as s
      where greatest(s.suppressed_at, s.lifted_at) < ${moment}::timestamptz
        and not exists (select from bounces as b where b.email = s.email and b.received_at >= ${moment}::timestamptz)
      returning 1
    )
    select 1 as one from reports union all select 1 from suppressed`,
  'access-links': (sql, moment) => sql`
    delete from access_links where expires_at < ${moment}::timestamptz`,
  'address-links': (sql, moment) => sql`
    delete from address_confirmations where expires_at < ${moment}::timestamptz`,
  'confirmed-addresses': (sql, moment) => sql`
    delete from confirmed_addresses as c
    where c.confirmed_at < ${moment}::timestamptz and not exists (select from organisations as o where lower(o.email) = c.email)`,
  'follow-requests': (sql, moment) => sql`
    delete from follow_requests where expires_at < ${moment}::timestamptz`,
  'webhook-links': (sql, moment) => sql`
    delete from webhook_links where expires_at < ${moment}::timestamptz`,
  'webhook-deliveries': (sql, moment) => sql`
    delete from webhook_deliveries where created_at < ${moment}::timestamptz and begun_at < ${moment}::timestamptz`,
  webhooks: (sql, moment) => sql`
    delete from webhook_endpoints where state <> 'active' and changed_at < ${moment}::timestamptz`,
  'question-links': (sql, moment) => sql`
    delete from application_questions where expires_at < ${moment}::timestamptz`,
  'payment-events': (sql, moment) => sql`
    update payment_events set payload = '{}'
    where received_at < ${moment}::timestamptz and processed_at is not null and payload <> '{}'`,
  'payment-documents': (sql, moment) => sql`
    delete from payment_documents where issued_at < ${moment}::timestamptz`,
  'sign-in-events': (sql, moment) => sql`
    delete from sign_in_events where happened_at < ${moment}::timestamptz`,
  'rate-limits': (sql, moment) => sql`
    delete from rate_limits where ends_at < ${moment}::timestamptz`,
  'failed-checks': (sql, moment) => sql`
    delete from failed_checks where day < (${moment}::timestamptz at time zone 'Europe/London')::date`,
  'look-alike-names': (sql, moment) => sql`
    with compared as (delete from compared_names where compared_at < ${moment}::timestamptz)
    delete from look_alike_names where found_at < ${moment}::timestamptz`,
  sessions: (sql, moment) => sql`
    delete from sign_in_sessions where expires_at < ${moment}::timestamptz`,
  invitations: (sql, moment) => sql`
    delete from invitations where expires_at < ${moment}::timestamptz`,
  // Unused keys, and the older days of the others.
  'api-keys': (sql, moment) => sql`
    with days as (
      delete from api_key_uses where day < (${moment}::timestamptz at time zone 'Europe/London')::date returning 1
    )
    delete from api_keys as k where k.created_at < ${moment}::timestamptz and not exists (
      select from api_key_uses as u where u.key_id = k.id and u.day >= (${moment}::timestamptz at time zone 'Europe/London')::date)`,
}

/** Each kind in a statement of its own (periods in `rules.ts`); the log has how many rows went. */
export async function runRetention(
  _: Record<string, never>,
  services: Pick<Services, 'sql' | 'now' | 'brand' | 'env'>,
): Promise<void> {
  const { sql, now } = services
  const startedAt = now()
  const removed: Record<string, number> = {}
  for (const period of retentionPeriods) {
    const gone =
      period.id === 'unseen-evidence'
        ? await purgeUnseenEvidence(services)
        : await removals[period.id](sql, monthsBefore(startedAt, period.months).toISOString(), startedAt.toISOString())
    removed[period.id] = typeof gone === 'number' ? gone : gone.count
  }
  await sql`
    with old as (delete from retention_runs where started_at < ${startedAt.toISOString()}::timestamptz - interval '400 days')
    insert into retention_runs (started_at, finished_at, removed)
    values (${startedAt.toISOString()}::timestamptz, ${now().toISOString()}::timestamptz, ${asJson(removed)}::jsonb)`
}

/** Of a day that the month does not have, its last. */
function monthsBefore(moment: Date, months: number): Date {
  const earlier = new Date(moment)
  earlier.setUTCDate(1)
  earlier.setUTCMonth(earlier.getUTCMonth() - months)
  const daysOfMonth = new Date(Date.UTC(earlier.getUTCFullYear(), earlier.getUTCMonth() + 1, 0)).getUTCDate()
  earlier.setUTCDate(Math.min(moment.getUTCDate(), daysOfMonth))
  return earlier
}
