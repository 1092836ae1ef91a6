-- $1 kind, $2 order or null, $3 session or null, $4 difference or null, $5 pence, $6 currency, $7 payment or null, $8 subscription or null,
-- $9 now. No row when this payment's finding is known; one of a session that brought no payment is known by the session.
insert into payment_findings (
  kind, order_id, checkout_session_id, difference, amount_pence, currency, payment_intent_id, subscription_id, found_at)
values ($1::text, $2::uuid, $3::text, $4::text, $5::int, $6::text, $7::text, $8::text, $9::timestamptz)
on conflict (coalesce(payment_intent_id, checkout_session_id), kind) do nothing
returning id
