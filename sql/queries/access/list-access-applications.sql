-- $1 application or null, $2 email address or null: the applications that a link is asked for, with who gets it; the five latest.
select a.id as application_id, a.reference, o.email
from applications as a
join organisations as o on o.id = a.organisation_id
where a.id = $1::uuid or lower(o.email) = lower($2::text)
order by a.submitted_at desc, a.id
limit 5
