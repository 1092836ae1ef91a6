-- The register by title.
create index register_entries_name on register_entries ((fold(title)) collate "C", id);
-- The list of one status, in the order of the register: what is rare is found without reading past all others.
create index register_entries_status_order on register_entries (status, featured, sort_on, id);
