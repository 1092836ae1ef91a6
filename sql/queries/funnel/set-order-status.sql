-- $1 order, $2 status, $3 end of the latest period that this settles, or null
update orders
set status = $2::text, covers_until = greatest(covers_until, $3::timestamptz), updated_at = now()
where id = $1::uuid
