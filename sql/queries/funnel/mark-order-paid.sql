-- $1 order, $2 session, $3 payment or null, $4 subscription or null, $5 end of the paid period or null, $6 now
update orders
set status = 'paid', paid_at = coalesce(paid_at, $6::timestamptz), checkout_session_id = $2::text,
  payment_intent_id = coalesce($3::text, payment_intent_id), subscription_id = coalesce($4::text, subscription_id),
  covers_until = $5::timestamptz, opening_until = null, updated_at = now()
where id = $1::uuid and status in ('pending', 'expired', 'failed')
returning id
