-- How far each entry was checked, and what the public is told of it.

alter table register_entries
  add column assurance text not null default 'declared',
  -- When that was found, and when it is looked at again.
  add column assured_on date,
  add column next_review_on date,
  -- Share of the points that could be had, in percent; not public.
  add column score smallint,
  add constraint register_entries_assurance_known check (assurance in ('declared', 'evidence', 'assessed')),
  add constraint register_entries_score check (score between 0 and 100);

alter table register_history
  drop constraint register_history_change_known,
  add constraint register_history_change_known check
    (change in ('published', 'renewed', 'lapsed', 'suspended', 'reinstated', 'revoked', 'edited', 'assurance', 'accredited', 'unaccredited'));

-- listed: paid, and accredited only when it has been checked as far as the authority asks (ACCREDIT_AFTER).
alter table register_entries
  drop constraint register_entries_status_known,
  add constraint register_entries_status_known check (status in ('active', 'listed', 'lapsed', 'suspended', 'revoked'));
drop index register_entries_lapse;
create index register_entries_lapse on register_entries (valid_until) where status in ('active', 'listed');
create index register_entries_listed on register_entries (id) where status = 'listed';
create or replace function register_status(status text, valid_until timestamptz) returns text
language sql stable parallel safe
return case when status in ('active', 'listed') and valid_until <= now() then 'lapsed' else status end;

-- The results that are public: written when an assessment ends, read by the entry's page alone.
create table register_checks (
  entry_id uuid not null references register_entries (id),
  position smallint not null,
  criterion_id text not null,
  name text not null,
  result text not null,
  -- The role of whoever found it, never the name.
  checked_by text not null,
  checked_on date not null,
  primary key (entry_id, position),
  constraint register_checks_result_known check (result in ('accepted', 'met', 'met-with-condition', 'not-met', 'not-applicable'))
);

-- How the latest assessment of an application stands is one of the facts that decide how far it has come.
create or replace view application_facts as
select
  a.id as application_id, a.status, a.checkout_closed_at is not null as is_checkout_closed,
  (select register_status(e.status, e.valid_until) from register_entries e where e.application_id = a.id) as register_status,
  exists (
    select from orders o where o.application_id = a.id and o.type = 'listing' and o.status in ('paid', 'disputed')
  ) as is_listing_paid,
  exists (
    select from orders o where o.application_id = a.id and o.waits_since is not null
      and (o.status = 'paid' or o.status = 'cancelled' and o.covers_until > now())
  ) as is_waiting,
  coalesce((
    select case when s.outcome = 'refuse' then 'refused' when s.outcome is not null then 'passed' else 'open' end
    from assessments s where s.application_id = a.id order by s.opened_at desc, s.id desc limit 1
  ), 'open') as assessment
from applications a;

-- Lists by assurance, in the order of the register and of feeds: what is rare is found without reading past all others.
create index register_entries_assurance_order on register_entries (assurance, featured, sort_on, id);
create index register_entries_newest_assurance on register_entries (assurance, published_at desc, id desc);

-- The kept counts tell assurances apart as well.
alter table register_counts
  add column assurance text not null default 'declared',
  drop constraint register_counts_pkey,
  add primary key (city_key, sector, category, status, assurance);
alter table register_totals
  add column assurance text not null default 'declared',
  drop constraint register_totals_pkey,
  add primary key (scope, key, status, assurance);
alter type register_change add attribute assurance text;

create or replace function count_register_entries() returns trigger
language plpgsql as $$
declare
  changes register_change[];
begin
  if tg_op = 'INSERT' then
    select array_agg(row(c.*)::register_change) into changes
    from (
      select city_key, sector, category, status, max(city), count(*), assurance
      from new_rows group by city_key, sector, category, status, assurance
    ) as c;
  elsif tg_op = 'DELETE' then
    select array_agg(row(c.*)::register_change) into changes
    from (
      select city_key, sector, category, status, max(city), -count(*), assurance
      from old_rows group by city_key, sector, category, status, assurance
    ) as c;
  else
    select array_agg(row(c.*)::register_change) into changes
    from (
      select city_key, sector, category, status, max(city), sum(delta)::bigint, assurance
      from (
        select city_key, sector, category, status, city, assurance, 1 as delta from new_rows
        union all
        select city_key, sector, category, status, city, assurance, -1 from old_rows
      ) as moved
      group by city_key, sector, category, status, assurance having sum(delta) <> 0
    ) as c;
  end if;
  -- Most changes of an entry move no count: they take no lock here.
  if changes is null then
    return null;
  end if;
  -- In key order, so that two transactions never wait for each other crosswise.
  insert into register_counts as c (city_key, sector, category, status, assurance, city, entries)
  select city_key, sector, category, status, assurance, city, delta from unnest(changes) order by 1, 2, 3, 4, 5
  on conflict (city_key, sector, category, status, assurance) do update set entries = c.entries + excluded.entries;

  insert into register_totals as t (scope, key, status, assurance, label, entries)
  select scope, key, status, assurance, max(label), sum(delta)
  from unnest(changes),
    lateral (values ('all', '', ''), ('city', city_key, city), ('category', category, category), ('sector', sector, sector))
      as scopes (scope, key, label)
  group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict (scope, key, status, assurance) do update set entries = t.entries + excluded.entries;
  return null;
end
$$;

-- The Gold award is given to what was assessed with a high score. Paid before, it waits for that, and is paid back when its time is up.
alter table register_entries add column gold_on date;
create table gold_awards (
  order_id uuid primary key references orders (id),
  application_id uuid not null references applications (id),
  waits_until timestamptz not null,
  given_at timestamptz,
  -- Its time was up, or its payment went back: it is not given any more.
  ended_at timestamptz,
  constraint gold_awards_end check (given_at is null or ended_at is null)
);
create index gold_awards_application on gold_awards (application_id);
create index gold_awards_waiting on gold_awards (waits_until) where given_at is null;
