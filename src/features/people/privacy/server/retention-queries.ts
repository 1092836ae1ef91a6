import { asJson, type SqlRunner } from '#database/sql.ts'

export type Removed = { one: number }

export type Changed = { id: string | number }

export type Removal = (sql: SqlRunner, input: { moment: string }) => PromiseLike<Removed[]>

/** Enquiries that arrived before it go. */
export const purgeEnquiries = (sql: SqlRunner, { moment }: { moment: string }) => sql<Removed[]>`
  delete from contact_enquiries where received_at < ${moment}::timestamptz returning 1 as one`

/** Leads last sent before it go. */
export const purgeLeads = (sql: SqlRunner, { moment }: { moment: string }) => sql<Removed[]>`
  delete from quick_apply_leads where last_sent_at < ${moment}::timestamptz returning 1 as one`

/** Sign-ups for webinars before it go; one that was made after its webinar, once it is as old. */
export const purgeSignUps = (sql: SqlRunner, { moment }: { moment: string }) => sql<Removed[]>`
  delete from webinar_sign_ups where webinar_at < ${moment}::timestamptz and signed_up_at < ${moment}::timestamptz
    returning 1 as one`

/** Of reservations for events before it only the seats stay; of one that was made after its event, from then on. */
export const purgeReservations = (sql: SqlRunner, { moment }: { moment: string }) => sql<Removed[]>`
  update boxing_reservations set name = '', email = '', phone = ''
  where event_on < (${moment}::timestamptz at time zone 'Europe/London')::date and reserved_at < ${moment}::timestamptz
    and (name, email, phone) <> ('', '', '')
  returning 1 as one`

/** Complaints closed before it go. */
export const purgeComplaints = (sql: SqlRunner, { moment }: { moment: string }) => sql<Removed[]>`
  delete from complaints where closed_at < ${moment}::timestamptz returning 1 as one`

/**
 * Of concerns that ended before it go who reported, what was typed by them and by the organiser, the desk's notes and reasons, and the
 * link. What everybody reads on an entry's page stays until it is removed.
 */
export const purgeConcerns = (sql: SqlRunner, { moment }: { moment: string }) => sql<Removed[]>`
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
  select 1 as one from emptied`

/** Of calls before it phone and message go. */
export const purgeCalls = (sql: SqlRunner, { moment }: { moment: string }) => sql<Removed[]>`
  update assessment_calls set phone = '', message = ''
  where (day + time) at time zone 'Europe/London' < ${moment}::timestamptz and (phone, message) <> ('', '')
  returning 1 as one`

/** Of mails settled before it the kind, the subject and the times stay. */
export const purgeMails = (sql: SqlRunner, { moment }: { moment: string }) => sql<Removed[]>`
  update mails set to_name = '', to_email = '', text_body = '', html_body = '', reason = null
  where settled_at < ${moment}::timestamptz and html_body <> ''
  returning 1 as one`

/** Attachments of mails settled before it go. */
export const purgeMailAttachments = (sql: SqlRunner, { moment }: { moment: string }) => sql<Removed[]>`
  delete from mail_attachments using mails
  where mails.id = mail_attachments.mail_id and mails.settled_at < ${moment}::timestamptz
  returning 1 as one`

/** Reports from before it go, and so does what they led to, unless something was reported since. */
export const purgeBounces = (sql: SqlRunner, { moment }: { moment: string }) => sql<Removed[]>`
  with reports as (
    delete from bounces where received_at < ${moment}::timestamptz returning 1
  ), suppressed as (
    delete from suppressed_addresses as s
    where greatest(s.suppressed_at, s.lifted_at) < ${moment}::timestamptz
      and not exists (select from bounces as b where b.email = s.email and b.received_at >= ${moment}::timestamptz)
    returning 1
  )
  select 1 as one from reports union all select 1 from suppressed`

/** Links that ran out before it go. */
export const purgeAccessLinks = (sql: SqlRunner, { moment }: { moment: string }) => sql<Removed[]>`
  delete from access_links where expires_at < ${moment}::timestamptz returning 1 as one`

/** Addresses that were confirmed before it and that no organisation names any more go. */
export const purgeConfirmedAddresses = (sql: SqlRunner, { moment }: { moment: string }) => sql<Removed[]>`
  delete from confirmed_addresses as c
  where c.confirmed_at < ${moment}::timestamptz and not exists (select from organisations as o where lower(o.email) = c.email)
  returning 1 as one`

/** Links that ran out before it go. */
export const purgeAddressLinks = (sql: SqlRunner, { moment }: { moment: string }) => sql<Removed[]>`
  delete from address_confirmations where expires_at < ${moment}::timestamptz returning 1 as one`

/** Requests whose link ran out before it; what was confirmed stays. */
export const purgeFollowRequests = (sql: SqlRunner, { moment }: { moment: string }) => sql<Removed[]>`
  delete from follow_requests where expires_at < ${moment}::timestamptz returning 1 as one`

/** Links that ran out before it go. */
export const purgeWebhookLinks = (sql: SqlRunner, { moment }: { moment: string }) => sql<Removed[]>`
  delete from webhook_links where expires_at < ${moment}::timestamptz returning 1 as one`

/** Events from before it go, and no longer wait for an endpoint that is paused. */
export const purgeWebhookDeliveries = (sql: SqlRunner, { moment }: { moment: string }) => sql<Removed[]>`
  delete from webhook_deliveries where created_at < ${moment}::timestamptz and begun_at < ${moment}::timestamptz returning 1 as one`

