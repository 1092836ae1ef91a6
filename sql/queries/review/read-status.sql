-- $1 application: how it stands, and the last decision on it, if there is one
select a.status, d.decision, d.decided_by_name, d.decided_at
from applications a
left join lateral (
  select decision, decided_by_name, decided_at from application_decisions where application_id = a.id order by id desc limit 1
) d on true
where a.id = $1::uuid
