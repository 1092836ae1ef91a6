-- For each word that no company has, the word that is most like it, the commoner of equals; short words are left as they are.
-- $1 words
select case
  when length(typed.word) < 4 or exists (select from registered_words as known where known.word = typed.word) then typed.word
  else coalesce((
    select near.word from registered_words as near
    where near.word % typed.word
    order by similarity(near.word, typed.word) desc, near.names desc, near.word
    limit 1), typed.word)
end as word
from unnest($1::text[]) with ordinality as typed (word, place)
order by place
