-- $1 application: payment pages of its open orders.
select id, checkout_session_id as session_id
from orders
where application_id = $1::uuid and status = 'pending' and checkout_session_id is not null
order by created_at
