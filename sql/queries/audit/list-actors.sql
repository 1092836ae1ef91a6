-- Everybody who has changed something, as they were called last. One step of the index for each, however long the log.
with recursive actors as (
  (select actor_kind, actor_id from audit_log order by actor_kind, actor_id limit 1)
  union all
  select next.actor_kind, next.actor_id
  from actors as a
  cross join lateral (
    select l.actor_kind, l.actor_id from audit_log as l
    where (l.actor_kind, l.actor_id) > (a.actor_kind, a.actor_id)
    order by l.actor_kind, l.actor_id
    limit 1
  ) as next
)
select a.actor_kind, a.actor_id, latest.actor_name
from actors as a
cross join lateral (
  select l.actor_name from audit_log as l
  where l.actor_kind = a.actor_kind and l.actor_id = a.actor_id
  order by l.id desc
  limit 1
) as latest
order by a.actor_kind = 'person' desc, lower(latest.actor_name)
