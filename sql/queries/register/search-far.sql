-- The page of a search that search-entries.sql could not fill: the term is common, but not among the next entries in order. Reads on
-- until the page is full, from the index alone.
--
-- $1 to $10 as in search-entries.sql.
with page as (
  select * from (
    (select id, sort_on, 0 as segment from register_entries as e
     where $6::int <= 0 and featured and sort_on >= $5::date and ($6::int <> 0 or (sort_on, id) > ($7::date, $8::uuid))
       and search_text like containing($1::text)
       and ($2::text is null or city_key = fold($2::text))
       and ($3::text is null and not $4::boolean or (select ($3::text is null or category = $3::text or sector = $3::text)
         and (not $4::boolean or standing(status, valid_until) = 'active') from register_entries as x where x.id = e.id))
     order by sort_on, id limit $9::int)
    union all
    (select id, sort_on, 1 from register_entries as e
     where $6::int <= 1 and not featured and sort_on >= $5::date and ($6::int <> 1 or (sort_on, id) > ($7::date, $8::uuid))
       and search_text like containing($1::text)
       and ($2::text is null or city_key = fold($2::text))
       and ($3::text is null and not $4::boolean or (select ($3::text is null or category = $3::text or sector = $3::text)
         and (not $4::boolean or standing(status, valid_until) = 'active') from register_entries as x where x.id = e.id))
     order by sort_on, id limit $9::int)
    union all
    (select id, sort_on, 2 from register_entries as e
     where $6::int <= 2 and featured and sort_on < $5::date and ($6::int <> 2 or (sort_on, id) > ($7::date, $8::uuid))
       and search_text like containing($1::text)
       and ($2::text is null or city_key = fold($2::text))
       and ($3::text is null and not $4::boolean or (select ($3::text is null or category = $3::text or sector = $3::text)
         and (not $4::boolean or standing(status, valid_until) = 'active') from register_entries as x where x.id = e.id))
     order by sort_on, id limit $9::int)
    union all
    (select id, sort_on, 3 from register_entries as e
     where not featured and sort_on < $5::date and ($6::int <> 3 or (sort_on, id) > ($7::date, $8::uuid))
       and search_text like containing($1::text)
       and ($2::text is null or city_key = fold($2::text))
       and ($3::text is null and not $4::boolean or (select ($3::text is null or category = $3::text or sector = $3::text)
         and (not $4::boolean or standing(status, valid_until) = 'active') from register_entries as x where x.id = e.id))
     order by sort_on, id limit $9::int)
  ) as segments
  limit $9::int
)
select
  (select coalesce(json_agg(
    case when $10::boolean then json_build_object(
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
   from page join register_entries as e on e.id = page.id) as entries
