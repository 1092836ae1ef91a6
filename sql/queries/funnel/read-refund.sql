-- $1 refund
select id, order_id, finding_id, payment_intent_id, amount_pence, state, problem, requested_at, key_failed_at
from order_refunds where id = $1::uuid
