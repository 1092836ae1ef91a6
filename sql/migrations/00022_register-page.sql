-- The register by title.
create index register_entries_name on register_entries ((fold(title)) collate "C", id);
