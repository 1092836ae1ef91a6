-- $1 finding
select id, kind, order_id, payment_intent_id, subscription_id, amount_pence, settled_at from payment_findings where id = $1::uuid
