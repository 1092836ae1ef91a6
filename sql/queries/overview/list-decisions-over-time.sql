-- $1 first day, $2 last day, $3 'day' or 'week' (from Monday), in London: what came in and what was decided, with the median hours
-- from submission to a person's decision. (The company registry decides at once, which would hide how long people take.) A first
-- week that begins before the first day is counted whole.
with period as (
  select date_trunc($3::text, $1::date::timestamp) as first, $2::date::timestamp as last
),
spans as (
  select day::date as day from period, generate_series(first, last, ('1 ' || $3::text)::interval) as day
),
came as (
  select date_trunc($3::text, submitted_at at time zone 'Europe/London')::date as day, count(*) as submitted
  from applications
  where submitted_at >= (select first at time zone 'Europe/London' from period)
    and submitted_at < (select (last + interval '1 day') at time zone 'Europe/London' from period)
  group by 1
),
decided as (
  select date_trunc($3::text, decided_at at time zone 'Europe/London')::date as day,
    count(*) filter (where decision = 'approved') as approved,
    count(*) filter (where decision = 'rejected') as rejected,
    (percentile_cont(0.5) within group (order by extract(epoch from decided_at - a.submitted_at) / 3600)
      filter (where decided_by is not null))::float8 as median_hours
  from application_decisions
  join applications a on a.id = application_id
  where decision <> 'withdrawn' and decided_at >= (select first at time zone 'Europe/London' from period)
    and decided_at < (select (last + interval '1 day') at time zone 'Europe/London' from period)
  group by 1
)
select spans.day, coalesce(submitted, 0) as submitted, coalesce(approved, 0) as approved, coalesce(rejected, 0) as rejected,
  median_hours
from spans
left join came on came.day = spans.day
left join decided on decided.day = spans.day
order by spans.day
