-- How many entries of each sector stand on each day, so that the list of what is to come can say how many each of its filters leads to
-- without counting entries: some thousand small rows at most, of which a page reads those from today on.

create table register_days (
  sector text not null,
  status text not null,
  -- The day of the order: infinity without a date.
  sort_on date not null,
  entries bigint not null,
  primary key (status, sort_on, sector)
) with (fillfactor = 50);

create function count_register_days() returns trigger
language plpgsql as $$
declare
  changes text := case tg_op
    when 'INSERT' then 'select sector, status, sort_on, 1 as delta from new_rows'
    when 'DELETE' then 'select sector, status, sort_on, -1 as delta from old_rows'
    else 'select sector, status, sort_on, 1 as delta from new_rows union all select sector, status, sort_on, -1 from old_rows'
  end;
begin
  -- In key order, so that two transactions never wait for each other crosswise.
  execute format(
    'insert into register_days as d (sector, status, sort_on, entries)
     select sector, status, sort_on, sum(delta) from (%s) as changes
     group by status, sort_on, sector having sum(delta) <> 0 order by status, sort_on, sector
     on conflict (status, sort_on, sector) do update set entries = d.entries + excluded.entries', changes);
  return null;
end
$$;

create trigger register_entries_days_insert after insert on register_entries
  referencing new table as new_rows for each statement execute function count_register_days();
create trigger register_entries_days_update after update on register_entries
  referencing new table as new_rows old table as old_rows for each statement execute function count_register_days();
create trigger register_entries_days_delete after delete on register_entries
  referencing old table as old_rows for each statement execute function count_register_days();

insert into register_days (sector, status, sort_on, entries)
select sector, status, sort_on, count(*) from register_entries group by 1, 2, 3;
