-- An operator's copy of the company register (Companies House's free company data). It is loaded into a second table of the same
-- shape, which then takes this one's place; the loader copies the indexes from here.

create table registered_companies (
  number text collate "C" not null,
  name text not null,
  -- The name as it is compared, with a blank before it, then each former name on a line of its own in the same way.
  search_text text collate "C" not null,
  status text not null,
  status_detail text not null,
  previous_names text[] not null,
  line1 text not null,
  line2 text not null,
  town text not null,
  county text not null,
  postcode text not null,
  country text not null
);
create unique index registered_companies_number on registered_companies (number);
-- With the number in it, so that reading on by name touches the index alone.
create index registered_companies_name on registered_companies (search_text) include (number);
create index registered_companies_search on registered_companies using gin (search_text gin_trgm_ops) with (fastupdate = off);

create table register_copies (
  is_current boolean primary key default true constraint register_copies_one check (is_current),
  -- The day of the register that the copy shows.
  as_of date not null,
  companies integer not null,
  loaded_at timestamptz not null default now()
);
