import type { SqlRunner } from '#database/sql.ts'

export type WaitingRow = {
  applications: number
  oldest_application: string | null
  /** Paid listings that wait until it is known who applies. */
  unproven: number
  /** Approved, sampled and not looked at. */
  sampled: number
  /** Proposed changes of applications. */
  proposed: number
  /** Assessments in which accepted evidence has run out and nothing has followed it yet. */
  expired: number
  letters: number
  complaints: number
  concerns: number
  /** Of those, taken up by nobody in the promised time. */
  late_concerns: number
  appeals: number
  discrepancies: number
  disputes: number
  /** The first day by which one has to be answered. */
  dispute_due_by: string | null
  failed_mails: number
  failed_jobs: number
}

export type FunnelRow = {
  home: number
  apply: number
  submitted: number
  approved: number
  checkout: number
  paid: number
}

export type DecisionsRow = {
  /** First day of the span, YYYY-MM-DD. */
  day: string
  submitted: number
  approved: number
  rejected: number
  median_hours: number | null
}

export type RevenueRow = {
  type: string
  payments: number
  paid_pence: number
  refunded_pence: number
  disputed_pence: number
}

/** Waiting for somebody of the admin. A job that is at its last attempt is not given up yet. */
export const countWaiting = (sql: SqlRunner, { today, now }: { today: string; now: string }) => sql<WaitingRow[]>`
  select
    (select count(*) from applications where status = 'submitted' and withdrawn_at is null) as applications,
    (select min(submitted_at) from applications where status = 'submitted' and withdrawn_at is null) as oldest_application,
    (select count(*) from orders where waits_since is not null) as unproven,
    (select count(*) from application_samples where looked_at is null) as sampled,
    (select count(*) from proposed_changes p join applications a on a.id = p.application_id
     where p.state = 'open' and a.status = 'approved' and a.withdrawn_at is null) as proposed,
    (select count(distinct s.id) from accepted_evidence e
     join assessments s on s.application_id = e.application_id and s.status <> 'decided'
     join assessment_criteria c on c.assessment_id = s.id and c.criterion_id = e.criterion_id
     where e.last_day < ${today}::date and c.state in ('wanted', 'more-needed')) as expired,
    (select count(*) from submissions where state = 'new') as letters,
    (select count(*) from complaints where closed_at is null) as complaints,
    (select count(*) from concerns where settled_at is null) as concerns,
    (select count(*) from concerns where state = 'received' and promised_at < ${now}::timestamptz) as late_concerns,
    (select count(*) from appeals where settled_at is null) as appeals,
    (select count(*) from payment_discrepancies where settled_at is null) as discrepancies,
    (select count(*) from order_disputes where ended_at is null) as disputes,
    (select min(due_by) from order_disputes where ended_at is null and status like '%needs_response') as dispute_due_by,
    (select count(*) from mails where state = 'failed') as failed_mails,
    (select count(*) from graphile_worker.jobs where attempts >= max_attempts and locked_at is null) as failed_jobs`

/**
 * From the first page to a paid listing.
 * @param input.last last day, in London
 */
export const readFunnel = (sql: SqlRunner, { first, last }: { first: string; last: string }) => sql<FunnelRow[]>`
  with span as (
    select ${first}::date::timestamp at time zone 'Europe/London' as begins,
      (${last}::date + 1)::timestamp at time zone 'Europe/London' as ends
  ),
  visits as (
    select page, sum(visits)::bigint as visits from daily_visits where day between ${first}::date
      and ${last}::date group by page
  )
  select
    coalesce((select visits from visits where page = 'home'), 0) as home,
    coalesce((select visits from visits where page = 'apply'), 0) as apply,
    (select count(*) from applications, span where submitted_at >= begins and submitted_at < ends) as submitted,
    -- Approved, withdrawn and approved again is one.
    (select count(distinct application_id) from application_decisions, span
     where decided_at >= begins and decided_at < ends and decision = 'approved') as approved,
    coalesce((select visits from visits where page = 'checkout'), 0) as checkout,
    (select count(*) from orders, span
     where paid_at >= begins and paid_at < ends and type = 'listing') as paid`

