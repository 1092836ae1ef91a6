import { asJson, type SqlRunner } from '../../../../database/sql.ts'

type Removed = { one: number }
type Changed = { id: string | number }
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

/** Links of questions that ran out before it go; question and answer stay with the application. */
export const purgeQuestionLinks = (sql: SqlRunner, { moment }: { moment: string }) => sql<Removed[]>`
  delete from application_questions where expires_at < ${moment}::timestamptz returning 1 as one`

/** Of payment events that arrived before it and are worked off, everything but kind, outcome and time goes. */
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

/** Sessions that ran out before it go. */
export const purgeSessions = (sql: SqlRunner, { moment }: { moment: string }) => sql<Removed[]>`
  delete from sign_in_sessions where expires_at < ${moment}::timestamptz returning 1 as one`

/** Links that ran out before it go. */
export const purgeInvitations = (sql: SqlRunner, { moment }: { moment: string }) => sql<Removed[]>`
  delete from invitations where expires_at < ${moment}::timestamptz returning 1 as one`

/** Applications last decided before it that led to nothing, with their organisation where that has nothing else either. */
export const listOldApplications = (sql: SqlRunner, { moment }: { moment: string }) => sql<
  { id: string; organisation_id: string | null }[]
>`
  select a.id,
    case when not exists (
      select from applications b
      left join lateral (
        select max(decided_at) as decided_at from application_decisions where application_id = b.id and b.status <> 'submitted'
      ) bd on true
      where b.organisation_id = a.organisation_id and (
        bd.decided_at is null or bd.decided_at >= ${moment}::timestamptz
        or exists (select from orders r where r.application_id = b.id and r.status not in ('expired', 'failed'))
        or exists (select from register_entries e where e.application_id = b.id))
    ) then a.organisation_id end as organisation_id
  from applications a
  cross join lateral (select max(decided_at) as decided_at from application_decisions where application_id = a.id) d
  where a.status <> 'submitted' and d.decided_at < ${moment}::timestamptz and a.event_draft ->> 'title' <> 'Erased'
    and not exists (select from orders r where r.application_id = a.id and r.status not in ('expired', 'failed'))
    and not exists (select from register_entries e where e.application_id = a.id)`

/** Reports older than 400 days go. */
export const addRetentionRun = (
  sql: SqlRunner,
  { startedAt, finishedAt, removed }: { startedAt: string; finishedAt: string; removed: unknown },
) => sql<{ id: string }[]>`
  with old as (delete from retention_runs where started_at < ${startedAt}::timestamptz - interval '400 days')
  insert into retention_runs (started_at, finished_at, removed)
  values (${startedAt}::timestamptz, ${finishedAt}::timestamptz, ${asJson(removed)}::jsonb)
  returning id`
export type RetentionRun = { started_at: string; finished_at: string; removed: Record<string, number> }

/** The last runs of the retention periods. */
export const listRetentionRuns = (sql: SqlRunner) => sql<RetentionRun[]>`
  select started_at, finished_at, removed from retention_runs order by id desc limit 30`

export type Held = Record<string, unknown[]> & { mails: { text: string }[] }

/**
 * Everything that is held about whoever it belongs to, as lists by kind. Secrets (tokens, keys) and what belongs to other persons
 *   are left out.
 */
