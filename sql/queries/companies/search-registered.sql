-- Companies of the copy in order of fit: the number itself; names that begin with the words, the shortest spelling first; names
-- and former names that hold every word, by likeness.
--
-- The trigram index is slow for common words (it gathers every one of 100,000 matches before the first is seen), so it is asked
-- only when the beginnings do not fill the page and fewer than ten of the first 8,000 names in order, read from their index alone
-- in 3 ms, hold the words.
--
-- $1 number or '', $2 LIKE pattern of the beginning, $3 and $4 LIKE patterns of the rarest words, for the index (twice the same where
-- there is one), $5 of all words, which no index can be asked for, $6 the words as they are compared, $7 how many
with begins as materialized (
  select number, row_number() over () as place from (
    select number from registered_companies where search_text like $2::text order by search_text limit $7::int
  ) as first_names
),
common as materialized (
  select number, search_text from (
    select number, search_text from registered_companies
    where (select count(*) from begins) < $7::int
    order by search_text limit 8000
  ) as first_names
  where search_text like all ($5::text[])
  limit $7::int
),
rare as materialized (
  select number, search_text from registered_companies
  where (select count(*) from begins) < $7::int and (select count(*) from common) < 10
    and search_text like $3::text and search_text like $4::text
    and search_text like all ($5::text[])
  limit 400
),
found as (
  select number, 0 as tier, 0::float8 as place from registered_companies where number = $1::text
  union all
  select number, 1, place from begins
  union all
  select number, case when search_text like '%' || $6::text || '%' then 2 else 3 end, -similarity(search_text, $6::text)
  from (table common union table rare) as holds
),
ranked as (
  select number, min(tier) as tier, (array_agg(place order by tier))[1] as place
  from found group by number
  order by 2, 3, 1
  limit $7::int
)
select c.number, c.name, c.status, c.status_detail, c.previous_names, c.line1, c.line2, c.town, c.county, c.postcode
from ranked join registered_companies as c on c.number = ranked.number
order by ranked.tier, ranked.place, c.number
