-- $1 person. Their password's hash; nobody who is deactivated.
select c.password as hash
from credentials as c
join people as p on p.id = c.person_id
where c.person_id = $1::text and c.provider_id = 'credential' and c.password is not null and p.deactivated_at is null
