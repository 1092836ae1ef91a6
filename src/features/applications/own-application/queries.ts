import type { CamelSql } from '#database/camel.ts'
import type { ApplicationStatus } from '#domain/application-facts.ts'
import type { CompanyCheck } from '#domain/company-check.ts'
import type { EventDraft } from '#features/applications/schema.ts'

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
  factsChangedAt: string | null
  withdrawnAt: string | null
  /** When a person first reviewed it, since its facts changed. */
  reviewedAt: string | null
  /** When anything was first paid for it. */
  paidAt: string | null
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

/** Nobody has to look at the sample any more. */
export const deleteOpenSample = (sql: CamelSql, { applicationId }: { applicationId: string }) => sql<
  Record<string, never>[]
>`
  delete from application_samples where application_id = ${applicationId}::uuid and looked_at is null`
