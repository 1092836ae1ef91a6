-- $1 payment: its refund that the provider has not answered, if there is one.
select id from order_refunds where payment_intent_id = $1::text and state = 'asked' limit 1