/**
 * What came in and what was decided, with the median hours from submission to a person's decision. (The company registry decides
 *   at once, which would hide how long people take.) A first week that begins before the first day is counted whole.
 * @param input.span 'day' or 'week' (from Monday), in London
 */
export const listDecisionsOverTime = (
  sql: SqlRunner,
  { first, last, span }: { first: string; last: string; span: 'day' | 'week' },
) => sql<DecisionsRow[]>`
  with period as (
    select date_trunc(${span}::text, ${first}::date::timestamp) as first, ${last}::date::timestamp as last
  ),
  spans as (
    select day::date as day from period, generate_series(first, last, ('1 ' || ${span}::text)::interval) as day
  ),
  came as (
    select date_trunc(${span}::text, submitted_at at time zone 'Europe/London')::date as day, count(*) as submitted
    from applications
    where submitted_at >= (select first at time zone 'Europe/London' from period)
      and submitted_at < (select (last + interval '1 day') at time zone 'Europe/London' from period)
    group by 1
  ),
  decided as (
    select date_trunc(${span}::text, decided_at at time zone 'Europe/London')::date as day,
      count(*) filter (where decision = 'approved') as approved,
      count(*) filter (where decision = 'rejected') as rejected,
      (percentile_cont(0.5) within group (order by extract(epoch from decided_at - a.submitted_at) / 3600)
        filter (where decided_by is not null))::float8 as median_hours
    from application_decisions
    join applications a on a.id = application_id
    where decision in ('approved', 'rejected') and decided_at >= (select first at time zone 'Europe/London' from period)
      and decided_at < (select (last + interval '1 day') at time zone 'Europe/London' from period)
    group by 1
  )
  select spans.day, coalesce(submitted, 0) as submitted, coalesce(approved, 0) as approved, coalesce(rejected, 0) as rejected,
    median_hours
  from spans
  left join came on came.day = spans.day
  left join decided on decided.day = spans.day
  order by spans.day`

/**
 * The median hours from submission to a person's decision, and how many there were.
 * @param input.last last day, in London
 */
export const readMedian = (sql: SqlRunner, { first, last }: { first: string; last: string }) => sql<
  { hours: number | null; decisions: number }[]
>`
  select
    (percentile_cont(0.5) within group (order by extract(epoch from decided_at - a.submitted_at) / 3600))::float8 as hours,
    count(*) as decisions
  from application_decisions
  join applications a on a.id = application_id
  where decided_by is not null and decision in ('approved', 'rejected')
    and decided_at >= ${first}::date::timestamp at time zone 'Europe/London'
    and decided_at < (${last}::date + 1)::timestamp at time zone 'Europe/London'`

/**
 * What was paid in the period by product, renewals too, and what went back or was disputed in it: each on its own day, whenever its
 * order was paid.
 * @param input.last last day, in London
 */
export const sumRevenue = (sql: SqlRunner, { first, last }: { first: string; last: string }) => sql<RevenueRow[]>`
  with span as (
    select ${first}::date::timestamp at time zone 'Europe/London' as begins,
      (${last}::date + 1)::timestamp at time zone 'Europe/London' as ends
  ),
  moved as (
    select type, 1 as payments, amount_pence as paid, 0 as refunded, 0 as disputed
    from order_payments, span where paid_at >= begins and paid_at < ends
    union all
    select o.type, 0, 0, r.amount_pence, 0
    from order_refunds r join orders o on o.id = r.order_id, span
    where r.state = 'succeeded' and r.discrepancy_id is null
      and coalesce(r.settled_at, r.requested_at) >= begins and coalesce(r.settled_at, r.requested_at) < ends
    union all
    select type, 0, 0, 0, amount_pence from order_dispute_amounts, span where opened_at >= begins and opened_at < ends
  )
  select type, sum(payments) as payments, sum(paid) as paid_pence, sum(refunded) as refunded_pence,
    sum(disputed) as disputed_pence
  from moved group by type`

/** Entries of the register by status. */
export const countRegister = (sql: SqlRunner) => sql<{ status: string; entries: number }[]>`
  select status, sum(entries)::bigint as entries from register_totals where scope = 'all' group by status`
