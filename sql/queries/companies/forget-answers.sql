-- Deletes answers that are too old and, beyond a number of them, the oldest. $1 oldest age in seconds, $2 most answers
delete from company_answers
where asked_at <= greatest(
  now() - make_interval(secs => $1::int),
  (select asked_at from company_answers order by asked_at desc offset $2::int limit 1))
