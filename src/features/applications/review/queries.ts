import type { CamelSql } from '#database/camel.ts'
import type { Admin } from '#domain/permissions.ts'
import type { SampleMatch } from '#features/applications/server/sample-application.ts'
import { reviewingRoles } from './rules.ts'

export const addRemark = (
  sql: CamelSql,
  input: {
    applicationId: string
    kind: 'note' | 'assigned' | 'asked' | 'answered'
    authorId: string | null
    authorName: string
    text: string
    now: string
  },
) => sql<{ id: number }[]>`
  insert into application_remarks (application_id, kind, author_id, author_name, text, written_at)
  values (${input.applicationId}::uuid, ${input.kind}::text, ${input.authorId}::text, ${input.authorName}::text,
    ${input.text}::text, ${input.now}::timestamptz)
  returning id`

export const lockApplication = (sql: CamelSql, { id }: { id: string }) => sql<
  {
    id: string
    reference: string
    status: string
    isWithdrawn: boolean
    assignedTo: string | null
    assignedName: string | null
    title: string
    contactName: string
    email: string
  }[]
>`
  select a.id, a.reference, a.status, a.withdrawn_at is not null as is_withdrawn, a.assigned_to, p.name as assigned_name,
    a.event_draft ->> 'title' as title, o.contact_name, o.email
  from applications a
  join organisations o on o.id = a.organisation_id
  left join people p on p.id = a.assigned_to
  where a.id = ${id}::uuid
  for update of a`

/** Those who may work on an application: nobody with a conflict of interest. */
export const listReviewersOf = (sql: CamelSql, { applicationId }: { applicationId: string }) => sql<
  { id: string; name: string; email: string }[]
>`
  select p.id, p.name, p.email from people as p
  where p.roles && ${reviewingRoles}::text[] and p.deactivated_at is null and not exists (
    select from conflicts_of_interest as c where c.application_id = ${applicationId}::uuid and c.person_id = p.id
  )
  order by lower(p.name), p.id`

/** `wrong`: something was paid, so the approval could not be withdrawn. */
export type SampleOutcome = 'fine' | 'wrong' | 'withdrawn'

export const findSample = (sql: CamelSql, { applicationId }: { applicationId: string }) => sql<
  {
    reason: 'share' | 'refused'
    /** Empty for one that was drawn. */
    matches: SampleMatch[]
    refusedApplicationId: string | null
    refusedReference: string | null
    /** Null until somebody has looked at it. */
    lookedAt: string | null
    outcome: SampleOutcome | null
    lookedAtByName: string
  }[]
>`
  select s.reason, s.matches, s.refused_application_id, r.reference as refused_reference, s.looked_at, s.outcome,
    s.looked_at_by_name
  from application_samples as s
  left join applications as r on r.id = s.refused_application_id
  where s.application_id = ${applicationId}::uuid`

/** No row where somebody has looked at it before, or it is not sampled. */
export const closeSample = (
  sql: CamelSql,
  { applicationId, outcome, admin, now }: { applicationId: string; outcome: SampleOutcome; admin: Admin; now: string },
) => sql<{ id: string }[]>`
  update application_samples set looked_at = ${now}::timestamptz, outcome = ${outcome}::text,
    looked_at_by = ${admin.id}::text, looked_at_by_name = ${admin.name}::text
  where application_id = ${applicationId}::uuid and looked_at is null
  returning application_id as id`

// Parts of statements on `incoming_mails as m`, for one reader.

/** In the case, and nobody has written since or said that it needs no answer. */
export const toAnswer = (sql: CamelSql, { id }: Pick<Admin, 'id'>) => sql`
  m.application_id is not null and m.settled_by_name is null and m.state = 'filed' and not m.is_automatic
  and not exists (
    select from mails s where s.application_id = m.application_id and s.author_name is not null and s.created_at > m.received_at
  ) and not exists (
    select from conflicts_of_interest x where x.application_id = m.application_id and x.person_id = ${id}::text
  )`

/** Those of which no case is known, and none is suggested that the reader has a conflict of interest in. @param isPutAway nobody has to add them to one. */
export const withoutCase = (sql: CamelSql, { id }: Pick<Admin, 'id'>, isPutAway = false) => sql`
  m.application_id is null and (m.settled_by_name is not null) = ${isPutAway}::boolean and not exists (
    select from conflicts_of_interest x where x.application_id = m.suggested_id and x.person_id = ${id}::text
  )`
