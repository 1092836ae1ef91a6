-- A refund as the provider tells of it: one of ours, or one that was made at the provider itself.
--
-- $1 the provider's id, $2 our id or null, $3 order, $4 payment, $5 pence, $6 state, $7 code of a failure or null, $8 now
with ours as (
  update order_refunds
  set provider_refund_id = $1::text, state = $6::text, problem = $7::text,
    settled_at = case when $6::text in ('succeeded', 'failed', 'cancelled') then coalesce(settled_at, $8::timestamptz) end
  where (provider_refund_id = $1::text or id = $2::uuid and provider_refund_id is null)
    and (
      state in ('asked', 'pending') or state = 'succeeded' and $6::text = 'failed'
      -- Given up without an answer, and made all the same.
      or state = 'failed' and provider_refund_id is null
    )
  returning id
)
insert into order_refunds (
  order_id, payment_intent_id, amount_pence, state, problem, provider_refund_id, requested_at, settled_at)
select $3::uuid, $4::text, $5::int, $6::text, $7::text, $1::text, $8::timestamptz,
  case when $6::text in ('succeeded', 'failed', 'cancelled') then $8::timestamptz end
where not exists (select from ours)
  and not exists (select from order_refunds where provider_refund_id = $1::text or id = $2::uuid)
on conflict (provider_refund_id) do nothing
