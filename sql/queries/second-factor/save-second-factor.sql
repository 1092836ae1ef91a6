-- $1 person, $2 sealed secret in hex, $3 time step of the code that proved it, $4 now, $5 whether it may take the place of an earlier
-- one. No row where it may not.
insert into second_factors as f (person_id, secret, last_step, enrolled_at)
values ($1::text, decode($2::text, 'hex'), $3::bigint, $4::timestamptz)
on conflict (person_id) do update set
  secret = excluded.secret, last_step = excluded.last_step, enrolled_at = excluded.enrolled_at
where $5::boolean
returning person_id
