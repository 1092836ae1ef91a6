-- What is decided on an application depends on the day of its event as well.

alter table applications
  -- Since when what its approval was about has changed, by its applicant: a reviewer decides again, the company register's word does not.
  add column facts_changed_at timestamptz;

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
  case when a.event_draft ->> 'eventType' is distinct from 'private' then nullif(a.event_draft ->> 'date', '') end as event_day
from applications a;

-- Who has declared a conflict of interest in any assessment of an application: it holds for everything of that application.
create view conflicts_of_interest as
select distinct c.application_id, s.by_id as person_id
from assessment_steps s join assessments c on c.id = s.assessment_id
where s.step = 'conflict' and s.by_id is not null;
