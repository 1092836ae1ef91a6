import type { SqlRunner } from '#database/sql.ts'
import type { DecisionKind } from '#domain/application-state.ts'
import type { CompanyCheck } from '#domain/company-check.ts'
import type { EventDraft } from '#features/applications/schema.ts'

export type ReviewRow = {
  id: string
  reference: string
  status: string
  event_draft: EventDraft
  company_check: CompanyCheck
  coupon_code: string | null
  crm_status: string | null
  crm_options: string[]
  submitted_at: string
  withdrawn_at: string | null
  /** Counts the applicant's corrections. */
  revision: number
  /** Since when what its approval was about has changed. */
  facts_changed_at: string | null
  /** Since when nothing is sold for it, after a refund for cause. */
  checkout_closed_at: string | null
  organisation_id: string
  assigned_to: string | null
  assigned_name: string | null
  organisation_name: string
  contact_name: string
  email: string
  company_no: string | null
  entry_id: string | null
  entry_number: string | null
  entry_slug: string | null
  register_status: string | null
  /** Something was paid for it, whatever has become of that. */
  has_payment: boolean
}

export type DecisionRow = {
  decision: DecisionKind
  decided_by_name: string
  is_by_registry: boolean
  reason: string | null
  decided_at: string
}

/** A decision just made, with what the applicant is told. */
type DecidedRow = { decision_id: number; reference: string; title: string; contact_name: string; email: string }

/** How an application stands; the last decision on it is null where nobody has decided. */
export type StatusRow = { status: string; revision: number; is_withdrawn: boolean } & (
  | Pick<DecisionRow, 'decision' | 'decided_by_name' | 'decided_at'>
  | { decision: null; decided_by_name: null; decided_at: null }
)

/** Another application of whom this one is from. */
export type RelatedRow = {
  id: string
  reference: string
  title: string
  status: string
  submitted_at: string
  organisation_name: string
  is_same_organisation: boolean
  is_same_company: boolean
  is_same_email: boolean
  entry_slug: string | null
  register_status: string | null
}

type LockedRow = {
  id: string
  reference: string
  status: string
  is_withdrawn: boolean
  assigned_to: string | null
  assigned_name: string | null
  title: string
  contact_name: string
  email: string
}

export const readReview = (sql: SqlRunner, { applicationId }: { applicationId: string }) => sql<ReviewRow[]>`
  select
    a.id, a.reference, a.status, a.event_draft, a.company_check, a.coupon_code, a.crm_status, a.crm_options, a.submitted_at,
      a.withdrawn_at, a.revision, a.facts_changed_at, a.checkout_closed_at,
    a.organisation_id, a.assigned_to, p.name as assigned_name,
    o.name as organisation_name, o.contact_name, o.email, o.company_no,
    e.id as entry_id, e.number as entry_number, e.slug as entry_slug, register_status(e.status, e.valid_until) as register_status,
    exists (select from orders r where r.application_id = a.id and r.status not in ('pending', 'expired',
      'failed')) as has_payment
  from applications a
  join organisations o on o.id = a.organisation_id
  left join people p on p.id = a.assigned_to
  left join register_entries e on e.application_id = a.id
  where a.id = ${applicationId}::uuid`

export const listDecisions = (sql: SqlRunner, { applicationId }: { applicationId: string }) => sql<DecisionRow[]>`
  select decision, decided_by_name, decided_by is null as is_by_registry, reason, decided_at
  from application_decisions
  where application_id = ${applicationId}::uuid
  order by id`

/** The latest others of the same organisation, company number or email address, and why each is shown. */
export const listRelated = (sql: SqlRunner, { applicationId }: { applicationId: string }) => sql<RelatedRow[]>`
  with mine as (
    select a.id, a.organisation_id, upper(nullif(o.company_no, '')) as company_no, lower(o.email) as email
    from applications a join organisations o on o.id = a.organisation_id
    where a.id = ${applicationId}::uuid
  ),
  -- Each way has an index of its own, which a condition with \`or\` would pass by.
  related as (
    select organisation_id as id from mine
    union
    select o.id from mine join organisations o on upper(o.company_no) = mine.company_no and o.company_no is not null
    union
    select o.id from mine join organisations o on lower(o.email) = mine.email
  )
  select
    a.id, a.reference, a.event_draft ->> 'title' as title, a.status, a.submitted_at, o.name as organisation_name,
    o.id = mine.organisation_id as is_same_organisation,
    coalesce(upper(o.company_no) = mine.company_no, false) as is_same_company,
    lower(o.email) = mine.email as is_same_email,
    e.slug as entry_slug, register_status(e.status, e.valid_until) as register_status
  from related
  join organisations o on o.id = related.id
  cross join mine
  join applications a on a.organisation_id = o.id and a.id <> mine.id
  left join register_entries e on e.application_id = a.id
  order by a.submitted_at desc, a.id
  limit 20`

/** Who may look after an application: nobody who is kept out of the admin. */
export const listReviewers = (sql: SqlRunner, { roles }: { roles: string[] }) => sql<{ id: string; name: string }[]>`
  select id, name from people where roles && ${roles}::text[] and deactivated_at is null order by lower(name), id`

