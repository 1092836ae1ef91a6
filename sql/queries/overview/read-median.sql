-- $1 first day, $2 last day, in London: the median hours from submission to a person's decision, and how many there were.
select
  (percentile_cont(0.5) within group (order by extract(epoch from decided_at - a.submitted_at) / 3600))::float8 as hours,
  count(*) as decisions
from application_decisions
join applications a on a.id = application_id
where decided_by is not null and decision <> 'withdrawn'
  and decided_at >= $1::date::timestamp at time zone 'Europe/London'
  and decided_at < ($2::date + 1)::timestamp at time zone 'Europe/London'
