-- $1 order
select a.id, a.status
from applications a
where a.id = (select application_id from orders where id = $1::uuid)
for update
