import { asJson, type SqlRunner } from '#database/sql.ts'
import type { Changed, Removed } from './retention-queries.ts'

/** What was typed into them goes; reference, state, kind of event and decision stay. */
export const emptyApplications = (sql: SqlRunner, { ids }: { ids: string[] }) => sql<Changed[]>`
  update applications
  set event_draft = event_draft || jsonb_build_object('title', 'Erased', 'date', '', 'venue', '', 'address', '', 'city', '',
    'onlineUrl', '',
      'url', '', 'description', '', 'line_1', '', 'line_2', '', 'county', '', 'postcode', '', 'latitude', null, 'longitude',
        null),
    updated_at = now()
  where id = any(${ids}::uuid[]) and event_draft ->> 'title' <> 'Erased'
  returning id`

/** Notes, questions and answers lose their text. */
export const emptyRemarks = (sql: SqlRunner, { ids }: { ids: string[] }) => sql<Changed[]>`
  update application_remarks set text = ''
  where application_id = any(${ids}::uuid[]) and kind in ('note', 'asked', 'answered') and text <> ''
  returning id`

/** Changes that they wanted lose what was typed; an open one is refused with it. */
export const emptyProposals = (sql: SqlRunner, { ids }: { ids: string[] }) => sql<Changed[]>`
  update proposed_changes
  set event_draft = '{}', changes = '', decided_by_name = '', state = case when state = 'open' then 'refused' else state end,
    decided_at = coalesce(decided_at, now())
  where application_id = any(${ids}::uuid[]) and event_draft <> '{}'
  returning id`

/** Their assessments lose what was asked and answered; proposals, votes and decisions stay with their reasons, and no link opens them. */
export const emptyAssessments = (sql: SqlRunner, { ids }: { ids: string[] }) => sql<Changed[]>`
  with links as (
    delete from assessment_notices
    where assessment_id in (select id from assessments where application_id = any(${ids}::uuid[]))
  )
  update assessment_steps set reason = ''
  where assessment_id in (select id from assessments where application_id = any(${ids}::uuid[]))
    and step in ('asked', 'answered') and reason <> ''
  returning id`

/** Their appeals lose the applicant's grounds, and the desk's notes; the outcome and its reasons stay. */
export const emptyAppeals = (sql: SqlRunner, { ids }: { ids: string[] }) => sql<Changed[]>`
  with notes as (
    update case_steps set text = ''
    where appeal_id in (select id from appeals where application_id = any(${ids}::uuid[])) and kind = 'note' and text <> ''
  )
  update appeals set grounds = '' where application_id = any(${ids}::uuid[]) and grounds <> ''
  returning id`

/** Their assessment calls lose phone, message and whom they count for. */
export const emptyCalls = (sql: SqlRunner, { ids }: { ids: string[] }) => sql<Changed[]>`
  update assessment_calls set phone = '', message = '', mailbox = '', visitor = ''
  where application_id = any(${ids}::uuid[]) and (phone, message, mailbox) <> ('', '', '')
  returning id`

/** Of documents that arrived for them, content and name go. */
export const emptyEvidence = (
  sql: SqlRunner,
  { ids, by, now }: { ids: string[]; by: 'erasure' | 'retention'; now: string },
) => sql<{ id: string }[]>`
  update evidence_files
  set state = 'purged', name = '', reason = '', sha256 = null, expires_on = null,
    purged_at = coalesce(purged_at, ${now}::timestamptz), purged_by = coalesce(purged_by, ${by}::text)
  where application_id = any(${ids}::uuid[]) and (state <> 'purged' or name <> '')
  returning id`

/** Why something does not apply to them, or why more was needed, and what assessors noted. */
export const emptyCriterionWords = (sql: SqlRunner, { ids }: { ids: string[] }) => sql<Changed[]>`
  update assessment_criteria as c set state_reason = '', note = ''
  from assessments as a
  where a.id = c.assessment_id and a.application_id = any(${ids}::uuid[]) and (c.state_reason, c.note) <> ('', '')
  returning a.id`

/** Documents on their way to them, with what has arrived. */
export const dropUploads = (sql: SqlRunner, { ids }: { ids: string[] }) => sql<{ id: string }[]>`
  delete from evidence_uploads where application_id = any(${ids}::uuid[]) returning id`

