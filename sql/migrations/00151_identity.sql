-- What has to be known about who applies before an entry is published, and by whom a code counts as used.

-- A company number as the registry writes it, however it was typed (src/domain/company-number.ts says the same); null for what cannot be
-- one.
create function company_key(typed text) returns text
language sql immutable parallel safe
return (
  select case when key ~ '^(\d{8}|[A-Z]\d{7}|[A-Z]{2}\d{6}|(IP|SP|RS|NP|NO)\d{5}[A-Z]|SL\d{5}[A-Z])$' and key !~ '^0+$' then key end
  from (
    select case when packed ~ '^[A-Z]{0,2}\d{1,8}$'
      then substring(packed from '^[A-Z]*')
        || lpad(substring(packed from '\d+$'), greatest(8 - length(substring(packed from '^[A-Z]*')), length(substring(packed from '\d+$'))), '0')
      else packed end as key
    from (select upper(regexp_replace(typed, '[\s-]', '', 'g')) as packed) as typing
  ) as written
);
alter table organisations add column company_key text generated always as (company_key(company_no)) stored;
create index organisations_company_key on organisations (company_key) where company_key is not null;

-- Domains that a reviewer has confirmed to be a company's own.
create table company_domains (
  company_key text not null,
  domain text not null,
  confirmed_by text not null references people (id),
  confirmed_by_name text not null,
  confirmed_at timestamptz not null,
  primary key (company_key, domain)
);

-- Applications that a reviewer has let through, once and for good.
create table identity_releases (
  application_id uuid primary key references applications (id),
  released_by text not null references people (id),
  released_by_name text not null,
  reason text not null,
  released_at timestamptz not null
);
create trigger identity_releases_append_only before update or delete on identity_releases
  for each row execute function refuse_change();

alter table orders
  -- Since when a paid listing has waited for its entry to be published; null while nothing waits.
  add column waits_since timestamptz,
  -- How often its payer was reminded of that, and when last.
  add column wait_reminders integer not null default 0,
  add column wait_reminded_at timestamptz;
create index orders_waiting on orders (waits_since) where waits_since is not null;

alter table applications
  -- The copy of the application waits until the applicant's address is confirmed.
  add column copy_waits boolean not null default false;

-- A code that is once per organisation is counted by who that is: the company number, without one the mailbox and name
-- (src/features/identity/redeemer-of.ts).
alter table coupon_redemptions add column redeemer text;
update coupon_redemptions as r set redeemer = keyed.redeemer
from (
  select x.order_id, k.key || case when row_number() over (partition by x.coupon_code, k.key order by x.redeemed_at, x.order_id) > 1
    then ' ' || x.organisation_id else '' end as redeemer
  from coupon_redemptions as x
  join organisations as o on o.id = x.organisation_id
  cross join lateral (select coalesce('company ' || o.company_key, 'organisation ' || o.id) as key) as k
) as keyed
where keyed.order_id = r.order_id;
alter table coupon_redemptions
  alter column redeemer set not null,
  drop constraint coupon_redemptions_pkey,
  add primary key (coupon_code, redeemer);
create index coupon_redemptions_organisation on coupon_redemptions (organisation_id, coupon_code);
