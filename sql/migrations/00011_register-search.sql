-- Search that stays quick at a million entries, whatever the term (sql/queries/register/search-entries.sql).

-- The LIKE pattern that finds a text anywhere, folded as register_entries.search_text is; what a person types is never a pattern.
-- Parallel unsafe on purpose: it keeps a search on one core. With two workers a search was no quicker, and starting them cost
-- 12 ms even where the plan's gate never ran them.
create function containing(value text) returns text
language sql immutable strict parallel unsafe
return '%' || regexp_replace(fold(value), '([\\%_])', '\\\1', 'g') || '%';

-- A text with a letter of no language (U+01C0) for each space. Trigrams end at spaces: of "food fair" they know two words and find every
-- text that holds both somewhere. Without spaces they know the step from one to the other as well: 2 ms instead of 230.
create function joined(value text) returns text
language sql immutable strict parallel safe
return replace(value, ' ', E'\u01C0');

drop index register_entries_search;
create index register_entries_search on register_entries using gin (joined(search_text) gin_trgm_ops);

-- What it really costs against reading a row, so that the planner never evaluates it a million times instead of asking its index.
alter function short_parts(text) cost 5000;

-- The order with the text in the index: reading on in search of a common term touches no entry that does not match (20,000 entries
-- in 6 ms instead of 40).
drop index register_entries_order;
create index register_entries_order on register_entries (featured, sort_on, id) include (search_text);
drop index register_entries_city_order;
create index register_entries_city_order on register_entries (city_key, featured, sort_on, id) include (search_text);

-- Finer than the default of 100, for a better guess of how common a term is.
alter table register_entries alter column search_text set statistics 400;
alter index register_entries_search alter column 1 set statistics 400;
