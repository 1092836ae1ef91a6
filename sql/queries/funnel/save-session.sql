-- $1 order, $2 session, $3 its address, $4 its end
update orders
set checkout_session_id = $2::text, checkout_url = $3::text, checkout_expires_at = $4::timestamptz, opening_until = null, updated_at = now()
where id = $1::uuid and status = 'pending' and (checkout_session_id is null or checkout_session_id = $2::text)
returning id
