-- Applications in the queue with how they stand, oldest first, or the newest first.
--
-- $1 status, $2 search text or null (reference, organisation, event), $3 submitted before this time or null,
-- $4 person who looks after it, 'nobody', or null for all, $5 and $6 time and id of the last one seen or null, $7 newest first, $8 how many
with found as (
  select id from applications where $2::text is not null and fold(reference) like containing($2::text)
  union
  select id from applications where $2::text is not null and fold(event_draft ->> 'title') like containing($2::text)
  union
  select a.id from organisations o join applications a on a.organisation_id = o.id
  where $2::text is not null and fold(o.name) like containing($2::text)
),
page as (
  (select a.id from applications a
   where not $7::boolean and a.status = $1::text
     and ($2::text is null or a.id in (select id from found))
     and ($3::timestamptz is null or a.submitted_at < $3::timestamptz)
     and ($4::text is null or case when $4::text = 'nobody' then a.assigned_to is null else a.assigned_to = $4::text end)
     and ($5::timestamptz is null or (a.submitted_at, a.id) > ($5::timestamptz, $6::uuid))
   order by a.submitted_at, a.id limit $8::int)
  union all
  (select a.id from applications a
   where $7::boolean and a.status = $1::text
     and ($2::text is null or a.id in (select id from found))
     and ($3::timestamptz is null or a.submitted_at < $3::timestamptz)
     and ($4::text is null or case when $4::text = 'nobody' then a.assigned_to is null else a.assigned_to = $4::text end)
     and ($5::timestamptz is null or (a.submitted_at, a.id) < ($5::timestamptz, $6::uuid))
   order by a.submitted_at desc, a.id desc limit $8::int)
)
select
  a.id, a.reference, a.event_draft ->> 'title' as title, o.name as organisation_name, a.submitted_at,
  a.company_check ->> 'state' as company_check, p.name as assigned_name,
  (select r.kind from application_remarks r
   where r.application_id = a.id and r.kind in ('asked', 'answered') order by r.id desc limit 1) as question,
  -- To the microsecond, which the time itself loses on its way out.
  a.submitted_at::text as position
from page
join applications a on a.id = page.id
join organisations o on o.id = a.organisation_id
left join people p on p.id = a.assigned_to
order by case when $7::boolean then null else a.submitted_at end, a.submitted_at desc,
  case when $7::boolean then null else a.id end, a.id desc
