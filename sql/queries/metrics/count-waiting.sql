-- What waits outside the queue's own count: payment events not worked off, mails waiting and mails given up, each with the age in
-- seconds of the oldest.
select 'payment_events' as name, count(*)::int as waiting,
  coalesce(extract(epoch from now() - min(received_at)), 0)::float8 as oldest
from payment_events where processed_at is null
union all
select 'mails_' || state, count(*)::int, coalesce(extract(epoch from now() - min(created_at)), 0)::float8
from mails where state in ('waiting', 'failed') group by state;
