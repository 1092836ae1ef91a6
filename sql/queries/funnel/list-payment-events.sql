-- Payment events as the desk lists them, newest first.
--
-- $1 null for all, 'waiting' for those that nobody has worked off, 'attention' for those that a person has to look at, 'done' for the
-- others, $2 type or null, $3 order or null, $4 the last event of the page before or null, $5 how many
select id, type, received_at, processed_at, outcome, order_id
from payment_events
where ($1::text is null or $1::text = case
    when processed_at is null then 'waiting'
    when outcome in ('mismatch', 'paid-twice', 'unknown-order') then 'attention'
    else 'done' end)
  and ($2::text is null or type = $2::text)
  and ($3::uuid is null or order_id = $3::uuid)
  and ($4::text is null or (received_at, id) < (select received_at, id from payment_events where id = $4::text))
order by received_at desc, id desc
limit $5::int
