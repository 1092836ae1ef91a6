-- $1 status, $2 and $3 time and id of the last one seen or null, $4 how many: oldest first
select
  a.id, a.reference, a.event_draft ->> 'title' as title, o.name as organisation_name, a.submitted_at,
  -- To the microsecond, which the time itself loses on its way out.
  a.submitted_at::text as position
from applications a
join organisations o on o.id = a.organisation_id
where a.status = $1::text
  and ($2::timestamptz is null or (a.submitted_at, a.id) > ($2::timestamptz, $3::uuid))
order by a.submitted_at, a.id
limit $4::int
