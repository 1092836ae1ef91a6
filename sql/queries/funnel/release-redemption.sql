-- $1 order: the code that it used may be used again.
delete from coupon_redemptions where order_id = $1::uuid
