-- $1 refund, $2 state, $3 the provider's id or null, $4 the provider's code of a refusal or null, $5 now. One that has ended stays ended,
-- but a refund that succeeded may still fail at the payer's bank.
update order_refunds
set state = $2::text, provider_refund_id = coalesce(provider_refund_id, $3::text), problem = $4::text,
  settled_at = case when $2::text in ('succeeded', 'failed', 'cancelled') then $5::timestamptz end
where id = $1::uuid and state <> $2::text and (state in ('asked', 'pending') or state = 'succeeded' and $2::text = 'failed')
returning id
