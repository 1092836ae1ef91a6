-- Events whose title, city and venue hold all of some words, in any order: those to come by date, then the past ones, latest first.
--
-- $1 to $4 words, folded, letters and digits alone; where there are fewer, one of them again. $5 category or null, $6 'featured' or
-- 'accredited' or null, $7 today in London, $8 how many at most
select id, title, starts_on as date, to_char(starts_at, 'HH24:MI') as time, venue, city, category, organiser, featured, accredited,
  sort_on < $7::date as past, is_demo as demo
from national_events
where search_text like '%' || $1::text || '%' and search_text like '%' || $2::text || '%'
  and search_text like '%' || $3::text || '%' and search_text like '%' || $4::text || '%'
  and ($5::text is null or category = $5::text)
  and ($6::text is distinct from 'featured' or featured)
  and ($6::text is distinct from 'accredited' or accredited)
order by sort_on < $7::date, case when sort_on >= $7::date then sort_on end, sort_on desc, id
limit $8::int
