-- The words of this list that share trigrams with those of a search, a few for each; empty where a word is like none. `words` counts
-- the words that were typed.
--
-- $1 search text
with asked as (
  select word, place from search_words(fold($1::text)) with ordinality as typed (word, place) where place <= 6
)
select asked.place::int as place, asked.word as typed, near.word, near.likeness, (select count(*) from asked)::int as words
from asked, lateral (
  select w.word, similarity(w.word, asked.word)::float8 as likeness
  from national_event_words as w
  where w.word % asked.word
  order by likeness desc, w.word
  limit 8
) as near
