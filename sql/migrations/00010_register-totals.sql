-- Sums of register_counts by city, category, sector and over all: a list's total and its city chips are a few rows by key instead
-- of a sum over all 150 × 13 × 4 groups (1 ms at each unfiltered page).

create table register_totals (
  scope text not null,
  -- city_key, category or sector; empty for the scope 'all'.
  key text not null,
  status text not null,
  -- How the key is written: of a city, as its first entry wrote it.
  label text not null,
  entries bigint not null,
  primary key (scope, key, status),
  constraint register_totals_scope_known check (scope in ('all', 'city', 'category', 'sector'))
) with (fillfactor = 50);

create type register_change as (city_key text, sector text, category text, status text, city text, delta bigint);

create or replace function count_register_entries() returns trigger
language plpgsql as $$
declare
  changes register_change[];
begin
  if tg_op = 'INSERT' then
    select array_agg(row(c.*)::register_change) into changes
    from (select city_key, sector, category, status, max(city), count(*) from new_rows group by 1, 2, 3, 4) as c;
  elsif tg_op = 'DELETE' then
    select array_agg(row(c.*)::register_change) into changes
    from (select city_key, sector, category, status, max(city), -count(*) from old_rows group by 1, 2, 3, 4) as c;
  else
    select array_agg(row(c.*)::register_change) into changes
    from (
      select city_key, sector, category, status, max(city), sum(delta)::bigint
      from (
        select city_key, sector, category, status, city, 1 as delta from new_rows
        union all
        select city_key, sector, category, status, city, -1 from old_rows
      ) as moved
      group by 1, 2, 3, 4 having sum(delta) <> 0
    ) as c;
  end if;
  -- Most changes of an entry move no count: they take no lock here.
  if changes is null then
    return null;
  end if;
  -- In key order, so that two transactions never wait for each other crosswise.
  insert into register_counts as c (city_key, sector, category, status, city, entries)
  select city_key, sector, category, status, city, delta from unnest(changes) order by 1, 2, 3, 4
  on conflict (city_key, sector, category, status) do update set entries = c.entries + excluded.entries;

  insert into register_totals as t (scope, key, status, label, entries)
  select scope, key, status, max(label), sum(delta)
  from unnest(changes),
    lateral (values ('all', '', ''), ('city', city_key, city), ('category', category, category), ('sector', sector, sector))
      as scopes (scope, key, label)
  group by 1, 2, 3 order by 1, 2, 3
  on conflict (scope, key, status) do update set entries = t.entries + excluded.entries;
  return null;
end
$$;

insert into register_totals (scope, key, status, label, entries)
select scope, key, status, max(label), sum(entries)
from register_counts,
  lateral (values ('all', '', ''), ('city', city_key, city), ('category', category, category), ('sector', sector, sector))
    as scopes (scope, key, label)
group by 1, 2, 3;
