import type { SqlRunner } from '#database/sql.ts'
import type { Work } from '../rules.ts'

export type DecisionTimesRow = {
  /** The week's Monday in London, YYYY-MM-DD; null for the whole time. */
  week: string | null
  decisions: number
  /** Hours from the beginning to the decision: of half of them at most, and of nine in ten. Null without a decision. */
  median_hours: number | null
  ninth_hours: number | null
}

/**
 * How long people took to decide on applications, from the submission, by week and as a whole. What the registry's confirmation approves
 * takes no time and is left out.
 * @param input.last last day, in London
 */
export const listReviewTimes = (sql: SqlRunner, { first, last }: { first: string; last: string }) => sql<
  DecisionTimesRow[]
>`
  with decided as (
    select date_trunc('week', decided_at at time zone 'Europe/London')::date as week,
      extract(epoch from decided_at - a.submitted_at) / 3600 as hours
    from application_decisions
    join applications as a on a.id = application_id
    where decided_by is not null and decision <> 'withdrawn'
      and decided_at >= ${first}::date::timestamp at time zone 'Europe/London'
      and decided_at < (${last}::date + 1)::timestamp at time zone 'Europe/London'
  )
  select week, count(*) as decisions, percentile_cont(0.5) within group (order by hours)::float8 as median_hours,
    percentile_cont(0.9) within group (order by hours)::float8 as ninth_hours
  from decided
  group by grouping sets ((week), ())
  order by week`

/** The same of assessments, from their beginning. */
export const listAssessmentTimes = (sql: SqlRunner, { first, last }: { first: string; last: string }) => sql<
  DecisionTimesRow[]
>`
  with decided as (
    select date_trunc('week', decided_at at time zone 'Europe/London')::date as week,
      extract(epoch from decided_at - opened_at) / 3600 as hours
    from assessments
    where decided_at >= ${first}::date::timestamp at time zone 'Europe/London'
      and decided_at < (${last}::date + 1)::timestamp at time zone 'Europe/London'
  )
  select week, count(*) as decisions, percentile_cont(0.5) within group (order by hours)::float8 as median_hours,
    percentile_cont(0.9) within group (order by hours)::float8 as ninth_hours
  from decided
  group by grouping sets ((week), ())
  order by week`

export type WaitingRow = {
  work: Work
  open: number
  /** How many of them by the days that they have waited: under 2, 2 to 4, 5 to 9, 10 to 29, 30 and more. */
  days_0: number
  days_2: number
  days_5: number
  days_10: number
  days_30: number
  oldest: string
}

/** What is open at this moment and for how long it has been, by kind of work; kinds of which nothing is open have no row. */
export const listWaiting = (sql: SqlRunner, { now }: { now: string }) => sql<WaitingRow[]>`
  with waiting (work, since) as (
    select 'applications', submitted_at from applications where status = 'submitted' and withdrawn_at is null
    union all
    select 'identity', waits_since from orders where waits_since is not null
    union all
    select 'sampled', chosen_at from application_samples where looked_at is null
    union all
    select 'changes', p.proposed_at from proposed_changes as p join applications as a on a.id = p.application_id
    where p.state = 'open' and a.status = 'approved' and a.withdrawn_at is null
    union all
    select 'documents', c.state_at
    from assessment_criteria as c join assessments as s on s.id = c.assessment_id
    join applications as a on a.id = s.application_id
    where c.state = 'received' and s.status <> 'decided' and a.withdrawn_at is null
    union all
    -- Without an application that was rejected or withdrawn: there is nothing to assess.
    select 'assessments', s.opened_at
    from assessments as s join applications as a on a.id = s.application_id
    where s.status = 'open' and a.status <> 'rejected' and a.withdrawn_at is null
    union all
    select s.status, coalesce(
      (select max(taken_at) from assessment_steps as t where t.assessment_id = s.id and t.step <> 'voted'), s.opened_at)
    from assessments as s where s.status in ('proposed', 'panel', 'notice')
    union all
    select 'conditions', (due_on + 1)::timestamp at time zone 'Europe/London'
    from assessment_conditions where met_at is null and due_on < (${now}::timestamptz at time zone 'Europe/London')::date
    union all
    select 'letters', arrived_at from submissions where state = 'new'
    union all
    select 'complaints', received_at from complaints where closed_at is null
    union all
    select 'concerns', received_at from concerns where settled_at is null
  ),
  aged as (
    select work, since, extract(epoch from ${now}::timestamptz - since) / 86400 as days from waiting
  )
  select work, count(*) as open,
    count(*) filter (where days < 2) as days_0,
    count(*) filter (where days >= 2 and days < 5) as days_2,
    count(*) filter (where days >= 5 and days < 10) as days_5,
    count(*) filter (where days >= 10 and days < 30) as days_10,
    count(*) filter (where days >= 30) as days_30,
    min(since) as oldest
  from aged
  group by work`

export type VerdictsRow = {
  criterion_id: string
  /** As the latest version that has it calls it. */
  name: string
  verdicts: number
  conditions: number
  not_met: number
}

/**
 * The verdicts of a time by criterion, those that fail most first. What does not apply is left out.
 * @param input.last last day, in London
 */
export const listVerdicts = (sql: SqlRunner, { first, last }: { first: string; last: string }) => sql<VerdictsRow[]>`
  with judged as (
    select criterion_id, count(*) as verdicts, count(*) filter (where verdict = 'met-with-condition') as conditions,
      count(*) filter (where verdict = 'not-met') as not_met
    from assessment_criteria
    where verdict <> 'not-applicable'
      and judged_at >= ${first}::date::timestamp at time zone 'Europe/London'
      and judged_at < (${last}::date + 1)::timestamp at time zone 'Europe/London'
    group by criterion_id
  ),
  named as (
    select distinct on (criterion ->> 'id') criterion ->> 'id' as id, criterion ->> 'name' as name
    from criteria_versions, jsonb_array_elements(criteria) as criterion
    order by criterion ->> 'id', version desc
  )
  select criterion_id, coalesce(name, criterion_id) as name, verdicts, conditions, not_met
  from judged left join named on named.id = criterion_id
  order by (conditions + not_met)::float8 / verdicts desc, verdicts desc, criterion_id`
