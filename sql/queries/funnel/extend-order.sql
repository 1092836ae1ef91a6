-- $1 order, $2 end of the newly paid period
update orders
set status = 'paid', covers_until = $2::timestamptz, ended_by_payment = null, ended_by_dispute = null, payment_failed_at = null, updated_at = now()
where id = $1::uuid and (covers_until is null or covers_until < $2::timestamptz)
returning id
