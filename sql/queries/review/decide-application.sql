-- $1 application, $2 'approved' or 'rejected', $3 person, $4 their name, $5 reason or null, $6 now. One statement: of two at once
-- the second waits for the first, finds nothing submitted, and gets no row. The row is what the applicant is told of.
with decided as (
  update applications set status = $2::text, updated_at = $6::timestamptz
  where id = $1::uuid and status = 'submitted'
  returning id, reference, organisation_id, event_draft
), recorded as (
  insert into application_decisions (application_id, decision, decided_by, decided_by_name, reason, decided_at)
  select id, $2::text, $3::text, $4::text, $5::text, $6::timestamptz from decided
  returning id
)
select r.id as decision_id, d.reference, d.event_draft ->> 'title' as title, o.contact_name, o.email
from decided d
cross join recorded r
join organisations o on o.id = d.organisation_id
