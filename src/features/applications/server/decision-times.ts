import type { SqlRunner } from '#database/sql.ts'
import type { Instant } from '#domain/formats.ts'

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
