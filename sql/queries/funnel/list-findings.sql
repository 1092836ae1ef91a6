-- Payments that were not booked, newest first.
--
-- $1 whether only those that nobody has settled, $2 order or null, $3 the last finding of the page before or null, $4 how many
select
  f.id, f.kind, f.order_id, f.difference, f.amount_pence, f.currency, f.checkout_session_id, f.payment_intent_id, f.subscription_id,
  f.found_at, f.settled_at, f.settled_by_name, f.note, o.type, o.application_id, a.reference, g.name as organisation_name
from payment_findings f
left join orders o on o.id = f.order_id
left join applications a on a.id = o.application_id
left join organisations g on g.id = o.organisation_id
where (not $1::boolean or f.settled_at is null) and ($2::uuid is null or f.order_id = $2::uuid) and ($3::uuid is null or f.id < $3::uuid)
order by f.id desc
limit $4::int
