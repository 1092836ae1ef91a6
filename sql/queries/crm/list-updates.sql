-- $1 state or null for all, $2 id of the last one seen or null, $3 how many: newest first, each with its attempts, the last first.
select u.id, u.application_id, a.reference, a.event_draft ->> 'title' as title, u.status, u.selected_options, u.state, u.created_at,
  coalesce((
    select json_agg(json_build_object('at', d.attempted_at, 'httpStatus', d.http_status, 'outcome', d.outcome) order by d.id desc)
    from (select * from crm_deliveries where update_id = u.id order by id desc limit 20) as d
  ), '[]') as attempts
from crm_updates u
join applications a on a.id = u.application_id
where ($1::text is null or u.state = $1::text) and ($2::uuid is null or u.id < $2::uuid)
order by u.id desc
limit $3::int
