-- What was published last, for feeds; `sequence` as in list-dated.sql.
--
-- $1 search text or null, $2 city or null, $3 category or sector or null, $4 verified only, $5 first day of the events or null, $6 rows wanted
select id, slug, number, title, organiser, description, event_type = 'private' as is_private, category, starts_on as date,
  starts_at as time, venue, address, city, postcode, standing(status, valid_until) as status, published_at, updated_at, is_demo,
  greatest(0, least(extract(epoch from updated_at - published_at), 2147483647))::int as sequence
from register_entries
where ($1::text is null
    or length(fold($1::text)) > 2 and joined(search_text) like joined(containing($1::text))
    or length(fold($1::text)) <= 2 and short_parts(search_text) @> array[fold($1::text)])
  and ($2::text is null or city_key = fold($2::text))
  and ($3::text is null or category = $3::text or sector = $3::text)
  and (not $4::boolean or status = 'active' and (valid_until is null or valid_until > now()))
  and ($5::date is null or sort_on >= $5::date)
order by published_at desc, id desc
limit $6::int
