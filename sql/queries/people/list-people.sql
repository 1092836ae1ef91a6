-- Everybody of the desk, those who may sign in first, by name.
select p.id, p.name, p.email, p.role, p.deactivated_at,
  exists (select from credentials as c where c.person_id = p.id and c.password is not null) as has_password,
  exists (select from second_factors as f where f.person_id = p.id) as has_factor,
  (select e.happened_at from sign_in_events as e
    where e.person_id = p.id and e.event = 'signed-in' order by e.id desc limit 1) as signed_in_at
from people as p
order by p.deactivated_at is not null, lower(p.name), p.id
