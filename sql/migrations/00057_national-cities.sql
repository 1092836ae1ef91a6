-- How many events of the National Events Database each city has: for suggestions, and for a city that is spelt nearly so.
create table national_event_cities (
  key text collate "C" primary key,
  city text not null,
  events bigint not null
) with (fillfactor = 50);

create function count_national_event_cities() returns trigger
language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into national_event_cities as c (key, city, events)
    select fold(city), max(city), count(*) from new_rows where city <> '' group by 1 order by 1
    on conflict (key) do update set events = c.events + excluded.events;
  elsif tg_op = 'DELETE' then
    insert into national_event_cities as c (key, city, events)
    select fold(city), max(city), -count(*) from old_rows where city <> '' group by 1 order by 1
    on conflict (key) do update set events = c.events + excluded.events;
  else
    insert into national_event_cities as c (key, city, events)
    select fold(city), max(city), sum(delta)
    from (
      select city, 1 as delta from new_rows
      union all
      select city, -1 from old_rows
    ) as changes
    where city <> '' group by 1 having sum(delta) <> 0 order by 1
    on conflict (key) do update set events = c.events + excluded.events;
  end if;
  return null;
end
$$;

-- A new trigger holds writers back until this migration has ended, so no event is counted twice or missed. Only imports write events.
create trigger national_events_cities_insert after insert on national_events
  referencing new table as new_rows for each statement execute function count_national_event_cities();
create trigger national_events_cities_update after update on national_events
  referencing new table as new_rows old table as old_rows for each statement execute function count_national_event_cities();
create trigger national_events_cities_delete after delete on national_events
  referencing old table as old_rows for each statement execute function count_national_event_cities();
insert into national_event_cities (key, city, events)
select fold(city), max(city), count(*) from national_events where city <> '' group by 1;
