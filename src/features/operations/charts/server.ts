import type { CamelSql } from '#database/camel.ts'
import { dayAfter, mondayOf } from '#domain/calendar-day.ts'
import type { Day, Instant } from '#domain/formats.ts'
import { londonDay } from '#domain/london-time.ts'
import { carries } from '#domain/permissions.ts'
import { type Viewer, workOf } from '#features/operations/overview/queries.ts'
import { periods } from '#features/operations/overview/rules.ts'
import { type WorkName, workKind } from '#features/operations/overview/work.ts'
import { page } from '#page/page.ts'

/** In the order of the page. */
const chartedWork: readonly WorkName[] = [
  'applications',
  'identity',
  'sampled',
  'changes',
  'open',
  'evidence',
  'proposals',
  'panel',
  'notices',
  'conditions',
  'letters',
  'complaints',
  'concerns',
]

export const charts = page('charts', {
  load: async ({ query, visitor, sql, now }) => {
    const period = periods.find((days) => String(days) === query.get('days')) ?? 90
    const last = londonDay(new Date(now))
    const span = { first: dayAfter(last, 1 - period), last }
    const { id: personId, roles } = (await visitor.admin())!
    const works = chartedWork.filter((work) => carries(roles, workKind(work).permission))
    const [review, assessment, waiting, verdicts] = await Promise.all([
      listDecisionTimes(sql, 'applications', span),
      listDecisionTimes(sql, 'assessments', span),
      listWaiting(sql, { works, personId, now, today: last }),
      // Those that fail most come first. What does not apply is left out.
      sql<
        {
          criterionId: string
          /** In the latest version that has it. */
          name: string
          verdicts: number
          conditions: number
          notMet: number
        }[]
      >`
        with judged as (
          select criterion_id, count(*) as verdicts, count(*) filter (where verdict = 'met-with-condition') as conditions,
            count(*) filter (where verdict = 'not-met') as not_met
          from assessment_criteria
          where verdict <> 'not-applicable'
            and judged_at >= ${span.first}::date::timestamp at time zone 'Europe/London'
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
        order by (conditions + not_met)::float8 / verdicts desc, verdicts desc, criterion_id`,
    ])
    return {
      period,
      review: timesOf(review, span),
      assessment: timesOf(assessment, span),
      waiting: works.map((work) => {
        const { oldest = now, open = 0, ages = [0, 0, 0, 0, 0] } = waiting.find((row) => row.work === work) ?? {}
        const oldestDays = Math.max(0, Math.floor((Date.parse(now) - Date.parse(oldest)) / 86_400_000))
        return { work, open, ages, oldestDays }
      }),
      verdicts,
    }
  },
})

/** The last day included. */
type Span = { first: Day; last: Day }

type DecisionTimesRow = {
  /** Its Monday; null for the whole time. */
  week: Day | null
  decisions: number
  /** Half of the decisions, and nine in ten, took at most so many hours from the beginning. Null without a decision. */
  medianHours: number | null
  ninthHours: number | null
}

/**
 * Applications count from their submission, assessments from their beginning; the registry's approvals are left out.
 */
const listDecisionTimes = (sql: CamelSql, of: 'applications' | 'assessments', { first, last }: Span) => {
  const decisions =
    of === 'applications'
      ? sql`
        select decided_at, submitted_at as begun_at
        from application_decisions join applications as a on a.id = application_id
        where decided_by is not null and decision <> 'withdrawn'`
      : sql`select decided_at, opened_at as begun_at from assessments where true`
  return sql<DecisionTimesRow[]>`
    with decisions as (
      ${decisions}
        and decided_at >= ${first}::date::timestamp at time zone 'Europe/London'
        and decided_at < (${last}::date + 1)::timestamp at time zone 'Europe/London'
    ),
    decided as (
      select date_trunc('week', decided_at at time zone 'Europe/London')::date as week,
        extract(epoch from decided_at - begun_at) / 3600 as hours
      from decisions
    )
    select week, count(*) as decisions, percentile_cont(0.5) within group (order by hours)::float8 as median_hours,
      percentile_cont(0.9) within group (order by hours)::float8 as ninth_hours
    from decided
    group by grouping sets ((week), ())
    order by week`
}

/** A week without a decision has an entry, too. */
function timesOf(rows: DecisionTimesRow[], { first, last }: Span) {
  const none = { decisions: 0, medianHours: null, ninthHours: null }
  const weeks: (DecisionTimesRow & { week: Day })[] = []
  for (let week = mondayOf(first); week <= last; week = dayAfter(week, 7)) {
    weeks.push({ ...none, ...rows.find((row) => row.week === week), week })
  }
  const whole: DecisionTimesRow = rows.find(({ week }) => week === null) ?? { week: null, ...none }
  return { weeks, whole }
}

type WaitingRow = {
  work: WorkName
  open: number
  /** In the order of `ageBands`. */
  ages: number[]
  oldest: Instant
}

/** Kinds of work of which nothing is open have no row. */
export const listWaiting = (sql: CamelSql, { works, ...viewer }: Viewer & { works: readonly WorkName[] }) => sql<
  WaitingRow[]
>`
  with aged as (
    select work, since, extract(epoch from ${viewer.now}::timestamptz - since) / 86400 as days
    from (${workOf(sql, works, viewer)}) as w
  )
  select work, count(*) as open,
    array[
      count(*) filter (where days < 2),
      count(*) filter (where days >= 2 and days < 5),
      count(*) filter (where days >= 5 and days < 10),
      count(*) filter (where days >= 10 and days < 30),
      count(*) filter (where days >= 30)
    ]::integer[] as ages,
    min(since) as oldest
  from aged
  group by work`
