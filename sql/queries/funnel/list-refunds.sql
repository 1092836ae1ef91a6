-- $1 order: money that went back or is on its way back, newest first.
select id, finding_id, payment_intent_id, amount_pence, state, reason, problem, requested_by_name, requested_at, settled_at
from order_refunds
where order_id = $1::uuid
order by id desc
