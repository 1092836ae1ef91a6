-- $1 code, $2 redeemer, $3 organisation, $4 order, $5 now: counts the code as used by this order. `is_redeemed` is false where another
-- order of the same redeemer has used a code that is once per organisation.
with coupon as (select once_per_organisation as is_once from coupons where code = $1::text),
added as (
  insert into coupon_redemptions (coupon_code, redeemer, organisation_id, order_id, redeemed_at)
  select $1::text, $2::text, $3::uuid, $4::uuid, $5::timestamptz from coupon where is_once
  on conflict (coupon_code, redeemer) do nothing
  returning order_id
)
select not is_once or exists (select from added)
  or exists (
    select from coupon_redemptions
    where coupon_code = $1::text and redeemer = $2::text and order_id = $4::uuid
  ) as is_redeemed
from coupon
