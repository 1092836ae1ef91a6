-- $1 order, $2 application, $3 type: subscriptions of ended orders of the same product, which a new order takes the place of.
select subscription_id from orders
where application_id = $2::uuid and type = $3::text and type <> 'extras' and id <> $1::uuid
  and status in ('refunded', 'cancelled') and subscription_id is not null
