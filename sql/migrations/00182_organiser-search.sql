-- The admin area finds entries by their organiser.
create index register_entries_organiser_search on register_entries using gin (joined(fold(organiser)) gin_trgm_ops);
