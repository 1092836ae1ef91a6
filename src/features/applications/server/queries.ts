import type { SqlRunner } from '#database/sql.ts'
import type { Instant } from '#domain/formats.ts'
import type { EventDraft, Organisation } from '#features/applications/schema.ts'

export type OrganisationRow = Organisation & { id: string }

export type ApplicationRow = {
  id: string
  reference: string
  status: string
  createdAt: Instant
  organisationId: string
  eventDraft: EventDraft
}

const organisations = (sql: SqlRunner) => sql`
  select id, name, coalesce(trading_name, '') as "tradingName", contact_name as "contactName", email, phone,
    coalesce(website, '') as website, coalesce(company_no, '') as "companyNo"
  from organisations`

export const findOrganisation = (sql: SqlRunner, { id }: { id: string }) => sql<OrganisationRow[]>`
  ${organisations(sql)} where id = ${id}::uuid`

/** Locked, so that it is corrected before or not at all. */
export const lockOrganisation = (sql: SqlRunner, { id }: { id: string }) => sql<OrganisationRow[]>`
  ${organisations(sql)} where id = ${id}::uuid for update`

export const insertRegistryApproval = (
  sql: SqlRunner,
  { applicationId, reason }: { applicationId: string; reason: string },
) => sql<Record<string, never>[]>`
  insert into application_decisions (application_id, decision, decided_by, decided_by_name, reason)
  values (${applicationId}::uuid, 'approved', null, 'Company registry check', ${reason}::text)`

export type Period = { from: Instant; until: Instant }

/** By people: the registry's confirmation approves at once and would hide how long people take. */
export const medianToDecision = (sql: SqlRunner, { from, until }: Period) => sql<
  { days: number | null; cases: number }[]
>`
  select (percentile_cont(0.5) within group (order by extract(epoch from d.decided_at - a.submitted_at) / 86400))::float8 as days,
    count(*) as cases
  from application_decisions as d
  join applications as a on a.id = d.application_id
  where d.decided_at >= ${from}::timestamptz and d.decided_at < ${until}::timestamptz and d.decided_by is not null
    and not exists (select from application_decisions as e where e.application_id = d.application_id and e.id < d.id)`

export const medianToAssessment = (sql: SqlRunner, { from, until }: Period) => sql<
  { days: number | null; cases: number }[]
>`
  select (percentile_cont(0.5) within group (order by extract(epoch from s.decided_at - a.submitted_at) / 86400))::float8 as days,
    count(*) as cases
  from assessments as s
  join applications as a on a.id = s.application_id
  where s.decided_at >= ${from}::timestamptz and s.decided_at < ${until}::timestamptz and s.kind = 'first'`
