-- The words of the two searched lists. A mistyped word is likened to these and not to the entries: a million entries share some ten
-- thousand words, and likening every title by trigram would read tens of thousands of entries for each search.

create table register_words (word text collate "C" primary key);
create index register_words_near on register_words using gin (word gin_trgm_ops);
create table national_event_words (word text collate "C" primary key);
create index national_event_words_near on national_event_words using gin (word gin_trgm_ops);

-- The words of a folded text, as searches liken them: three letters or more, not digits alone.
create function search_words(folded text) returns setof text
language sql immutable strict parallel safe rows 8
begin atomic
  select word from regexp_split_to_table(folded, '[^[:alnum:]]+') as word
  where length(word) between 3 and 40 and word ~ '[^0-9]';
end;

-- Words are only ever added, so no two changes wait for each other over a word that both lists know. A word that no entry holds any
-- longer leads to a search that finds nothing.
create function note_search_words() returns trigger
language plpgsql as $$
declare
  texts text := case tg_op
    when 'INSERT' then 'select search_text from new_rows'
    else 'select search_text from new_rows except select search_text from old_rows'
  end;
begin
  -- In order, so that two transactions never wait for each other crosswise.
  execute format(
    'insert into %I (word) select distinct word from (%s) as texts, search_words(search_text) as word order by word on conflict do nothing',
    tg_argv[0], texts);
  return null;
end
$$;

create trigger register_entries_words_insert after insert on register_entries
  referencing new table as new_rows for each statement execute function note_search_words('register_words');
create trigger register_entries_words_update after update on register_entries
  referencing new table as new_rows old table as old_rows for each statement execute function note_search_words('register_words');
create trigger national_events_words_insert after insert on national_events
  referencing new table as new_rows for each statement execute function note_search_words('national_event_words');
create trigger national_events_words_update after update on national_events
  referencing new table as new_rows old table as old_rows for each statement execute function note_search_words('national_event_words');

insert into register_words (word)
select distinct word from register_entries, search_words(search_text) as word;
insert into national_event_words (word)
select distinct word from national_events, search_words(search_text) as word;
