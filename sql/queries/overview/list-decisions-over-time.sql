-- $1 first day, $2 last day, $3 'day' or 'week' (from Monday), in London: what came in and what was decided, with the median hours
-- from submission to a person's decision. (The company registry decides at once, which would hide how long people take.)
with spans as (
  select day::date as day,
    day at time zone 'Europe/London' as begins,
    (day + ('1 ' || $3::text)::interval) at time zone 'Europe/London' as ends
  from generate_series(date_trunc($3::text, $1::date::timestamp), $2::date::timestamp, ('1 ' || $3::text)::interval) as day
)
select spans.day,
  (select count(*) from applications where submitted_at >= begins and submitted_at < ends) as submitted,
  d.approved, d.rejected, d.median_hours
from spans, lateral (
  select
    count(*) filter (where decision = 'approved') as approved,
    count(*) filter (where decision = 'rejected') as rejected,
    (percentile_cont(0.5) within group (order by extract(epoch from decided_at - a.submitted_at) / 3600)
      filter (where decided_by is not null))::float8 as median_hours
  from application_decisions
  join applications a on a.id = application_id
  where decided_at >= begins and decided_at < ends
) as d
order by spans.day
