-- $1 event, $2 outcome, $3 now, $4 ids of the provider's that the event names: which order it was about.
update payment_events
set processed_at = $3::timestamptz, outcome = $2::text,
  order_id = coalesce(order_id, (
    select id from orders
    where checkout_session_id = any ($4::text[]) or payment_intent_id = any ($4::text[]) or subscription_id = any ($4::text[])
    limit 1))
where id = $1::text
