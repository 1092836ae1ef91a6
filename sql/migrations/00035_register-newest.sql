-- The order of feeds: what was published last. Filters that match often are read on along this index; rare ones have their own.
create index register_entries_newest on register_entries (published_at desc, id desc);
