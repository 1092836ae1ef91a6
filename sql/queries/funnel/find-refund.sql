-- $1 request key: the refund that was asked for with it.
select id, order_id, finding_id, payment_intent_id, amount_pence, state, problem, requested_at, key_failed_at
from order_refunds where request_key = $1::uuid
