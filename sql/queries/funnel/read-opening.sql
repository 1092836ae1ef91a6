-- $1 order: what became of the request that opens its payment page.
select status, checkout_url, opening_until > now() as is_opening from orders where id = $1::uuid
