-- $1 address in small letters: its applications whose copy waits
select a.id
from organisations as o
join applications as a on a.organisation_id = o.id
where lower(o.email) = $1::text and a.copy_waits
order by a.submitted_at
