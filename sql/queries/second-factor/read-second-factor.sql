-- $1 person
select encode(f.secret, 'hex') as secret, f.enrolled_at,
  (select count(*)::int from recovery_codes as c where c.person_id = f.person_id and c.used_at is null) as codes_left
from second_factors as f
where f.person_id = $1::text
