-- $1 order, as the desk shows it, with what it bought on the register
select
  o.id, o.application_id, a.reference, a.status as application_status, a.checkout_closed_at, o.organisation_id, g.name as organisation_name,
  g.email as organisation_email, o.type, o.status, o.amount_pence, o.discount_pence, o.currency, o.coupon_code, o.metadata,
  o.created_at, o.paid_at, o.covers_until, o.checkout_session_id, o.payment_intent_id, o.subscription_id,
  g.stripe_customer_id as customer_id, e.number as entry_number, e.slug as entry_slug,
  standing(e.status, e.valid_until) as entry_standing, e.valid_until as entry_valid_until,
  (select coalesce(sum(r.amount_pence), 0)::int from order_refunds r
   where r.order_id = o.id and r.finding_id is null and r.state in ('pending', 'succeeded')) as refunded_pence
from orders o
join applications a on a.id = o.application_id
join organisations g on g.id = o.organisation_id
left join register_entries e on e.application_id = o.application_id
where o.id = $1::uuid
