-- $1 session, $2 whether a second factor is compulsory, $3 minutes that a session may stay without what it still needs.
select s.id, p.id as person_id, p.name, p.role, s.factor_at, n.needs
from sign_in_sessions as s
join people as p on p.id = s.person_id
left join second_factors as f on f.person_id = p.id
cross join lateral (
  select case
    when f.person_id is not null and s.factor_at is null then 'code'
    when f.person_id is null and $2::boolean then 'enrolment'
    else 'nothing'
  end as needs
) as n
where s.id = $1::text and p.deactivated_at is null
  and (n.needs = 'nothing' or s.created_at > now() - make_interval(mins => $3::int))
