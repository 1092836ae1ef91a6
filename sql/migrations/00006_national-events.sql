-- The National Events Database: public events that an operator imports. Being listed here says nothing about accreditation.

create table national_events (
  id uuid primary key default gen_random_uuid(),
  -- Title, date and venue folded together: an import that runs twice finds its rows again.
  source_key text not null,
  title text not null,
  starts_on date,
  starts_at time,
  venue text not null default '',
  city text not null default '',
  category text not null default '',
  organiser text not null default '',
  description text not null default '',
  featured boolean not null default false,
  accredited boolean not null default false,
  is_demo boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  sort_on date not null generated always as (coalesce(starts_on, 'infinity'::date)) stored,
  search_text text not null generated always as (
    fold(title) || E'\t' || fold(venue) || E'\n' || fold(city) || E'\n' || fold(organiser)) stored
);
create unique index national_events_source_key on national_events (source_key);
create index national_events_order on national_events (sort_on, id);
create index national_events_category_order on national_events (category, sort_on, id);
create index national_events_featured_order on national_events (sort_on, id) where featured;
create index national_events_accredited_order on national_events (sort_on, id) where accredited;
create index national_events_search on national_events using gin (search_text gin_trgm_ops);
create index national_events_short_search on national_events using gin (short_parts(search_text));

create table national_event_counts (
  category text not null,
  featured boolean not null,
  accredited boolean not null,
  events bigint not null,
  primary key (category, featured, accredited)
) with (fillfactor = 50);

create function count_national_events() returns trigger
language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into national_event_counts as c (category, featured, accredited, events)
    select category, featured, accredited, count(*) from new_rows group by 1, 2, 3 order by 1, 2, 3
    on conflict (category, featured, accredited) do update set events = c.events + excluded.events;
  elsif tg_op = 'DELETE' then
    insert into national_event_counts as c (category, featured, accredited, events)
    select category, featured, accredited, -count(*) from old_rows group by 1, 2, 3 order by 1, 2, 3
    on conflict (category, featured, accredited) do update set events = c.events + excluded.events;
  else
    insert into national_event_counts as c (category, featured, accredited, events)
    select category, featured, accredited, sum(delta)
    from (
      select category, featured, accredited, 1 as delta from new_rows
      union all
      select category, featured, accredited, -1 from old_rows
    ) as changes
    group by 1, 2, 3 having sum(delta) <> 0 order by 1, 2, 3
    on conflict (category, featured, accredited) do update set events = c.events + excluded.events;
  end if;
  perform announce_page_data(array['national-events']);
  return null;
end
$$;
create trigger national_events_count_insert after insert on national_events
  referencing new table as new_rows for each statement execute function count_national_events();
create trigger national_events_count_update after update on national_events
  referencing new table as new_rows old table as old_rows for each statement execute function count_national_events();
create trigger national_events_count_delete after delete on national_events
  referencing old table as old_rows for each statement execute function count_national_events();

-- The words of the events, which a mistyped word is likened to (as `register_words`).
create table national_event_words (word text collate "C" primary key);
create index national_event_words_near on national_event_words using gin (word gin_trgm_ops);
create trigger national_events_words_insert after insert on national_events
  referencing new table as new_rows for each statement execute function note_search_words('national_event_words');
create trigger national_events_words_update after update on national_events
  referencing new table as new_rows old table as old_rows for each statement execute function note_search_words('national_event_words');

-- Files of public events that the admin area brings in by the browser: taken in pieces, checked, confirmed, imported. The pieces go when
-- the import is done; what came of it stays.
create table national_imports (
  id uuid primary key default gen_random_uuid(),
  file_name text not null,
  pieces integer not null,
  state text not null default 'receiving',
  -- Rows read so far, by the check or by the import.
  rows_read integer not null default 0,
  -- What the check has found: {"rows", "refused", "problems": [{"line", "reason"}], "ignored": [...]}.
  found jsonb,
  -- What the import has done.
  summary jsonb,
  -- Why the file cannot be read at all, or why its import failed.
  problem text,
  created_by text references people (id) on delete set null,
  created_by_name text not null,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  constraint national_imports_state_known
    check (state in ('receiving', 'checking', 'checked', 'importing', 'done', 'failed')),
  constraint national_imports_pieces check (pieces between 1 and 400)
);
create index national_imports_newest on national_imports (created_at desc);

create table national_import_pieces (
  import_id uuid not null references national_imports (id) on delete cascade,
  position integer not null,
  content text not null,
  primary key (import_id, position)
);
