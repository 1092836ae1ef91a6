-- $1 e-mail address in small letters, $2 now: the organisations that it is the contact of, locked, with what keeps them.
select
  o.id, o.name, o.stripe_customer_id,
  array(select a.id from applications a where a.organisation_id = o.id) as applications,
  exists (select from applications a where a.organisation_id = o.id and a.status = 'submitted') as is_waiting,
  exists (
    select from orders r where r.organisation_id = o.id and r.status in ('paid', 'disputed')
      and (r.type = 'listing' or r.subscription_id is not null)
      -- The provider still tries to take a renewal that is not paid.
      and (r.covers_until is null or r.covers_until > $2::timestamptz or r.payment_failed_at is not null)
  ) as is_billed,
  exists (select from orders r where r.organisation_id = o.id and r.status = 'pending' and r.created_at > $2::timestamptz - interval '2 days')
    as is_paying,
  exists (select from orders r where r.organisation_id = o.id and r.status in ('paid', 'refunded', 'disputed', 'cancelled')) as has_accounts,
  exists (
    select from register_entries e
    where e.organisation_id = o.id or e.application_id in (select a.id from applications a where a.organisation_id = o.id)
  ) as has_entry
from organisations o
where lower(o.email) = $1::text
order by o.id
for update of o
