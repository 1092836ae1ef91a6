-- The public register: entries are records of their own and are never derived from an application when they are read.

create table register_entries (
  id uuid primary key default gen_random_uuid(),
  -- The public number, also the certificate's: prefix, year, six characters without look-alikes.
  number text not null,
  slug text not null,
  application_id uuid references applications (id),
  organisation_id uuid references organisations (id),
  status text not null,
  status_reason text,
  valid_from timestamptz not null,
  valid_until timestamptz,
  title text not null,
  organiser text not null,
  description text not null default '',
  event_type text not null default 'physical',
  -- One of the 13 categories of the form, and the sector of the event list that it belongs to.
  category text not null,
  sector text not null,
  -- Local date and time in Europe/London; no date means a private service or a date to be confirmed.
  starts_on date,
  starts_at time,
  venue text not null default '',
  address text not null default '',
  city text not null default '',
  county text not null default '',
  postcode text not null default '',
  country text not null default '',
  latitude double precision,
  longitude double precision,
  price text not null default '',
  attendees integer not null default 0,
  capacity integer,
  featured boolean not null default false,
  is_pro boolean not null default false,
  image_url text,
  images text[] not null default '{}',
  website_url text,
  ticket_url text,
  landing_page_url text,
  button_text text not null default '',
  partners text[] not null default '{}',
  is_demo boolean not null default false,
  published_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  city_key text not null generated always as (fold(city)) stored,
  -- Title and venue, kept apart so that no match runs across both.
  search_text text not null generated always as (fold(title) || E'\n' || fold(venue)) stored,
  -- Entries without a date stand after those with one.
  sort_on date not null generated always as (coalesce(starts_on, 'infinity'::date)) stored,
  constraint register_entries_status_known check (status in ('active', 'lapsed', 'suspended', 'revoked')),
  constraint register_entries_sector_known check (sector in ('business', 'entertainment', 'sports', 'culture', 'charity')),
  constraint register_entries_event_type_known check (event_type in ('physical', 'online', 'private'))
);
create unique index register_entries_number on register_entries (number);
create unique index register_entries_slug on register_entries (slug);
create unique index register_entries_application on register_entries (application_id);
create index register_entries_lapse on register_entries (valid_until) where status = 'active';
-- Keyset order of the lists: within featured and others by date.
create index register_entries_order on register_entries (featured, sort_on, id);
create index register_entries_city_order on register_entries (city_key, featured, sort_on, id);
create index register_entries_date_order on register_entries (sort_on, id);
create index register_entries_sector_order on register_entries (sector, sort_on, id);
create index register_entries_search on register_entries using gin (search_text gin_trgm_ops);
create index register_entries_short_search on register_entries using gin (short_parts(search_text));

-- What stands is what has not run out, even before the job that lapses it has come by.
create function standing(status text, valid_until timestamptz) returns text
language sql stable parallel safe
return case when status = 'active' and valid_until <= now() then 'lapsed' else status end;

create table register_history (
  id bigint generated always as identity primary key,
  entry_id uuid not null references register_entries (id),
  happened_at timestamptz not null default now(),
  change text not null,
  from_status text,
  to_status text not null,
  -- Shown to the public.
  reason text,
  -- What brought it about: an order, a payment event, a person of the desk, a job.
  cause text not null,
  constraint register_history_change_known check (change in ('published', 'renewed', 'lapsed', 'suspended', 'reinstated', 'revoked', 'edited'))
);
create index register_history_entry on register_history (entry_id, id);
create trigger register_history_append_only before update or delete on register_history
  for each row execute function refuse_change();

-- Exact counts by city, category and status without counting: kept by the statements that change entries.
create table register_counts (
  city_key text not null,
  sector text not null,
  category text not null,
  status text not null,
  city text not null,
  entries bigint not null,
  primary key (city_key, sector, category, status)
) with (fillfactor = 50);

create function count_register_entries() returns trigger
language plpgsql as $$
begin
  -- In key order, so that two transactions never wait for each other crosswise.
  if tg_op = 'INSERT' then
    insert into register_counts as c (city_key, sector, category, status, city, entries)
    select city_key, sector, category, status, max(city), count(*) from new_rows group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (city_key, sector, category, status) do update set entries = c.entries + excluded.entries;
  elsif tg_op = 'DELETE' then
    insert into register_counts as c (city_key, sector, category, status, city, entries)
    select city_key, sector, category, status, max(city), -count(*) from old_rows group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (city_key, sector, category, status) do update set entries = c.entries + excluded.entries;
  else
    insert into register_counts as c (city_key, sector, category, status, city, entries)
    select city_key, sector, category, status, max(city), sum(delta)
    from (
      select city_key, sector, category, status, city, 1 as delta from new_rows
      union all
      select city_key, sector, category, status, city, -1 from old_rows
    ) as changes
    group by 1, 2, 3, 4 having sum(delta) <> 0 order by 1, 2, 3, 4
    on conflict (city_key, sector, category, status) do update set entries = c.entries + excluded.entries;
  end if;
  return null;
end
$$;
create trigger register_entries_count_insert after insert on register_entries
  referencing new table as new_rows for each statement execute function count_register_entries();
create trigger register_entries_count_update after update on register_entries
  referencing new table as new_rows old table as old_rows for each statement execute function count_register_entries();
create trigger register_entries_count_delete after delete on register_entries
  referencing old table as old_rows for each statement execute function count_register_entries();

-- Which kept pages a change touches: lists of the whole register, of the entry's city (before and after), and its own page.
create function announce_register_change() returns trigger
language plpgsql as $$
declare
  tags text[];
begin
  if tg_op = 'INSERT' then
    select array_agg(distinct tag) into tags
    from (select city_key, slug from new_rows limit 200) as r,
      lateral (values ('register'), ('register-city:' || r.city_key), ('register-entry:' || r.slug)) as t (tag);
  elsif tg_op = 'DELETE' then
    select array_agg(distinct tag) into tags
    from (select city_key, slug from old_rows limit 200) as r,
      lateral (values ('register'), ('register-city:' || r.city_key), ('register-entry:' || r.slug)) as t (tag);
  else
    select array_agg(distinct tag) into tags
    from (select city_key, slug from new_rows union select city_key, slug from old_rows limit 200) as r,
      lateral (values ('register'), ('register-city:' || r.city_key), ('register-entry:' || r.slug)) as t (tag);
  end if;
  if cardinality(tags) >= 200 then
    tags := array['*'];
  end if;
  if tags is not null then
    perform announce_page_data(tags);
  end if;
  return null;
end
$$;
create trigger register_entries_announce_insert after insert on register_entries
  referencing new table as new_rows for each statement execute function announce_register_change();
create trigger register_entries_announce_update after update on register_entries
  referencing new table as new_rows old table as old_rows for each statement execute function announce_register_change();
create trigger register_entries_announce_delete after delete on register_entries
  referencing old table as old_rows for each statement execute function announce_register_change();
