-- $1 address in small letters or null, $2 company number or null: applications whose paid listing waits, of that address or company, or all.
select o.application_id as id
from orders as o
join organisations as g on g.id = o.organisation_id
where o.waits_since is not null
  and ($1::text is null or lower(g.email) = $1::text)
  and ($2::text is null or g.company_key = $2::text)
order by o.waits_since
