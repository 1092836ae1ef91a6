-- $1 application, as the desk sees it
select
  a.id, a.reference, a.status, a.event_draft, a.company_check, a.coupon_code, a.crm_status, a.crm_options, a.submitted_at, a.checkout_closed_at,
  a.organisation_id, a.assigned_to, p.name as assigned_name,
  o.name as organisation_name, o.trading_name, o.contact_name, o.email, o.phone, o.website, o.company_no,
  e.id as entry_id, e.number as entry_number, e.slug as entry_slug, standing(e.status, e.valid_until) as entry_standing,
  exists (select from orders r where r.application_id = a.id and r.status not in ('pending', 'expired', 'failed')) as has_payment
from applications a
join organisations o on o.id = a.organisation_id
left join people p on p.id = a.assigned_to
left join register_entries e on e.application_id = a.id
where a.id = $1::uuid
