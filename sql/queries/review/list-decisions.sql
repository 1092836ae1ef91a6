-- $1 application, oldest first
select decision, decided_by_name, decided_by is null as is_by_registry, reason, decided_at
from application_decisions
where application_id = $1::uuid
order by id
