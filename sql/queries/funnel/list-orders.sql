-- $1 application: as its order summary shows them, oldest first. What is due is the price less the discount.
select id, type, amount_pence - discount_pence as amount_pence, status, coupon_code, metadata, created_at, covers_until, renewal_stopped,
  payment_failed_at
from orders
where application_id = $1::uuid
order by created_at, id
