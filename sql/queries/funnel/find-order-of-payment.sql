-- $1 payment intent
select id from orders where payment_intent_id = $1::text
