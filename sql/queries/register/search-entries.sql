-- One page of the register's entries whose title or venue holds a text, and how many there are (exact up to 1,000; 1001 means more).
-- The order is that of list-entries.sql.
--
-- There are two ways to find them, and `probe` chooses: thirty blocks of the table tell whether one entry in 25 holds the text. If so,
-- `near` reads the next 20,000 entries in order, from the index alone, and keeps what matches: a common term fills the page there, in a
-- few milliseconds. Otherwise, and where `near` meets too few to count, `found` asks the search index, but never for more than 1,001
-- entries: it counts, and when it holds all there are it answers the page. A term that is neither rare nor common comes back with fewer
-- rows than were wanted: then search-far.sql reads on. None of this depends on how well the planner guesses how common a term is, and a
-- wrong choice costs time alone.
--
-- A term of three letters or more is found by its trigrams, a shorter one by an index of its own. What is not in the order's index
-- is asked of the entry by a subquery, which the planner cannot turn into a join that would lose the order; counting then begins
-- with a sample, since looking up each entry of a common term costs more than reading some thousand rows.
--
-- $1 search text, $2 city or null, $3 category or sector or null, $4 verified only, $5 today in London,
-- $6 segment, $7 date, $8 id of the last entry of the page before (today and the zero id: from the start),
-- $9 rows wanted, $10 full entries rather than cards, $11 how many cities
with probe as materialized (
  select count(*) filter (where search_text like containing($1::text)) * 25 >= count(*) as common
  from register_entries tablesample system (
    (select least(100, 30 * 100 * 8192.0 / greatest(pg_relation_size('register_entries'), 1)))
  ) repeatable (1)
),
near as materialized (
  select id, sort_on, segment from (
    select * from (
      (select id, sort_on, search_text, 0 as segment from register_entries
       where $6::int <= 0 and featured and sort_on >= $5::date and ($6::int <> 0 or (sort_on, id) > ($7::date, $8::uuid))
         and ($2::text is null or city_key = fold($2::text))
       order by sort_on, id limit 20000)
      union all
      (select id, sort_on, search_text, 1 from register_entries
       where $6::int <= 1 and not featured and sort_on >= $5::date and ($6::int <> 1 or (sort_on, id) > ($7::date, $8::uuid))
         and ($2::text is null or city_key = fold($2::text))
       order by sort_on, id limit 20000)
      union all
      (select id, sort_on, search_text, 2 from register_entries
       where $6::int <= 2 and featured and sort_on < $5::date and ($6::int <> 2 or (sort_on, id) > ($7::date, $8::uuid))
         and ($2::text is null or city_key = fold($2::text))
       order by sort_on, id limit 20000)
      union all
      (select id, sort_on, search_text, 3 from register_entries
       where not featured and sort_on < $5::date and ($6::int <> 3 or (sort_on, id) > ($7::date, $8::uuid))
         and ($2::text is null or city_key = fold($2::text))
       order by sort_on, id limit 20000)
    ) as walk
    limit 20000
  ) as walked
  where (select common from probe) and search_text like containing($1::text)
    and ($3::text is null and not $4::boolean or (
      select ($3::text is null or category = $3::text or sector = $3::text)
        and (not $4::boolean or standing(status, valid_until) = 'active')
      from register_entries as e where e.id = walked.id))
  limit case when $3::text is null and not $4::boolean then 1001 else $9::int end
),
met as (
  select case when $3::text is null and not $4::boolean then (select count(*) from near) else (
    select count(*) from (
      select from (
        select search_text from register_entries
        where (select common from probe)
          and ($2::text is null or city_key = fold($2::text))
          and ($3::text is null or category = $3::text or sector = $3::text)
          and (not $4::boolean or standing(status, valid_until) = 'active')
        limit 20000
      ) as sample
      where search_text like containing($1::text)
      limit 1001
    ) as hits
  ) end as entries
),
found as materialized (
  select id, sort_on, city_key, city,
    case when sort_on >= $5::date then 0 else 2 end + case when featured then 0 else 1 end as segment
  from register_entries
  where (select entries from met) <= 1000
    and case when length(fold($1::text)) > 2
      then joined(search_text) like joined(containing($1::text))
      else short_parts(search_text) @> array[fold($1::text)] end
    and ($2::text is null or city_key = fold($2::text))
    and ($3::text is null or category = $3::text or sector = $3::text)
    and (not $4::boolean or standing(status, valid_until) = 'active')
  limit 1001
),
counted as (
  select case when (select entries from met) > 1000 then 1001 else (select count(*) from found) end::int as entries
),
page as (
  (select id, sort_on, segment from near
   where (select count(*) from near) >= $9::int or (select entries from counted) > 1000
   order by segment, sort_on, id limit $9::int)
  union all
  (select id, sort_on, segment from found
   where (select count(*) from near) < $9::int and (select entries from counted) <= 1000
     and (segment, sort_on, id) > ($6::int, $7::date, $8::uuid)
   order by segment, sort_on, id limit $9::int)
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
   from page join register_entries as e on e.id = page.id) as entries,
  (select entries from counted) as total,
  fold($2::text) as "cityKey",
  (select coalesce(json_agg(json_build_array(label, entries) order by entries desc, key), '[]') from (
    -- Those of what was found, as long as that is all there is; else, and beside one city, the largest of the register.
    select key, max(label) as label, sum(entries) as entries
    from (
      select city_key as key, city as label, 1 as entries from found
      where $2::text is null and (select entries from counted) <= 1000
      union all
      select key, label, entries from register_totals
      where scope = 'city' and ($2::text is not null or (select entries from counted) > 1000)
    ) as cities
    where $11::int > 0 and key <> ''
    group by key having sum(entries) > 0
    order by 3 desc, 1
    limit $11::int
  ) as largest) as cities
