-- $1 application, with its organisation and its register entry
select
  a.id, a.reference, a.status, a.coupon_code, a.event_draft, a.organisation_id, a.checkout_closed_at,
  o.name as organisation_name, o.email as organisation_email, o.stripe_customer_id, o.company_key,
  exists (select from confirmed_addresses c where c.email = lower(o.email)) as is_address_confirmed,
  e.number as entry_number, e.slug as entry_slug, standing(e.status, e.valid_until) as entry_standing,
  e.valid_until as entry_valid_until
from applications a
join organisations o on o.id = a.organisation_id
left join register_entries e on e.application_id = a.id
where a.id = $1::uuid