export const exportPerson = (sql: SqlRunner, { email }: { email: string }) => sql<{ held: Held }[]>`
  with own as (select id from organisations where lower(email) = ${email}::text),
    asked as (
      select id, reference, status, submitted_at, event_draft, company_check, coupon_code, crm_options
      from applications where organisation_id in (select id from own)
    )
  select jsonb_build_object(
    'organisations', (select coalesce(jsonb_agg(to_jsonb(o) - 'submission_key' - 'sent_from' order by o.created_at), '[]')
      from organisations o where o.id in (select id from own)),
    'applications', (select coalesce(jsonb_agg(jsonb_build_object(
        'id', a.id, 'reference', a.reference, 'status', a.status, 'submitted_at', a.submitted_at, 'event', a.event_draft,
        'company_check', a.company_check, 'coupon_code', a.coupon_code, 'interest', a.crm_options,
        'decisions', (select coalesce(jsonb_agg(jsonb_build_object(
            'decision', d.decision, 'reason', d.reason, 'decided_at', d.decided_at) order by d.id), '[]')
          from application_decisions d where d.application_id = a.id),
        'questions', (select coalesce(jsonb_agg(jsonb_build_object('kind', r.kind, 'text', r.text, 'at', r.written_at)
          order by r.id), '[]')
          from application_remarks r where r.application_id = a.id and r.kind in ('asked', 'answered'))
      ) order by a.submitted_at), '[]') from asked a),
    'unfinished_applications', (select coalesce(jsonb_agg(jsonb_build_object(
        'answers', d.answers, 'saved_at', d.saved_at, 'expires_at', d.expires_at)), '[]')
      from application_drafts d where lower(btrim(d.answers ->> 'email', E' \\t\\r\\n')) = ${email}::text),
    'assessment_calls', (select coalesce(jsonb_agg(to_jsonb(c) - 'mailbox' - 'visitor' order by c.booked_at), '[]')
      from assessment_calls c where c.application_id in (select id from asked)),
    'orders', (select coalesce(jsonb_agg(to_jsonb(o) - 'checkout_url' order by o.created_at), '[]')
      from orders o where o.organisation_id in (select id from own)),
    'register_entries', (select coalesce(jsonb_agg(jsonb_build_object(
        'number', e.number, 'title', e.title, 'organiser', e.organiser, 'status', e.status, 'published_at', e.published_at)),
          '[]')
      from register_entries e where e.organisation_id in (select id from own) or e.application_id in (select id from asked)),
    'enquiries', (select coalesce(jsonb_agg(to_jsonb(e) order by e.received_at), '[]')
      from contact_enquiries e where lower(e.email) = ${email}::text),
    'qualification_checks', (select coalesce(jsonb_agg(to_jsonb(l) order by l.created_at), '[]')
      from quick_apply_leads l where lower(l.email) = ${email}::text),
    'webinar_sign_ups', (select coalesce(jsonb_agg(to_jsonb(w) order by w.signed_up_at), '[]')
      from webinar_sign_ups w where lower(w.email) = ${email}::text),
    'reservations', (select coalesce(jsonb_agg(to_jsonb(b) - 'submission_key' - 'mailbox' - 'visitor' order by b.reserved_at),
      '[]')
      from boxing_reservations b where lower(b.email) = ${email}::text),
    'press_subscriptions', (select coalesce(jsonb_agg(to_jsonb(p) - 'unsubscribe_token'), '[]')
      from press_subscriptions p where lower(p.email) = ${email}::text),
    'press_requests', (select coalesce(jsonb_agg(to_jsonb(p) - 'token_hash'), '[]')
      from press_requests p where lower(p.email) = ${email}::text),
    'confirmed_addresses', (select coalesce(jsonb_agg(jsonb_build_object('email', c.email, 'confirmed_at', c.confirmed_at)),
      '[]')
      from confirmed_addresses c where c.email = ${email}::text),
    'links', (select coalesce(jsonb_agg(jsonb_build_object(
        'for', l.aim, 'email', l.email, 'created_at', l.created_at, 'expires_at', l.expires_at) order by l.created_at), '[]')
      from (
        select 'address ' || reason as aim, email, created_at, expires_at from address_confirmations
        union all
        select case when draft_id is null then 'application' else 'unfinished application' end, email, created_at,
          expires_at from access_links
      ) l where lower(l.email) = ${email}::text),
    'complaints', (select coalesce(jsonb_agg(to_jsonb(c) - 'closed_by' order by c.received_at), '[]')
      from complaints c where lower(c.email) = ${email}::text),
    'mails', (select coalesce(jsonb_agg(jsonb_build_object(
        'kind', m.kind, 'subject', m.subject, 'text', m.text_body, 'state', m.state, 'written_at', m.created_at)
          order by m.id), '[]')
      from mails m where lower(m.to_email) = ${email}::text),
    'payment_events', (select coalesce(jsonb_agg(jsonb_build_object(
        'id', p.id, 'type', p.type, 'received_at', p.received_at, 'payload', p.payload) order by p.received_at), '[]')
      from payment_events p where p.order_id in (select id from orders where organisation_id in (select id from own))),
    'staff_account', (select coalesce(jsonb_agg(jsonb_build_object(
        'name', s.name, 'email', s.email, 'role', s.role, 'created_at', s.created_at)), '[]')
      from people s where lower(s.email) = ${email}::text)
  ) as held`
export type ContactOf = {
  id: string
  name: string
  stripe_customer_id: string | null
  applications: string[]
  is_waiting: boolean
  /** A listing or a subscription is paid and running. */
  is_billed: boolean
  is_paying: boolean
  has_accounts: boolean
  has_entry: boolean
}

