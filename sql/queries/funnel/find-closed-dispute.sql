-- $1 dispute: how it ended, where its end has been heard of.
select payload -> 'data' -> 'object' ->> 'status' as status
from payment_events
where type = 'charge.dispute.closed' and payload -> 'data' -> 'object' ->> 'id' = $1::text