/** No link opens them any more. */
export const dropApplicationLinks = (sql: SqlRunner, { ids }: { ids: string[] }) => sql<Removed[]>`
  with questions as (delete from application_questions where application_id = any(${ids}::uuid[]))
  delete from access_links where application_id = any(${ids}::uuid[]) returning 1 as one`

/** Who ran a refused company is not known again. */
export const dropRefusedOfficers = (sql: SqlRunner, { ids }: { ids: string[] }) => sql<Removed[]>`
  delete from refused_officers where application_id = any(${ids}::uuid[]) returning 1 as one`

/**
 * Everything else about their contact goes.
 * @param input.keepNames whether their names stay (register, accounts)
 */
export const emptyOrganisations = (sql: SqlRunner, { ids, keepNames }: { ids: string[]; keepNames: boolean }) => sql<
  Changed[]
>`
  update organisations
  set contact_name = 'Erased', email = 'erased-' || id || '@erased.invalid', phone = '', website = null,
    name = case when ${keepNames}::boolean then name else 'Erased' end,
    trading_name = case when ${keepNames}::boolean then trading_name end,
    company_no = case when ${keepNames}::boolean then company_no end,
    updated_at = now()
  where id = any(${ids}::uuid[]) and contact_name <> 'Erased'
  returning id`

/**
 * Of those without a company number, who may be private persons, the page goes that gathers their entries; the entries stay. An organiser
 * that other entries name stays with them.
 */
export const eraseOrganiserPages = (sql: SqlRunner, { ids }: { ids: string[] }) => sql<Changed[]>`
  with freed as (
    update register_entries as e set organiser_id = null
    from register_organisers as o
    where e.organisation_id = any(${ids}::uuid[]) and o.id = e.organiser_id and o.key like 'organisation %'
    returning e.id, o.id as organiser_id
  )
  delete from register_organisers as o
  where o.id in (select organiser_id from freed)
    and not exists (select from register_entries as e where e.organiser_id = o.id and e.id not in (select id from freed))
  returning o.id::text as id`

export const eraseEnquiries = (sql: SqlRunner, { email }: { email: string }) => sql<Changed[]>`
  delete from contact_enquiries where lower(email) = ${email}::text returning id`

export const eraseLeads = (sql: SqlRunner, { email }: { email: string }) => sql<Changed[]>`
  delete from quick_apply_leads where lower(email) = ${email}::text returning id`

export const eraseSignUps = (sql: SqlRunner, { email }: { email: string }) => sql<Changed[]>`
  delete from webinar_sign_ups where lower(email) = ${email}::text returning id`

/** The seats stay taken. */
export const eraseReservations = (sql: SqlRunner, { email }: { email: string }) => sql<Changed[]>`
  update boxing_reservations set name = '', email = '', phone = '', mailbox = '', visitor = ''
    where lower(email) = ${email}::text returning id`

/** Answers stand as they were typed. */
export const eraseDrafts = (sql: SqlRunner, { email }: { email: string }) => sql<Changed[]>`
  delete from application_drafts where lower(btrim(answers ->> 'email', E' \\t\\r\\n')) = ${email}::text returning id`

/** Subscriptions end, requests lose the address. */
export const erasePress = (sql: SqlRunner, { email, now }: { email: string; now: string }) => sql<Removed[]>`
  with requests as (
    update press_requests set email = null where lower(email) = ${email}::text returning 1
  ), subscriptions as (
    update press_subscriptions set email = null, ended_at = ${now}::timestamptz where lower(email) = ${email}::text returning 1
  )
  select 1 as one from requests union all select 1 from subscriptions`

/** Everything that the address follows, and what it was asked to. */
export const eraseFollows = (sql: SqlRunner, { email }: { email: string }) => sql<Removed[]>`
  with requests as (
    delete from follow_requests where lower(email) = ${email}::text returning 1
  ), ended as (
    delete from followers where lower(email) = ${email}::text returning 1
  )
  select 1 as one from requests union all select 1 from ended`

