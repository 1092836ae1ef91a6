-- $1 code, $2 redeemer, $3 order: whether another order of this redeemer has used the code.
select from coupon_redemptions where coupon_code = $1::text and redeemer = $2::text and order_id <> $3::uuid
