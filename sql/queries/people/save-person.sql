-- $1 address in small letters, $2 name, $3 role. An address that is known keeps its id and is active again.
insert into people as p (id, email, name, role, email_verified)
values (gen_random_uuid()::text, $1::text, $2::text, $3::text, true)
on conflict ((lower(email))) do update set
  name = excluded.name,
  role = excluded.role,
  email_verified = true,
  deactivated_at = null,
  updated_at = now()
returning p.id
