-- $1 moment: applications last decided before it that led to nothing, with their organisation where that has nothing else either.
select a.id,
  case when not exists (
    select from applications b
    left join lateral (
      select max(decided_at) as decided_at from application_decisions where application_id = b.id and b.status <> 'submitted'
    ) bd on true
    where b.organisation_id = a.organisation_id and (
      bd.decided_at is null or bd.decided_at >= $1::timestamptz
      or exists (select from orders r where r.application_id = b.id and r.status not in ('expired', 'failed'))
      or exists (select from register_entries e where e.application_id = b.id))
  ) then a.organisation_id end as organisation_id
from applications a
cross join lateral (select max(decided_at) as decided_at from application_decisions where application_id = a.id) d
where a.status <> 'submitted' and d.decided_at < $1::timestamptz and a.event_draft ->> 'title' <> 'Erased'
  and not exists (select from orders r where r.application_id = a.id and r.status not in ('expired', 'failed'))
  and not exists (select from register_entries e where e.application_id = a.id)
