-- Orders as the desk lists them, newest first.
--
-- $1 status or null, $2 type or null, $3 text or null: an application's reference, a part of an organisation's name or email, or an id
-- of ours or the provider's, $4 and $5 first and last moment of ordering or null, $6 the last order of the page before or null,
-- $7 how many
select
  o.id, o.application_id, a.reference, g.name as organisation_name, g.email as organisation_email, o.type, o.status, o.amount_pence,
  o.discount_pence, o.coupon_code, o.metadata, o.created_at, o.paid_at, o.covers_until,
  (select coalesce(sum(r.amount_pence), 0)::int from order_refunds r
   where r.order_id = o.id and r.finding_id is null and r.state in ('pending', 'succeeded')) as refunded_pence,
  exists (select from payment_findings f where f.order_id = o.id and f.settled_at is null) as has_finding
from orders o
join applications a on a.id = o.application_id
join organisations g on g.id = o.organisation_id
where ($1::text is null or o.status = $1::text)
  and ($2::text is null or o.type = $2::text)
  and ($3::text is null
    or upper(a.reference) = upper($3::text) or strpos(lower(g.name), lower($3::text)) > 0 or strpos(lower(g.email), lower($3::text)) > 0
    or $3::text in (o.id::text, o.application_id::text, o.checkout_session_id, o.payment_intent_id, o.subscription_id))
  and ($4::timestamptz is null or o.created_at >= $4::timestamptz)
  and ($5::timestamptz is null or o.created_at <= $5::timestamptz)
  and ($6::uuid is null or (o.created_at, o.id) < (select created_at, id from orders where id = $6::uuid))
order by o.created_at desc, o.id desc
limit $7::int
