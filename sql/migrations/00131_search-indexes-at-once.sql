-- A search also reads what an index has not taken in yet: with a hundred changes a second, that cost it a tenth of its time. From here on
-- the register's search indexes take in each change at once.

alter index register_entries_search set (fastupdate = off);
alter index register_entries_short_search set (fastupdate = off);
alter index register_words_near set (fastupdate = off);
select gin_clean_pending_list('register_entries_search'), gin_clean_pending_list('register_entries_short_search'),
  gin_clean_pending_list('register_words_near');
