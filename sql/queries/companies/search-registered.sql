-- Companies of the copy in order of fit: the number itself; names that begin with the words, the shortest spelling first; names
-- and former names that hold every word, by likeness. The trigram index is asked only when the first two leave room.
--
-- $1 number or '', $2 LIKE pattern of the beginning, $3 to $5 LIKE patterns of the words (repeated where there are fewer),
-- $6 the words as they are compared, $7 how many
with begins as materialized (
  select number, row_number() over () as place from (
    select number from registered_companies where search_text like $2::text order by search_text limit $7::int
  ) as first_names
),
holds as materialized (
  select number, search_text from registered_companies
  where (select count(*) from begins) < $7::int
    and search_text like $3::text and search_text like $4::text and search_text like $5::text
  limit 400
),
found as (
  select number, 0 as tier, 0::float8 as place from registered_companies where number = $1::text
  union all
  select number, 1, place from begins
  union all
  select number, case when search_text like '%' || $6::text || '%' then 2 else 3 end, -similarity(search_text, $6::text) from holds
),
ranked as (
  select number, min(tier) as tier, (array_agg(place order by tier))[1] as place
  from found group by number
  order by 2, 3, 1
  limit $7::int
)
select c.number, c.name, c.status, c.line1, c.line2, c.town, c.county, c.postcode
from ranked join registered_companies as c on c.number = ranked.number
order by ranked.tier, ranked.place, c.number
