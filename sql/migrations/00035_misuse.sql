-- What may be misuse of an accreditation, for the desk that hears concerns: numbers that fail when they are checked, and names that look like
-- accredited ones.

-- How often a number was checked that is not valid: the number and the day, and nothing about who asked. Of each day the numbers that were
-- checked most often are kept, so that nobody who makes numbers up can fill the table.
create table failed_checks (
  day date not null,
  number text not null,
  checks integer not null,
  primary key (day, number),
  constraint failed_checks_length check (length(number) between 1 and 40)
);

-- No foreign keys: these rows are worth nothing without the application and the entry, are never shown without them, and hold neither back.
create table look_alike_names (
  application_id uuid not null,
  -- Whether the organiser's name or the event's title is like that of the entry.
  kind text not null,
  entry_id uuid not null,
  -- From 0 to 1, as the share of trigrams that both have.
  likeness real not null,
  found_at timestamptz not null,
  primary key (application_id, kind, entry_id),
  constraint look_alike_names_kind check (kind in ('organiser', 'title'))
);
create index look_alike_names_found on look_alike_names (found_at);

-- Which writing of an application has been compared.
create table compared_names (
  application_id uuid primary key,
  revision integer not null,
  compared_at timestamptz not null
);
