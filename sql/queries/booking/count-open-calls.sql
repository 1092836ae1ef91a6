-- $1 mailbox, $2 visitor, $3 now: the calls to come that either has booked.
select
  count(*) filter (where mailbox = $1::text)::int as by_mailbox,
  count(*) filter (where visitor = $2::text)::int as by_visitor
from assessment_calls
where state = 'booked' and (mailbox = $1::text or visitor = $2::text)
  and (day + time) at time zone 'Europe/London' > $3::timestamptz
