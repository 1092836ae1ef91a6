-- What every other subject stands on: folded text and its search, tables that only grow, notices of changed page data, rate limits.

create extension if not exists pg_trgm;
create extension if not exists unaccent;

-- Lower case without accents: what a search compares. Declared immutable so that it can be indexed; the dictionary is pinned by
-- name, and a changed dictionary would need a reindex.
create function fold(value text) returns text
language sql immutable strict parallel safe
return lower(unaccent('unaccent'::regdictionary, value));

-- The LIKE pattern that finds a text anywhere, folded as the searched columns are; what a person types is never a pattern.
-- Parallel unsafe on purpose: it keeps a search on one core. With two workers a search was no quicker, and starting them cost
-- 12 ms even where the plan's gate never ran them.
create function containing(value text) returns text
language sql immutable strict parallel unsafe
return '%' || regexp_replace(fold(value), '([\\%_])', '\\\1', 'g') || '%';

-- What a search puts first of a search text: the title and, where there is one, the number. A search text is the title, then where and by
-- whom, then the number, with a tab between each two.
create function title_part(search_text text) returns text
language sql immutable strict parallel safe
return split_part(search_text, E'\t', 1) || E'\t' || split_part(search_text, E'\t', 3);

-- The one- and two-letter parts of a text. Trigrams cannot answer a two-letter search; an index on these can.
-- (Splitting by regular expression takes 8 microseconds for a title and venue; joining generated positions took 78.)
-- The cost is what it really is against reading a row, so that the planner never evaluates it a million times instead of asking its index.
create function short_parts(value text) returns text[]
language sql immutable strict parallel safe cost 5000
return string_to_array(value, null)
  || string_to_array(regexp_replace(value, '(..)', E'\\1\x01', 'g'), E'\x01')
  || string_to_array(regexp_replace(substr(value, 2), '(..)', E'\\1\x01', 'g'), E'\x01');

-- The words of a folded text, as searches liken them: three letters or more, not digits alone. Numbers of entries are no words.
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
    'insert into %I (word) select distinct word from (%s) as texts, search_words(split_part(search_text, E''\t'', 1) || '' '' || split_part(search_text, E''\t'', 2)) as word order by word on conflict do nothing',
    tg_argv[0], texts);
  return null;
end
$$;

-- Whether a text names an e-mail address (given in small letters) as a whole, not as a part of a longer one: ann@fairs.example is not
-- named by joann@fairs.example, o'ann@fairs.example or ann@fairs.example.org, and is by 'ann@fairs.example'.
create function names_address(text text, address text) returns boolean
language sql immutable strict parallel safe as $$
  select position(address in lower(text)) > 0
    and lower(text) ~ (
      '(?<![[:alnum:]._%+-])(?<![[:alnum:]][!#$&''*/=?^`{|}~])'
      || regexp_replace(address, '([^[:alnum:]])', '\\\1', 'g')
      || '(?![[:alnum:]_-]|\.[[:alnum:]])'
    )
$$;

-- Rows of these tables are never edited and never deleted.
create function refuse_change() returns trigger
language plpgsql as $$
begin
  raise exception 'table % is append-only', tg_table_name using errcode = 'restrict_violation';
end
$$;

-- Tells every replica which kept pages a change touches: one tag per line, '*' for all of them.
create function announce_page_data(tags text[]) returns void
language plpgsql as $$
begin
  if length(array_to_string(tags, E'\n')) > 7000 then
    tags := array['*'];
  end if;
  perform pg_notify('page_data', array_to_string(tags, E'\n'));
end
$$;

-- For a trigger: the tags that it names.
create function announce_tags() returns trigger
language plpgsql as $$
begin
  perform announce_page_data(tg_argv);
  return null;
end
$$;

create unlogged table rate_limits (
  key text primary key,
  count integer not null,
  ends_at timestamptz not null
);
create index rate_limits_ends_at on rate_limits (ends_at);
