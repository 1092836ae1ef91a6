-- $1 first day, $2 last day, in London: from the first page to a paid listing.
with span as (
  select $1::date::timestamp at time zone 'Europe/London' as begins,
    ($2::date + 1)::timestamp at time zone 'Europe/London' as ends
),
visits as (
  select page, sum(visits)::bigint as visits from daily_visits where day between $1::date and $2::date group by page
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
   where paid_at >= begins and paid_at < ends and type = 'listing') as paid
