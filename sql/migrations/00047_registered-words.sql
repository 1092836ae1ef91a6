-- The words of the copied register with the number of names that hold them: what a misspelt word is likened to. Likening the five
-- million names themselves takes seconds.
create table registered_words (
  word text collate "C" not null,
  names integer not null
);
create unique index registered_words_word on registered_words (word);
create index registered_words_near on registered_words using gin (word gin_trgm_ops) with (fastupdate = off);
