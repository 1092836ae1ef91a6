-- $1 order, $2 status, $3 end of the latest period that this settles, or null, $4 payment whose refund ended it, or null, $5 dispute that
-- ended it, or null
update orders
set status = $2::text, covers_until = greatest(covers_until, $3::timestamptz), ended_by_payment = $4::text,
  ended_by_dispute = $5::text, payment_failed_at = null,
  waits_since = case when $2::text in ('paid', 'cancelled') then waits_since end, updated_at = now()
where id = $1::uuid
