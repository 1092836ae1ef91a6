-- $1 application, $2 type: the order that is open, paid or in dispute, if there is one. Services may be bought again and again,
-- each once: of these the open order alone counts.
select
  id, application_id, organisation_id, type, status, amount_pence, discount_pence, currency, coupon_code, metadata,
  checkout_session_id, checkout_url, checkout_expires_at, payment_intent_id, subscription_id, opening_until, covers_until,
  created_at, ended_by_payment, ended_by_dispute, payment_failed_at, renewal_stopped
from orders
where application_id = $1::uuid and type = $2::text and status in ('pending', 'paid', 'disputed') and (type <> 'extras' or status = 'pending')
order by status = 'pending', created_at desc
limit 1
