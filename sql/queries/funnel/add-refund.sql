-- $1 order, $2 finding or null, $3 payment, $4 pence, $5 reason, $6 request key, $7 person, $8 their name, $9 now. No row when this
-- request has been made before.
insert into order_refunds (
  order_id, finding_id, payment_intent_id, amount_pence, state, reason, request_key, requested_by, requested_by_name, requested_at)
values ($1::uuid, $2::uuid, $3::text, $4::int, 'asked', $5::text, $6::uuid, $7::text, $8::text, $9::timestamptz)
on conflict (request_key) do nothing
returning id