/** The organisations that it is the contact of, locked, with what keeps them. */
export const listOrganisations = (sql: SqlRunner, { email, now }: { email: string; now: string }) => sql<ContactOf[]>`
  select
    o.id, o.name, o.stripe_customer_id,
    array(select a.id from applications a where a.organisation_id = o.id) as applications,
    exists (select from applications a where a.organisation_id = o.id and a.status = 'submitted') as is_waiting,
    exists (
      select from orders r where r.organisation_id = o.id and r.status in ('paid', 'disputed')
        and (r.type = 'listing' or r.subscription_id is not null)
        -- The provider still tries to take a renewal that is not paid.
        and (r.covers_until is null or r.covers_until > ${now}::timestamptz or r.payment_failed_at is not null)
    ) as is_billed,
    exists (select from orders r where r.organisation_id = o.id and r.status = 'pending'
      and r.created_at > ${now}::timestamptz - interval '2 days')
      as is_paying,
    exists (select from orders r where r.organisation_id = o.id and r.status in ('paid', 'refunded', 'disputed',
      'cancelled')) as has_accounts,
    exists (
      select from register_entries e
      where e.organisation_id = o.id or e.application_id in (select a.id from applications a where a.organisation_id = o.id)
    ) as has_entry
  from organisations o
  where lower(o.email) = ${email}::text
  order by o.id
  for update of o`

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

/** Their assessment calls lose phone, message and whom they count for. */
export const emptyCalls = (sql: SqlRunner, { ids }: { ids: string[] }) => sql<Changed[]>`
  update assessment_calls set phone = '', message = '', mailbox = '', visitor = ''
  where application_id = any(${ids}::uuid[]) and (phone, message, mailbox) <> ('', '', '')
  returning id`

/** No link opens them any more. */
export const dropApplicationLinks = (sql: SqlRunner, { ids }: { ids: string[] }) => sql<Removed[]>`
  with questions as (delete from application_questions where application_id = any(${ids}::uuid[]))
  delete from access_links where application_id = any(${ids}::uuid[]) returning 1 as one`

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

/** Those that are closed. */
export const eraseComplaints = (sql: SqlRunner, { email }: { email: string }) => sql<Changed[]>`
  delete from complaints where lower(email) = ${email}::text and closed_at is not null returning id`

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

export const countOpenComplaints = (sql: SqlRunner, { email }: { email: string }) => sql<{ open: number }[]>`
  select count(*)::int as open from complaints where lower(email) = ${email}::text and closed_at is null`

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
export type ErasureRow = {
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

/** No row when the reference is taken. */
export const addComplaint = (
  sql: SqlRunner,
  input: {
    reference: string
    name: string
    email: string
    phone: string
    about: string
    concerns: string
    message: string
    now: string
  },
) => sql<{ id: string }[]>`
  insert into complaints (reference, name, email, phone, about, concerns, message, received_at)
  values (${input.reference}::text, ${input.name}::text, ${input.email}::text, ${input.phone}::text, ${input.about}::text,
    ${input.concerns}::text, ${input.message}::text, ${input.now}::timestamptz)
  on conflict (reference) do nothing
  returning id`
export type ListedComplaint = {
  id: string
  reference: string
  name: string
  email: string
  about: string
  received_at: string
  closed_at: string | null
}

/** @param input.before id before which to begin (null for the newest) */
export const listComplaints = (
  sql: SqlRunner,
  { isClosed, before, most }: { isClosed: boolean; before: string | null; most: number },
) => sql<ListedComplaint[]>`
  select id, reference, name, email, about, received_at, closed_at
  from complaints
  where (closed_at is not null) = ${isClosed}::boolean ${before === null ? sql`` : sql`and id < ${before}::uuid`}
  order by id desc limit ${most}::int`
export type ComplaintRow = ListedComplaint & {
  phone: string
  concerns: string
  message: string
  closed_by_name: string | null
  outcome: string | null
}

export const readComplaint = (sql: SqlRunner, { id }: { id: string }) => sql<ComplaintRow[]>`
  select id, reference, name, email, phone, about, concerns, message, received_at, closed_at, closed_by_name, outcome
  from complaints where id = ${id}::uuid`

/** No row when it is closed already. */
export const closeComplaint = (
  sql: SqlRunner,
  input: { id: string; now: string; personId: string; personName: string; outcome: string },
) => sql<{ reference: string; name: string; email: string }[]>`
  update complaints set closed_at = ${input.now}::timestamptz, closed_by = ${input.personId}::text,
    closed_by_name = ${input.personName}::text, outcome = ${input.outcome}::text
  where id = ${input.id}::uuid and closed_at is null
  returning reference, name, email`
