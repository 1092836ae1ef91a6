-- $1 digest of the question, $2 answer, $3 seconds for which it counts as fresh
insert into company_answers as a (key, answer, fresh_until)
values ($1::bytea, $2::json, now() + make_interval(secs => $3::int))
on conflict (key) do update set answer = excluded.answer, asked_at = excluded.asked_at, fresh_until = excluded.fresh_until
