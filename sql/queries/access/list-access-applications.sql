-- $1 application or null, $2 email address or null: the applications that a link is asked for, with who gets it. Somebody else may
-- have applied under the address: what was paid for comes first, then what was approved, then the newest; 200, which no person reaches.
select a.id as application_id, a.reference, o.email
from applications as a
join organisations as o on o.id = a.organisation_id
where a.id = $1::uuid or lower(o.email) = lower($2::text)
order by
  exists (select from orders as r where r.application_id = a.id and r.status in ('paid', 'disputed', 'refunded')) desc,
  a.status = 'approved' desc, a.submitted_at desc, a.id
limit 200
