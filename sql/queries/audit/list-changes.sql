-- $1 and $2 actor's kind and id, or null, $3 action or null, $4 and $5 subject's kind and id, or null, $6 first and $7 last day in London
-- or null, $8 only changes before this one or null, $9 most rows. Newest first.
select id, happened_at, actor_kind, actor_id, actor_name, action, subject_kind, subject_id, before, after
from audit_log
where ($1::text is null or actor_kind = $1::text)
  and ($2::text is null or actor_id = $2::text)
  and ($3::text is null or action = $3::text)
  and ($4::text is null or subject_kind = $4::text)
  and ($5::text is null or subject_id = $5::text)
  and ($6::date is null or happened_at >= $6::date::timestamp at time zone 'Europe/London')
  and ($7::date is null or happened_at < ($7::date + 1)::timestamp at time zone 'Europe/London')
  and ($8::bigint is null or id < $8::bigint)
order by id desc
limit $9::int
