-- $1 order, $2 seconds: takes the right to open its payment page, unless another request holds it.
update orders
set opening_until = now() + make_interval(secs => $2::int)
where id = $1::uuid and status = 'pending' and checkout_session_id is null
  and (opening_until is null or opening_until <= now())
returning id
