import type { CamelSql } from '#database/camel.ts'
import type { PossibleLevel } from '#domain/assurance.ts'
import type { Day, Instant } from '#domain/formats.ts'
import type { RegisterStatus } from '#domain/register-status.ts'

export type Holder = PossibleLevel & {
  applicationId: string
  reference: string
  title: string
  contactName: string
  email: string
  number: string | null
  registerStatus: RegisterStatus | null
}

export const findHolder = (sql: CamelSql, { applicationId }: { applicationId: string }) => sql<Holder[]>`
  select a.id as application_id, a.reference, coalesce(a.event_draft ->> 'title', a.reference) as title, o.contact_name, o.email,
    r.number, register_status(r.status, r.valid_until) as register_status, r.assurance, r.assured_on
  from applications as a
  join organisations as o on o.id = a.organisation_id
  left join register_entries as r on r.application_id = a.id
  where a.id = ${applicationId}::uuid`

/** Opens the assessment that follows a decided one; no id where one is open already, or the last one ended with a refusal. */
export const openFollower = (sql: CamelSql, { applicationId, now }: { applicationId: string; now: Instant }) => sql<
  { id: string | null }[]
>`
  select open_renewal(${applicationId}::uuid, ${now}::timestamptz) as id
  where 'refuse' <> all (
    select outcome from assessments where application_id = ${applicationId}::uuid and status = 'decided'
    order by opened_at desc, decided_at desc limit 1
  )`

/** In every open assessment, what was accepted and has expired is wanted again. */
export const askAgain = (sql: CamelSql, { today }: { today: Day }) => sql<{ criterionId: string }[]>`
  update assessment_criteria as c
  set state = 'wanted', state_at = now(), verdict = null, score = null, revision = c.revision + 1,
    state_reason = 'The last day of your document was ' || to_char(e.last_day, 'FMDD FMMonth YYYY')
      || '. Send a new one.'
  from assessments as a
  join accepted_evidence as e on e.application_id = a.application_id
  where a.id = c.assessment_id and a.status <> 'decided' and e.criterion_id = c.criterion_id and c.state = 'accepted'
    and e.last_day < ${today}::date
  returning c.criterion_id`
