-- Entries whose title and venue hold all of some words, in any order, as cards: upcoming ones first, as in list-entries.sql.
--
-- $1 to $4 words, folded, letters and digits alone; where there are fewer, one of them again. $5 city or null, $6 category or sector or
-- null, $7 verified only, $8 today in London, $9 how many at most
with page as (
  select id, sort_on, case when sort_on >= $8::date then 0 else 2 end + case when featured then 0 else 1 end as segment
  from register_entries
  where joined(search_text) like '%' || $1::text || '%' and joined(search_text) like '%' || $2::text || '%'
    and joined(search_text) like '%' || $3::text || '%' and joined(search_text) like '%' || $4::text || '%'
    and ($5::text is null or city_key = fold($5::text))
    and ($6::text is null or category = $6::text or sector = $6::text)
    and (not $7::boolean or standing(status, valid_until) = 'active')
  order by segment, sort_on, id
  limit $9::int
)
select
  (select coalesce(json_agg(json_build_object(
      'at', segment || '.' || page.sort_on || '.' || page.id, 'slug', slug, 'title', title, 'description', left(description, 240),
      'date', starts_on, 'venue', venue, 'city', city, 'category', category, 'sector', sector, 'featured', featured,
      'imageUrl', image_url, 'websiteUrl', website_url, 'partners', partners, 'demo', is_demo, 'private', event_type = 'private',
      'status', standing(status, valid_until))
    order by segment, page.sort_on, page.id), '[]')
   from page join register_entries as e on e.id = page.id) as entries
