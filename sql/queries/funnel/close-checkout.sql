-- $1 application, $2 now: nothing is sold for it any more. Its open orders end with it, and the codes that they held are free again;
-- their payment pages are to be closed.
with closed as (
  update applications set checkout_closed_at = coalesce(checkout_closed_at, $2::timestamptz) where id = $1::uuid
), ended as (
  update orders set status = 'expired', opening_until = null, updated_at = now()
  where application_id = $1::uuid and status = 'pending'
  returning id, checkout_session_id
), released as (
  delete from coupon_redemptions where order_id in (select id from ended)
)
select checkout_session_id as session_id from ended where checkout_session_id is not null
