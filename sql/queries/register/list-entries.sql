-- One page of the register with its total, how many of that are verified, and its largest cities, in one row.
--
-- The order: upcoming featured entries, other upcoming ones, past featured ones, other past ones (segments 0 to 3); within each by
-- date, undated last. Each segment is a range of an index, read only as far as the page needs: an Append over branches with a limit
-- runs them one after another. Absent filters and passed segments fold away, because every execution is planned for its values.
--
-- $1 city or null, $2 category or sector or null, $3 verified only, $4 today in London,
-- $5 segment, $6 date, $7 id of the last entry of the page before (today and the zero id: from the start),
-- $8 rows wanted, $9 full entries rather than cards, $10 how many cities
with page as (
  select * from (
    (select id, sort_on, 0 as segment from register_entries
     where $5::int <= 0 and featured and sort_on >= $4::date and ($5::int <> 0 or (sort_on, id) > ($6::date, $7::uuid))
       and ($1::text is null or city_key = fold($1::text))
       and ($2::text is null or category = $2::text or sector = $2::text)
       and (not $3::boolean or standing(status, valid_until) = 'active')
     order by sort_on, id limit $8::int)
    union all
    (select id, sort_on, 1 from register_entries
     where $5::int <= 1 and not featured and sort_on >= $4::date and ($5::int <> 1 or (sort_on, id) > ($6::date, $7::uuid))
       and ($1::text is null or city_key = fold($1::text))
       and ($2::text is null or category = $2::text or sector = $2::text)
       and (not $3::boolean or standing(status, valid_until) = 'active')
     order by sort_on, id limit $8::int)
    union all
    (select id, sort_on, 2 from register_entries
     where $5::int <= 2 and featured and sort_on < $4::date and ($5::int <> 2 or (sort_on, id) > ($6::date, $7::uuid))
       and ($1::text is null or city_key = fold($1::text))
       and ($2::text is null or category = $2::text or sector = $2::text)
       and (not $3::boolean or standing(status, valid_until) = 'active')
     order by sort_on, id limit $8::int)
    union all
    (select id, sort_on, 3 from register_entries
     where not featured and sort_on < $4::date and ($5::int <> 3 or (sort_on, id) > ($6::date, $7::uuid))
       and ($1::text is null or city_key = fold($1::text))
       and ($2::text is null or category = $2::text or sector = $2::text)
       and (not $3::boolean or standing(status, valid_until) = 'active')
     order by sort_on, id limit $8::int)
  ) as segments
  limit $8::int
)
select
  (select coalesce(json_agg(
    case when $9::boolean then json_build_object(
      'at', segment || '.' || page.sort_on || '.' || page.id, 'id', page.id, 'slug', slug, 'title', title, 'organiser', organiser,
      'description', description, 'date', starts_on, 'time', to_char(starts_at, 'HH24:MI'), 'venue', venue, 'city', city,
      'category', category, 'sector', sector, 'price', price, 'attendees', attendees, 'capacity', capacity,
      'featured', featured, 'isPro', is_pro, 'imageUrl', image_url, 'websiteUrl', website_url, 'ticketUrl', ticket_url,
      'landingPageUrl', landing_page_url, 'partners', partners, 'status', standing(status, valid_until))
    else json_build_object(
      'at', segment || '.' || page.sort_on || '.' || page.id, 'slug', slug, 'title', title, 'description', left(description, 240),
      'date', starts_on, 'venue', venue, 'city', city, 'category', category, 'sector', sector, 'featured', featured,
      'imageUrl', image_url, 'websiteUrl', website_url, 'partners', partners, 'demo', is_demo, 'private', event_type = 'private',
      'status', standing(status, valid_until))
    end order by segment, page.sort_on, page.id), '[]')
   from page join register_entries as e on e.id = page.id) as entries,
  counted.total,
  counted.verified,
  fold($1::text) as "cityKey",
  (select max(label) from register_totals where scope = 'city' and key = fold($1::text)) as "cityName",
  (select coalesce(json_agg(json_build_array(label, entries) order by entries desc, key), '[]') from (
    select key, max(label) as label, sum(entries) as entries
    from (
      select key, label, status, entries from register_totals
      where ($2::text is null or $1::text is not null) and scope = 'city'
      union all
      -- Of one category, which the totals do not know by city.
      select city_key, city, status, entries from register_counts
      where $1::text is null and (category = $2::text or sector = $2::text)
    ) as cities
    where $10::int > 0 and key <> '' and (not $3::boolean or status = 'active')
    group by key having sum(entries) > 0
    order by 3 desc, 1
    limit $10::int
  ) as largest) as cities
from (
  select coalesce(sum(entries) filter (where not $3::boolean or status = 'active'), 0)::int as total,
    coalesce(sum(entries) filter (where status = 'active'), 0)::int as verified
  from (
    select status, entries from register_totals
    where ($1::text is null or $2::text is null)
      and scope = any (case when $1::text is not null then array['city']
        when $2::text is not null then array['category', 'sector'] else array['all'] end)
      and key = coalesce(fold($1::text), $2::text, '')
    union all
    select status, entries from register_counts
    where $1::text is not null and $2::text is not null
      and city_key = fold($1::text) and (category = $2::text or sector = $2::text)
  ) as groups
) as counted
