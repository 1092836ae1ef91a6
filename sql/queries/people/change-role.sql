-- $1 person, $2 new role. No row where they have it already.
update people as p set role = $2::text, updated_at = now()
from (select id, role from people where id = $1::text for update) as was
where p.id = was.id and was.role <> $2::text
returning was.role as before
