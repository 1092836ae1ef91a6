-- $1 order, $2 now
update orders set payment_failed_at = coalesce(payment_failed_at, $2::timestamptz), updated_at = now() where id = $1::uuid