/**
 * One statement: of two at once the second waits for the first, finds nothing submitted, and gets no row. The row is what the
 *   applicant is told of.
 */
export const decide = (
  sql: SqlRunner,
  input: {
    applicationId: string
    decision: string
    /** The revision that whoever decides has seen; null where the caller did not say. */
    revision: number | null
    personId: string
    personName: string
    reason: string | null
    now: string
  },
) => sql<DecidedRow[]>`
  with decided as (
    update applications set status = ${input.decision}::text, facts_changed_at = null, updated_at = ${input.now}::timestamptz
    where id = ${input.applicationId}::uuid and status = 'submitted' and withdrawn_at is null
      ${input.revision === null ? sql`` : sql`and revision = ${input.revision}::integer`}
    returning id, reference, organisation_id, event_draft
  ), recorded as (
    insert into application_decisions (application_id, decision, decided_by, decided_by_name, reason, decided_at)
    select id, ${input.decision}::text, ${input.personId}::text, ${input.personName}::text, ${input.reason}::text,
      ${input.now}::timestamptz from decided
    returning id
  )
  select r.id as decision_id, d.reference, d.event_draft ->> 'title' as title, o.contact_name, o.email
  from decided d
  cross join recorded r
  join organisations o on o.id = d.organisation_id`

/** It is submitted again. The row is what the applicant is told of. */
export const withdraw = (
  sql: SqlRunner,
  input: { applicationId: string; personId: string; personName: string; reason: string; now: string },
) => sql<DecidedRow[]>`
  with withdrawn as (
    update applications set status = 'submitted', updated_at = ${input.now}::timestamptz
    where id = ${input.applicationId}::uuid and status = 'approved'
    returning id, reference, organisation_id, event_draft
  ), recorded as (
    insert into application_decisions (application_id, decision, decided_by, decided_by_name, reason, decided_at)
    select id, 'withdrawn', ${input.personId}::text, ${input.personName}::text, ${input.reason}::text,
      ${input.now}::timestamptz from withdrawn
    returning id
  )
  select r.id as decision_id, w.reference, w.event_draft ->> 'title' as title, o.contact_name, o.email
  from withdrawn w
  cross join recorded r
  join organisations o on o.id = w.organisation_id`

/** How it stands, and the last decision on it, if there is one. */
export const readStatus = (sql: SqlRunner, { applicationId }: { applicationId: string }) => sql<StatusRow[]>`
  select a.status, a.revision, a.withdrawn_at is not null as is_withdrawn, d.decision, d.decided_by_name, d.decided_at
  from applications a
  left join lateral (
    select decision, decided_by_name, decided_at from application_decisions where application_id = a.id order by id desc limit 1
  ) d on true
  where a.id = ${applicationId}::uuid`

export const lockApplication = (sql: SqlRunner, { applicationId }: { applicationId: string }) => sql<LockedRow[]>`
  select a.id, a.reference, a.status, a.withdrawn_at is not null as is_withdrawn, a.assigned_to, p.name as assigned_name,
    a.event_draft ->> 'title' as title,
    o.contact_name, o.email
  from applications a
  join organisations o on o.id = a.organisation_id
  left join people p on p.id = a.assigned_to
  where a.id = ${applicationId}::uuid
  for update of a`

/** The organisation behind it, locked until the transaction ends. */
export const lockOrganisation = (sql: SqlRunner, { applicationId }: { applicationId: string }) => sql<
  { id: string; email: string; contact_name: string }[]
>`
  select id, email, contact_name from organisations
  where id = (select organisation_id from applications where id = ${applicationId}::uuid)
  for update`

/**
 * Links that were mailed to the old address and not used yet open nothing more.
 * @param input.email its address from now on
 */
export const correctOrganisationAddress = (
  sql: SqlRunner,
  { organisationId, email, now }: { organisationId: string; email: string; now: string },
) => sql<Record<string, never>[]>`
  with corrected as (
    update organisations set email = ${email}::text, updated_at = ${now}::timestamptz
      where id = ${organisationId}::uuid returning id
  ), own as (
    select a.id from applications a join corrected on corrected.id = a.organisation_id
  ), links as (
    delete from access_links where application_id in (select id from own) and used_at is null
  )
  delete from application_questions where application_id in (select id from own) and answered_at is null`

export const assignApplication = (
  sql: SqlRunner,
  { applicationId, personId }: { applicationId: string; personId: string | null },
) => sql<Record<string, never>[]>`
  update applications set assigned_to = ${personId}::text where id = ${applicationId}::uuid`

/** Its checkout is open again. No row when it was. */
export const openCheckout = (sql: SqlRunner, { applicationId }: { applicationId: string }) => sql<{ id: string }[]>`
  update applications set checkout_closed_at = null where id = ${applicationId}::uuid
    and checkout_closed_at is not null returning id`

/** The domains that reviewers have confirmed for it. */
export const listDomainConfirmations = (sql: SqlRunner, { companyKey }: { companyKey: string }) => sql<
  { domain: string; confirmed_by_name: string; confirmed_at: string }[]
>`
  select domain, confirmed_by_name, confirmed_at from company_domains where company_key = ${companyKey}::text
    order by confirmed_at`
