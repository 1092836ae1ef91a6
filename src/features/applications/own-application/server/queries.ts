import { asJson, type SqlRunner } from '#database/sql.ts'
import type { ApplicationFacts, ApplicationStatus } from '#domain/application-facts.ts'
import type { BounceKind } from '#domain/bounces.ts'
import type { CompanyCheck } from '#domain/company-check.ts'
import type { EventDraft, Organisation } from '#features/applications/schema.ts'

export type OwnRow = ApplicationFacts & {
  id: string
  reference: string
  title: string
  organisation: string
  email: string
  /** Why its address gets no emails; null where it does. */
  suppression: BounceKind | null
  submitted_at: string
  confirmed_at: string | null
  decision: 'approved' | 'rejected' | null
  decided_at: string | null
  is_by_registry: boolean | null
  /** Why it was decided so. */
  decision_reason: string | null
  is_asked: boolean
  paid_at: string | null
  published_at: string | null
  evidence_at: string | null
  assessment_decided_at: string | null
  answer_until: string | null
}

/** An application with what tells how far it has come, and when. */
export const readOwn = (sql: SqlRunner, { applicationId }: { applicationId: string }) => sql<OwnRow[]>`
  select a.id, a.reference, a.event_draft ->> 'title' as title, o.name as organisation, o.email, x.cause as suppression,
    a.submitted_at, f.status, f.is_withdrawn, f.is_listing_paid, f.is_waiting, f.is_checkout_closed, f.register_status, f.assessment,
    f.event_day,
    c.confirmed_at, d.decision, d.decided_at, d.is_by_registry, d.reason as decision_reason,
    exists (
      select from application_questions as q
      where q.application_id = a.id and q.answered_at is null and q.expires_at > now()
    ) as is_asked,
    (
      select min(r.paid_at) from orders as r
      where r.application_id = a.id and r.type = 'listing' and r.status in ('paid', 'disputed', 'cancelled')
    ) as paid_at,
    e.published_at,
    (select max(uploaded_at) from evidence_files as v where v.application_id = a.id) as evidence_at,
    s.decided_at as assessment_decided_at, s.answer_until
  from applications as a
  join application_facts as f on f.application_id = a.id
  join organisations as o on o.id = a.organisation_id
  left join confirmed_addresses as c on c.email = lower(o.email)
  left join suppressed_addresses as x on x.email = lower(o.email) and x.lifted_at is null
  left join register_entries as e on e.application_id = a.id
  left join lateral (
    select decision, decided_at, decided_by is null as is_by_registry, reason from application_decisions
    where application_id = a.id and decision in ('approved', 'rejected') order by id desc limit 1
  ) as d on d.decision = a.status
  left join lateral (
    select decided_at, answer_until from assessments where application_id = a.id order by opened_at desc, id desc limit 1
  ) as s on true
  where a.id = ${applicationId}::uuid`

/** What the applicant has corrected, oldest first. */
export const listChanges = (sql: SqlRunner, { applicationId }: { applicationId: string }) => sql<
  { at: string; lines: string }[]
>`
  select written_at as at, text as lines from application_remarks
  where application_id = ${applicationId}::uuid and kind = 'changed'
  order by id`

/** Of the assessment that has refused it: the reason of the decision, and the criteria that are not met, in their order. */
export const findRefusal = (sql: SqlRunner, { applicationId }: { applicationId: string }) => sql<
  { decided_at: string; reason: string; unmet: { name: string; reason: string }[] }[]
>`
  select s.decided_at,
    coalesce(
      (select reason from assessment_steps where assessment_id = s.id and step = 'decided' order by id desc limit 1), ''
    ) as reason,
    coalesce((
      select json_agg(json_build_object('name', asked.criterion ->> 'name', 'reason', j.reason) order by asked.place)
      from criteria_versions as v
      cross join jsonb_array_elements(v.criteria) with ordinality as asked (criterion, place)
      join assessment_criteria as j on j.assessment_id = s.id and j.criterion_id = asked.criterion ->> 'id'
      where v.version = s.criteria_version and j.verdict = 'not-met'
    ), '[]') as unmet
  from assessments as s
  join appealable_decisions as d on d.assessment_id = s.id
  where d.application_id = ${applicationId}::uuid`

export type ProposalRow = {
  lines: string
  state: 'open' | 'accepted' | 'refused'
  proposed_at: string
  decided_at: string | null
  reason: string
}

/** What its applicant has proposed last. */
export const findProposal = (sql: SqlRunner, { applicationId }: { applicationId: string }) => sql<ProposalRow[]>`
  select changes as lines, state, proposed_at, decided_at, reason from proposed_changes
  where application_id = ${applicationId}::uuid
  order by proposed_at desc limit 1`

/** Held until the transaction ends: whoever decides, pays or assesses takes this lock as well. */
export const lockOwn = (sql: SqlRunner, { applicationId }: { applicationId: string }) => sql<{ id: string }[]>`
  select id from applications where id = ${applicationId}::uuid for update`

export type ChangeableRow = {
  reference: string
  status: ApplicationStatus
  revision: number
  organisation_id: string
  event_draft: EventDraft
  company_check: CompanyCheck
  /** Since when what its approval was about has changed, and nobody has decided again. */
  facts_changed_at: string | null
  withdrawn_at: string | null
  /** When somebody of the admin area first did something with it, as it has been since its facts changed. */
  reviewed_at: string | null
  /** When something was first paid for it. */
  paid_at: string | null
  /** Its organisation has applied for another event as well. */
  is_shared: boolean
}

