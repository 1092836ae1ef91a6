-- $1 email, $2 application or null: organisations with this address that are customers at the payment provider, the one that
-- ordered last first. Whom the visitor may act for is not decided here.
select o.id, o.stripe_customer_id as customer_id
from organisations o
where lower(o.email) = lower($1::text) and o.stripe_customer_id is not null
  and ($2::uuid is null or o.id = (select organisation_id from applications where id = $2::uuid))
order by (select max(created_at) from orders where organisation_id = o.id) desc nulls last, o.id
limit 500
