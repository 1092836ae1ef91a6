-- $1 application, which is locked and approved, $2 person, $3 their name, $4 reason, $5 now: it is submitted again. The row is what
-- the applicant is told of.
with withdrawn as (
  update applications set status = 'submitted', updated_at = $5::timestamptz
  where id = $1::uuid and status = 'approved'
  returning id, reference, organisation_id, event_draft
), recorded as (
  insert into application_decisions (application_id, decision, decided_by, decided_by_name, reason, decided_at)
  select id, 'withdrawn', $2::text, $3::text, $4::text, $5::timestamptz from withdrawn
  returning id
)
select r.id as decision_id, w.reference, w.event_draft ->> 'title' as title, o.contact_name, o.email
from withdrawn w
cross join recorded r
join organisations o on o.id = w.organisation_id
