-- without a transaction
-- A search compares texts without their apostrophes: "ohara" finds "O'Hara's", and the other way round. The indexes of the texts as they
-- are serve the last release, and the likening of titles.
create or replace function without_apostrophes(value text) returns text
language sql immutable strict parallel safe
return translate(value, E'''\u2018\u2019\u201b\u02bc\u2032`\u00b4', '');
-- The folded name of a city or an organiser, for those who type its beginning.
create or replace function plain_name(folded text) returns text
language sql immutable strict parallel safe
return translate(without_apostrophes(folded), '-', ' ');
create index concurrently if not exists register_entries_plain_search on register_entries
  using gin (without_apostrophes(search_text) gin_trgm_ops) with (fastupdate = off);
create index concurrently if not exists register_entries_plain_title_search on register_entries
  using gin (without_apostrophes(title_part(search_text)) gin_trgm_ops) with (fastupdate = off);
create index concurrently if not exists national_events_plain_search on national_events
  using gin (without_apostrophes(search_text) gin_trgm_ops);
create index concurrently if not exists register_organisers_plain_name_search on register_organisers
  using gin (plain_name(fold(name)) gin_trgm_ops);
