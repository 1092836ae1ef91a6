-- without a transaction

-- The numbered changes of the public log by kind and year, and how many of each there are.
create table if not exists log_changes (
  position bigint primary key,
  entry_id uuid not null,
  change text not null,
  -- Of the change, in London; what the register held before it had a log keeps its own year.
  year smallint not null
);
create index if not exists log_changes_kind on log_changes (change, year, position);
create index if not exists log_changes_year on log_changes (year, position);
create index if not exists log_changes_reinstated on log_changes (entry_id, position) where change = 'reinstated';

create table if not exists log_totals (
  change text not null,
  year smallint not null,
  changes bigint not null,
  primary key (change, year)
);

-- For positions from `first` up to, not including, `end_at`. What is there already is left alone.
create or replace function note_log_changes(first bigint, end_at bigint) returns void
language sql as $$
  with added as (
    insert into log_changes (position, entry_id, change, year)
    select position, entry_id, leaf ->> 'change', extract(year from (leaf ->> 'at')::timestamptz at time zone 'Europe/London')
    from (
      select position, entry_id, convert_from(leaf, 'UTF8')::json as leaf from register_leaves
      where position >= first and position < end_at order by position
    ) as numbered
    on conflict (position) do nothing
    returning change, year
  )
  insert into log_totals as t (change, year, changes)
  select change, year, count(*) from added group by change, year order by change, year
  on conflict (change, year) do update set changes = t.changes + excluded.changes
$$;

create or replace function note_numbered() returns trigger
language plpgsql as $$
declare
  first bigint;
  last bigint;
begin
  select min(position), max(position) into first, last from new_rows;
  if first is not null then
    perform note_log_changes(first, last + 1);
  end if;
  return null;
end
$$;
create or replace trigger register_leaves_numbered after update on register_leaves
  referencing new table as new_rows for each statement execute function note_numbered();

do $$
declare
  first bigint := 0;
  size bigint := (select coalesce(max(position) + 1, 0) from register_leaves);
begin
  while first < size loop
    perform note_log_changes(first, least(first + 5000, size));
    commit;
    first := first + 5000;
  end loop;
end
$$;
