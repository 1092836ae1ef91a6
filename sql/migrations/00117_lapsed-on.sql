-- A listing that has lapsed comes back by paying for some time, also where its event is over.

create or replace view application_facts as
select
  a.id as application_id, a.status, a.checkout_closed_at is not null as is_checkout_closed,
  (select register_status(e.status, e.valid_until) from register_entries e where e.application_id = a.id) as register_status,
  exists (
    select from orders o where o.application_id = a.id and o.type = 'listing' and o.status in ('paid', 'disputed')
  ) as is_listing_paid,
  exists (
    select from orders o where o.application_id = a.id and o.waits_since is not null
      and (o.status = 'paid' or o.status = 'cancelled' and o.covers_until > now())
  ) as is_waiting,
  coalesce((
    select case when s.outcome = 'refuse' then 'refused' when s.outcome is not null then 'passed' else 'open' end
    from assessments s where s.application_id = a.id order by s.opened_at desc, s.id desc limit 1
  ), 'open') as assessment,
  a.withdrawn_at is not null as is_withdrawn,
  -- YYYY-MM-DD; null for a private service, and where none is given yet.
  case when a.event_draft ->> 'eventType' is distinct from 'private' then nullif(a.event_draft ->> 'date', '') end as event_day,
  -- The day in London on which a lapsed entry's listing ended: for some time after it comes back without a new application.
  (
    select (e.valid_until at time zone 'Europe/London')::date from register_entries e
    where e.application_id = a.id and register_status(e.status, e.valid_until) = 'lapsed'
  ) as lapsed_on
from applications a;
