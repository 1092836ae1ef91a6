-- $1 subscription
select id from orders where subscription_id = $1::text
