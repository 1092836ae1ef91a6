-- $1 person, $2 now
select p.id, p.name, p.email, p.role, p.created_at, p.deactivated_at,
  exists (select from credentials as c where c.person_id = p.id and c.password is not null) as has_password,
  (select f.enrolled_at from second_factors as f where f.person_id = p.id) as factor_since,
  (select count(*)::int from sign_in_sessions as s where s.person_id = p.id and s.expires_at > $2::timestamptz) as sessions,
  (select i.expires_at from invitations as i
    where i.person_id = p.id and i.used_at is null and i.expires_at > $2::timestamptz) as link_until
from people as p
where p.id = $1::text