/** What decides whether its applicant may still correct or withdraw an application. Read after `lockOwn`, by a statement of its own. */
export const readChangeable = (sql: SqlRunner, { applicationId }: { applicationId: string }) => sql<ChangeableRow[]>`
  select a.reference, a.status, a.revision, a.organisation_id, a.event_draft, a.company_check, a.facts_changed_at, a.withdrawn_at,
    (
      select min(at) from (
        select decided_at as at from application_decisions where application_id = a.id and decided_by is not null
        union all
        select written_at from application_remarks where application_id = a.id and author_id is not null
        union all
        select looked_at from application_samples where application_id = a.id
        union all
        select released_at from identity_releases where application_id = a.id
        union all
        select t.taken_at from assessments as s join assessment_steps as t on t.assessment_id = s.id
        where s.application_id = a.id and t.by_id is not null
        union all
        select j.judged_at from assessments as s join assessment_criteria as j on j.assessment_id = s.id
        where s.application_id = a.id
      ) as reviews
      where a.facts_changed_at is null or at > a.facts_changed_at
    ) as reviewed_at,
    (
      select min(coalesce(paid_at, created_at)) from orders
      where application_id = a.id and status not in ('pending', 'expired', 'failed')
    ) as paid_at,
    exists (select from applications as b where b.organisation_id = a.organisation_id and b.id <> a.id) as is_shared
  from applications as a
  where a.id = ${applicationId}::uuid`

export const correctApplication = (
  sql: SqlRunner,
  input: {
    applicationId: string
    status: string
    eventDraft: EventDraft
    companyCheck: CompanyCheck
    factsChangedAt: string | null
    now: string
  },
) => sql<Record<string, never>[]>`
  update applications
  set status = ${input.status}::text, event_draft = ${asJson(input.eventDraft)}::jsonb,
    company_check = ${asJson(input.companyCheck)}::jsonb, facts_changed_at = ${input.factsChangedAt}::timestamptz, revision = revision + 1, updated_at = ${input.now}::timestamptz
  where id = ${input.applicationId}::uuid`

export const correctOrganisation = (
  sql: SqlRunner,
  { id, organisation, now }: { id: string; organisation: Organisation; now: string },
) => sql<Record<string, never>[]>`
  update organisations
  set name = ${organisation.name}::text, trading_name = nullif(${organisation.tradingName}::text, ''),
    contact_name = ${organisation.contactName}::text, email = ${organisation.email}::text, phone = ${organisation.phone}::text,
    website = nullif(${organisation.website}::text, ''), company_no = nullif(${organisation.companyNo}::text, ''),
    updated_at = ${now}::timestamptz
  where id = ${id}::uuid`

/** Links that were mailed to an address which it no longer has, and that nobody has used, open nothing more. */
export const deleteUnusedLinks = (sql: SqlRunner, { applicationId }: { applicationId: string }) => sql<
  Record<string, never>[]
>`
  delete from access_links where application_id = ${applicationId}::uuid and used_at is null`

/** A correction, in the history of the application. */
export const addChange = (
  sql: SqlRunner,
  { applicationId, text, now }: { applicationId: string; text: string; now: string },
) => sql<Record<string, never>[]>`
  insert into application_remarks (application_id, kind, text, written_at)
  values (${applicationId}::uuid, 'changed', ${text}::text, ${now}::timestamptz)`

/** The approval ends, because it was given for something else. @param input.by what ended it. */
export const addApprovalEnd = (
  sql: SqlRunner,
  { applicationId, by, reason, now }: { applicationId: string; by: string; reason: string; now: string },
) => sql<Record<string, never>[]>`
  insert into application_decisions (application_id, decision, decided_by, decided_by_name, reason, decided_at)
  values (${applicationId}::uuid, 'withdrawn', null, ${by}::text, ${reason}::text, ${now}::timestamptz)`

/** Nobody has to look at a sample of it any more. */
export const deleteOpenSample = (sql: SqlRunner, { applicationId }: { applicationId: string }) => sql<
  Record<string, never>[]
>`
  delete from application_samples where application_id = ${applicationId}::uuid and looked_at is null`

/** With its line in the record of decisions. The row is what the applicant is told of. */
export const withdrawOwn = (
  sql: SqlRunner,
  { applicationId, reason, now }: { applicationId: string; reason: string | null; now: string },
) => sql<{ reference: string; title: string; contact_name: string; email: string }[]>`
  with withdrawn as (
    update applications
    set status = 'submitted', withdrawn_at = ${now}::timestamptz, copy_waits = false, updated_at = ${now}::timestamptz
    where id = ${applicationId}::uuid
    returning id, reference, organisation_id, event_draft
  ), recorded as (
    insert into application_decisions (application_id, decision, decided_by, decided_by_name, reason, decided_at)
    select id, 'withdrawn-by-applicant', null, 'the applicant', ${reason}::text, ${now}::timestamptz from withdrawn
  )
  select w.reference, w.event_draft ->> 'title' as title, o.contact_name, o.email
  from withdrawn as w join organisations as o on o.id = w.organisation_id`