/** Endpoints that have been paused or disabled since before it go. */
export const purgeWebhooks = (sql: SqlRunner, { moment }: { moment: string }) => sql<Removed[]>`
  delete from webhook_endpoints where state <> 'active' and changed_at < ${moment}::timestamptz returning 1 as one`

/** Links of questions that ran out before it go; question and answer stay with the application. */
export const purgeQuestionLinks = (sql: SqlRunner, { moment }: { moment: string }) => sql<Removed[]>`
  delete from application_questions where expires_at < ${moment}::timestamptz returning 1 as one`

/** Of payment events that arrived before it and are processed, everything but kind, outcome and time goes. */
export const purgePaymentEvents = (sql: SqlRunner, { moment }: { moment: string }) => sql<Removed[]>`
  update payment_events set payload = '{}'
  where received_at < ${moment}::timestamptz and processed_at is not null and payload <> '{}'
  returning 1 as one`

/** Sign-ins before it go. */
export const purgeSignInEvents = (sql: SqlRunner, { moment }: { moment: string }) => sql<Removed[]>`
  delete from sign_in_events where happened_at < ${moment}::timestamptz returning 1 as one`

/** Counters whose window ended before it go. */
export const purgeRateLimits = (sql: SqlRunner, { moment }: { moment: string }) => sql<Removed[]>`
  delete from rate_limits where ends_at < ${moment}::timestamptz returning 1 as one`

/** Checks of days before it go. */
export const purgeFailedChecks = (sql: SqlRunner, { moment }: { moment: string }) => sql<Removed[]>`
  delete from failed_checks where day < (${moment}::timestamptz at time zone 'Europe/London')::date returning 1 as one`

/** What was found before it goes, and that it was looked for. */
export const purgeLookAlikeNames = (sql: SqlRunner, { moment }: { moment: string }) => sql<Removed[]>`
  with compared as (delete from compared_names where compared_at < ${moment}::timestamptz)
  delete from look_alike_names where found_at < ${moment}::timestamptz returning 1 as one`

/** Sessions that ran out before it go. */
export const purgeSessions = (sql: SqlRunner, { moment }: { moment: string }) => sql<Removed[]>`
  delete from sign_in_sessions where expires_at < ${moment}::timestamptz returning 1 as one`

/** Links that ran out before it go. */
export const purgeInvitations = (sql: SqlRunner, { moment }: { moment: string }) => sql<Removed[]>`
  delete from invitations where expires_at < ${moment}::timestamptz returning 1 as one`

/** Keys of the open data that were neither made nor used since, and what older days say of the others. */
export const purgeApiKeys = (sql: SqlRunner, { moment }: { moment: string }) => sql<Removed[]>`
  with days as (
    delete from api_key_uses where day < (${moment}::timestamptz at time zone 'Europe/London')::date returning 1
  )
  delete from api_keys as k where k.created_at < ${moment}::timestamptz and not exists (
    select from api_key_uses as u where u.key_id = k.id and u.day >= (${moment}::timestamptz at time zone 'Europe/London')::date)
  returning 1 as one`

/** Applications last decided before it that led to nothing, with their organisation where that has nothing else either. */
export const listOldApplications = (sql: SqlRunner, { moment }: { moment: string }) => sql<
  { id: string; organisation_id: string | null }[]
>`
  select a.id,
    case when not exists (
      select from applications b
      left join lateral (
        select max(decided_at) as decided_at from application_decisions where application_id = b.id
          and (b.status <> 'submitted' or b.withdrawn_at is not null)
      ) bd on true
      where b.organisation_id = a.organisation_id and (
        bd.decided_at is null or bd.decided_at >= ${moment}::timestamptz
        or exists (select from orders r where r.application_id = b.id and r.status not in ('expired', 'failed'))
        or exists (select from register_entries e where e.application_id = b.id))
    ) then a.organisation_id end as organisation_id
  from applications a
  cross join lateral (select max(decided_at) as decided_at from application_decisions where application_id = a.id) d
  where (a.status <> 'submitted' or a.withdrawn_at is not null) and d.decided_at < ${moment}::timestamptz and a.event_draft ->> 'title' <> 'Erased'
    and not exists (select from orders r where r.application_id = a.id and r.status not in ('expired', 'failed'))
    and not exists (select from register_entries e where e.application_id = a.id)`

/**
 * Applications with documents that ended before it, all of which were sent before it: their entry has lapsed or was revoked, or where
 * there is none and nothing is being paid, they were last decided on.
 */
export const listEndedEvidence = (sql: SqlRunner, { moment }: { moment: string }) => sql<{ id: string }[]>`
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

/** Reports older than 400 days go. */
export const addRetentionRun = (
  sql: SqlRunner,
  { startedAt, finishedAt, removed }: { startedAt: string; finishedAt: string; removed: unknown },
) => sql<{ id: string }[]>`
  with old as (delete from retention_runs where started_at < ${startedAt}::timestamptz - interval '400 days')
  insert into retention_runs (started_at, finished_at, removed)
  values (${startedAt}::timestamptz, ${finishedAt}::timestamptz, ${asJson(removed)}::jsonb)
  returning id`

type RetentionRun = { started_at: string; finished_at: string; removed: Record<string, number> }

/** The last runs of the retention periods. */
export const listRetentionRuns = (sql: SqlRunner) => sql<RetentionRun[]>`
  select started_at, finished_at, removed from retention_runs order by id desc limit 30`
