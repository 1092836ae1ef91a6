-- $1 order, $2 application, $3 organisation, $4 type, $5 price in pence, $6 discount in pence, $7 coupon code or null,
-- $8 who holds a code that is once per organisation from now on, or null, $9 metadata as JSON text. No row when somebody of that name
-- holds it already.
with redeemed as (
  insert into coupon_redemptions (coupon_code, redeemer, organisation_id, order_id)
  select $7::text, $8::text, $3::uuid, $1::uuid where $8::text is not null
  on conflict (coupon_code, redeemer) do nothing
  returning order_id
)
insert into orders (id, application_id, organisation_id, type, amount_pence, discount_pence, coupon_code, metadata)
select $1::uuid, $2::uuid, $3::uuid, $4::text, $5::int, $6::int, $7::text, $9::text::jsonb
where $8::text is null or exists (select from redeemed)
returning
  id, application_id, organisation_id, type, status, amount_pence, discount_pence, currency, coupon_code, metadata,
  checkout_session_id, checkout_url, checkout_expires_at, payment_intent_id, subscription_id, opening_until, covers_until,
  created_at, ended_by_payment, ended_by_dispute, payment_failed_at, renewal_stopped
