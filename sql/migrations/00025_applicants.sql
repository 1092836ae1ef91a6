-- What applicants do with an application that they have sent: corrections, withdrawal, and links to drafts that have become one.

alter table applications
  -- Counts the applicant's corrections: who has not seen the last one neither corrects it again nor decides on it.
  add column revision integer not null default 1,
  -- The applicant has withdrawn it. Its status is submitted then, and nothing more happens with it.
  add column withdrawn_at timestamptz;
create index applications_withdrawn on applications (submitted_at) where withdrawn_at is not null;

alter table application_remarks
  drop constraint application_remarks_kind_known,
  -- changed: what the applicant has corrected, line by line.
  add constraint application_remarks_kind_known check (kind in ('note', 'assigned', 'asked', 'answered', 'changed'));

alter table application_decisions
  drop constraint application_decisions_known,
  add constraint application_decisions_known check
    (decision in ('approved', 'rejected', 'withdrawn', 'appeal-upheld', 'withdrawn-by-applicant'));

-- A link to a draft outlives it: it then says that the answers have been sent, and leads only the applicant on.
alter table access_links add column was_draft boolean not null default false;

-- Whether it was withdrawn is one of the facts that decide how far an application has come.
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
  a.withdrawn_at is not null as is_withdrawn
from applications a;
