-- $1 refund, $2 state, $3 the provider's id or null, $4 the provider's code of a refusal or null, $5 now: the answer to our question. What
-- the provider has told of it meanwhile (note-refund) stays.
update order_refunds
set state = $2::text, provider_refund_id = coalesce(provider_refund_id, $3::text), problem = $4::text,
  settled_at = case when $2::text in ('succeeded', 'failed', 'cancelled') then $5::timestamptz end
where id = $1::uuid and (state = 'asked' or state = 'pending' and $2::text <> 'failed')
returning id
