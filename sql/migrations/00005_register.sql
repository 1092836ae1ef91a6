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
  -- Which writing of an entry somebody has before them: a change counts it up, whoever makes it, and an editor whose page is older
  -- than the entry learns so before overwriting it.
  version integer not null default 1,
  published_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  city_key text not null generated always as (fold(city)) stored,
  -- As `title_part` takes it apart.
  search_text text not null generated always as (
    fold(title) || E'\t' || fold(venue) || E'\n' || fold(city) || E'\n' || fold(organiser) || E'\t' || fold(number)) stored,
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
-- Keyset order of the lists: within featured and others by date. With the text in the index: reading on in search of a common term
-- touches no entry that does not match (20,000 entries in 6 ms instead of 40).
create index register_entries_order on register_entries (featured, sort_on, id) include (search_text);
create index register_entries_city_order on register_entries (city_key, featured, sort_on, id) include (search_text);
create index register_entries_category_order on register_entries (category, featured, sort_on, id);
create index register_entries_sector_order on register_entries (sector, featured, sort_on, id);
-- The order of what is to come.
create index register_entries_date_order on register_entries (sort_on, id);
create index register_entries_sector_date_order on register_entries (sector, sort_on, id);
-- The order of feeds: what was published last. Filters that match often are read on along this index; rare ones have their own.
create index register_entries_newest on register_entries (published_at desc, id desc);
create index register_entries_newest_featured on register_entries (published_at desc, id desc) where featured;
create index register_entries_newest_not_active on register_entries (published_at desc, id desc) where status <> 'active';
-- A search also reads what an index has not taken in yet: with a hundred changes a second, that cost it a tenth of its time. These
-- take in each change at once.
create index register_entries_search on register_entries using gin (search_text gin_trgm_ops) with (fastupdate = off);
create index register_entries_title_search on register_entries using gin (title_part(search_text) gin_trgm_ops) with (fastupdate = off);
create index register_entries_short_search on register_entries using gin (short_parts(search_text)) with (fastupdate = off);

create function count_entry_version() returns trigger
language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end
$$;
create trigger register_entries_version before update on register_entries
  for each row execute function count_entry_version();

-- What stands is what has not run out, even before the job that lapses it has come by.
create function register_status(status text, valid_until timestamptz) returns text
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
  -- What brought it about: an order, a payment event, a person of the admin area, a job.
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

create function count_register_entries() returns trigger
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

create trigger register_entries_count_insert after insert on register_entries
  referencing new table as new_rows for each statement execute function count_register_entries();
create trigger register_entries_count_update after update on register_entries
  referencing new table as new_rows old table as old_rows for each statement execute function count_register_entries();
create trigger register_entries_count_delete after delete on register_entries
  referencing old table as old_rows for each statement execute function count_register_entries();

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

-- The words of the entries. A mistyped word is likened to these and not to the entries: a million entries share some ten thousand
-- words, and likening every title by trigram would read tens of thousands of entries for each search.
create table register_words (word text collate "C" primary key);
create index register_words_near on register_words using gin (word gin_trgm_ops) with (fastupdate = off);
create trigger register_entries_words_insert after insert on register_entries
  referencing new table as new_rows for each statement execute function note_search_words('register_words');
create trigger register_entries_words_update after update on register_entries
  referencing new table as new_rows old table as old_rows for each statement execute function note_search_words('register_words');
