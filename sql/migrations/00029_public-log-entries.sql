-- What the log says of one entry.
create index register_leaves_entry on register_leaves (entry_id, id);
