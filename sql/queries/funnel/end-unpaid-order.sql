-- $1 order, $2 'expired' or 'failed': ends an open order; the code that it held may be used again.
with ended as (
  update orders set status = $2::text, opening_until = null, updated_at = now()
  where id = $1::uuid and status = 'pending'
  returning id
), released as (
  delete from coupon_redemptions where order_id in (select id from ended)
)
select id from ended