/** With what was sent there, and the links to them. */
export const eraseWebhooks = (sql: SqlRunner, { email }: { email: string }) => sql<Removed[]>`
  with links as (
    delete from webhook_links where email = ${email}::text returning 1
  ), endpoints as (
    delete from webhook_endpoints where email = ${email}::text returning 1
  )
  select 1 as one from links union all select 1 from endpoints`

/** With their use. They stop working at once. */
export const eraseApiKeys = (sql: SqlRunner, { email }: { email: string }) => sql<Changed[]>`
  delete from api_keys where lower(email) = ${email}::text returning id`

/** That it was confirmed, and every link that was mailed to it. */
export const eraseAddress = (sql: SqlRunner, { email }: { email: string }) => sql<Removed[]>`
  with links as (
    delete from access_links where lower(email) = ${email}::text returning 1
  ), confirmations as (
    delete from address_confirmations where email = ${email}::text returning 1
  ), confirmed as (
    delete from confirmed_addresses where email = ${email}::text returning 1
  )
  select 1 as one from links union all select 1 from confirmations union all select 1 from confirmed`

/** That emails to the address came back, and that it gets none. */
export const eraseBounces = (sql: SqlRunner, { email }: { email: string }) => sql<Removed[]>`
  with reports as (
    delete from bounces where email = ${email}::text returning 1
  ), suppressed as (
    delete from suppressed_addresses where email = ${email}::text returning 1
  )
  select 1 as one from reports union all select 1 from suppressed`

/** Those that are closed. */
export const eraseComplaints = (sql: SqlRunner, { email }: { email: string }) => sql<Changed[]>`
  delete from complaints where lower(email) = ${email}::text and closed_at is not null returning id`

/** Of those that have ended, who reported and what they wrote go. Case number, event, outcome and record stay. */
export const eraseConcerns = (sql: SqlRunner, { email }: { email: string }) => sql<Removed[]>`
  with mine as (
    select r.concern_id as id from concern_reporters as r join concerns as c on c.id = r.concern_id
    where lower(r.email) = ${email}::text and c.settled_at is not null
  ), emptied as (
    update concerns set event = '', place = '', occurred = '', happened = '', token_hash = null
    where id in (select id from mine)
  ), messages as (
    update case_steps set text = ''
    where concern_id in (select id from mine) and kind = 'message' and text <> ''
  )
  delete from concern_reporters where concern_id in (select id from mine) returning 1 as one`

/** Mails to it, and mails of ours to the team that quote it. One that has not left yet does not. */
export const eraseMails = (sql: SqlRunner, { email, now }: { email: string; now: string }) => sql<Changed[]>`
  with emptied as (
    update mails
    set to_name = '', to_email = '', text_body = '', html_body = '', unsubscribe_url = null,
      reason = case when state = 'waiting' then 'Erased before it was sent.' end,
      state = case when state = 'waiting' then 'failed' else state end,
      settled_at = coalesce(settled_at, ${now}::timestamptz)
    where html_body <> '' and (lower(to_email) = ${email}::text or names_address(text_body, ${email}::text))
    returning id
  ), attachments as (
    delete from mail_attachments where mail_id in (select id from emptied)
  )
  select id from emptied`

export const addErasure = (
  sql: SqlRunner,
  input: {
    address: string
    now: string
    personId: string
    personName: string
    reason: string
    erased: unknown
    kept: unknown
  },
) => sql<{ id: string }[]>`
  insert into erasures (address, erased_at, erased_by, erased_by_name, reason, erased, kept)
  values (${input.address}::text, ${input.now}::timestamptz, ${input.personId}::text, ${input.personName}::text,
    ${input.reason}::text, ${asJson(input.erased)}::jsonb, ${asJson(input.kept)}::jsonb)
  returning id`

type ErasureRow = {
  id: string
  erased_at: string
  erased_by_name: string
  reason: string
  erased: { what: string; count: number }[]
  kept: { what: string; count: number; why: string }[]
}

/** The last erasures, without telling whose; `address` HMAC of an address, or null for all. */
export const listErasures = (sql: SqlRunner, { address }: { address: string | null }) => sql<ErasureRow[]>`
  select id, erased_at, erased_by_name, reason, erased, kept
  from erasures ${address === null ? sql`` : sql`where address = ${address}::text`}
  order by id desc limit 20`
