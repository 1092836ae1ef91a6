-- $1 day, $2 mailbox, $3 visitor: the seats that either holds.
select
  coalesce(sum(guests) filter (where mailbox = $2::text), 0)::int as by_mailbox,
  coalesce(sum(guests) filter (where visitor = $3::text), 0)::int as by_visitor
from boxing_reservations
where event_on = $1::date and released_at is null and (mailbox = $2::text or visitor = $3::text)
