-- $1 application: the session that its listing was paid with, the latest one.
select checkout_session_id as session_id
from orders
where application_id = $1::uuid and type = 'listing' and status = 'paid' and checkout_session_id is not null
order by paid_at desc
limit 1
