-- $1 order, $2 application, $3 type: other orders of the same product that are open, paid or in dispute.
select id, status, checkout_session_id from orders
where application_id = $2::uuid and type = $3::text and type <> 'extras' and id <> $1::uuid and status in ('pending', 'paid', 'disputed')
