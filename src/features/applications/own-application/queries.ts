import type { CamelSql } from '#database/camel.ts'
import type { SqlRunner } from '#database/sql.ts'
import type { ApplicationFacts, ApplicationStatus } from '#domain/application-facts.ts'
import type { PossibleLevel } from '#domain/assurance.ts'
import type { BounceKind } from '#domain/bounces.ts'
import type { CompanyCheck } from '#domain/company.ts'
import type { Instant } from '#domain/formats.ts'
import { isUuid } from '#domain/is-uuid.ts'
import { confirmationDue, confirmedUntil } from '#domain/listing-term.ts'
import type { EventDraft } from '#features/applications/schema.ts'
import type { Write } from '#page/command.ts'
import type { Services } from '#requests/services.ts'
import type { Visitor } from '#requests/visitor.ts'
import { type Failure, failure } from '#wire/failure.ts'

/** Decisions, payments and assessments take this lock as well. */
export const lockApplication = (sql: CamelSql, { applicationId }: { applicationId: string }) => sql<{ id: string }[]>`
  select id from applications where id = ${applicationId}::uuid for update`

export type ChangeableRow = {
  reference: string
  status: ApplicationStatus
  revision: number
  organisationId: string
  eventDraft: EventDraft
  companyCheck: CompanyCheck
  /** What its approval was about has changed, and nobody has decided again. */
  factsChangedAt: Instant | null
  withdrawnAt: Instant | null
  /** When a person first reviewed it, since its facts changed. */
  reviewedAt: Instant | null
  /** When anything was first paid for it. */
  paidAt: Instant | null
  /** Its organisation has another application. */
  isShared: boolean
}

/** What decides whether its applicant may change it: read it after `lockApplication`, by a statement of its own. */
export const readChangeable = (sql: CamelSql, { applicationId }: { applicationId: string }) => sql<ChangeableRow[]>`
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

/** Null for a browser that may not act for it, and where there is none. */
export async function findChangeable(
  sql: CamelSql,
  visitor: Visitor,
  applicationId: string,
): Promise<ChangeableRow | null> {
  const isOwn = isUuid(applicationId) && (await visitor.isOwnerOf(applicationId))
  const [row] = isOwn ? await readChangeable(sql, { applicationId }) : []
  return row ?? null
}

/** What a command of the applicant is given, by a form and by a call. */
export type OwnCall<Input, Value> = {
  input: Input
  visitor: Visitor
  sql: CamelSql & { raw: SqlRunner }
  write: Write<Value>
  now: Instant
  services: Services
}

/** Nobody of the admin area changes an application here: what they change is logged elsewhere. */
export async function asApplicant<Done>(
  visitor: Visitor,
  id: string,
  work: () => Promise<Done>,
): Promise<Done | Failure> {
  if (await visitor.isOwnerOf(id)) return await work()
  return failure('forbidden', 'Only the browser that applied can change this application.')
}

/** Nobody has to look at the sample any more. */
export const deleteOpenSample = (sql: CamelSql, { applicationId }: { applicationId: string }) => sql<
  Record<string, never>[]
>`
  delete from application_samples where application_id = ${applicationId}::uuid and looked_at is null`

export type OwnRow = ApplicationFacts &
  PossibleLevel & {
    id: string
    reference: string
    title: string
    organisation: string
    email: string
    suppression: BounceKind | null
    submittedAt: Instant
    /** Of its applicant's address. */
    confirmedAt: Instant | null
    vatNumber: string | null
    decision: 'approved' | 'rejected' | null
    decidedAt: Instant | null
    isByRegistry: boolean | null
    decisionReason: string | null
    isAsked: boolean
    paidAt: Instant | null
    publishedAt: Instant | null
    hasCustomer: boolean
    entryId: string | null
    number: string | null
    slug: string | null
    validUntil: Instant | null
    evidenceAt: Instant | null
    assessmentDecidedAt: Instant | null
    answerUntil: Instant | null
  }

export const findOwn = (sql: CamelSql, { applicationId }: { applicationId: string }) => sql<OwnRow[]>`
  select a.id, a.reference, a.event_draft ->> 'title' as title, o.name as organisation, o.email, x.cause as suppression,
    a.submitted_at, f.status, f.is_withdrawn, f.is_listing_paid, f.is_waiting, f.is_checkout_closed,
    f.register_status, f.assessment, f.event_day, f.lapsed_on, c.confirmed_at, o.vat_number, d.decision, d.decided_at,
    d.is_by_registry, d.reason as decision_reason,
    exists (
      select from application_questions as q
      where q.application_id = a.id and q.answered_at is null and q.expires_at > now()
    ) as is_asked,
    (
      select min(r.paid_at) from orders as r
      where r.application_id = a.id and r.type = 'listing' and r.status in ('paid', 'disputed', 'cancelled')
    ) as paid_at,
    e.published_at, o.stripe_customer_id is not null as has_customer, e.id as entry_id, e.number, e.slug, e.valid_until, e.assurance,
    e.assured_on,
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

/** The term whose facts are to be confirmed now. `isStopped`: its renewal, because nobody had confirmed. */
export async function findConfirmation(
  sql: CamelSql,
  applicationId: string,
  { on, isStopped }: { on: Instant; isStopped: boolean },
  now: Date,
) {
  const [row] = await sql<
    { coversUntil: Instant; dueAt: Instant; confirmedAt: Instant | null; stoppedAt: Instant | null }[]
  >`
    select covers_until, due_at, confirmed_at, stopped_at from renewal_confirmations
    where application_id = ${applicationId}::uuid and (covers_until = ${on}::timestamptz or confirmed_at is null)
    order by confirmed_at is null desc, covers_until desc
    limit 1`
  if (!row)
    return isStopped || on > confirmedUntil(now)
      ? null
      : { coversUntil: on, dueAt: confirmationDue(on, now), isStopped: false }
  if (row.confirmedAt) return null
  return { coversUntil: row.coversUntil, dueAt: row.dueAt, isStopped: isStopped && row.stoppedAt !== null }
}
