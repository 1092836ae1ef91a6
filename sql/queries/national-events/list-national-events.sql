-- One page of the National Events Database with all that stands around it, in one row: the events in their order (those to
-- come by date, then the past ones, latest first), how many match, and the totals.
-- $1 text     what title, city or venue must contain, trimmed; null for any
-- $2 text     category; null for any
-- $3 text     'featured' or 'accredited'; null for all
-- $4 date     the day that parts what is to come from what is past
-- $5 date     sort day of the last event shown; null for the first page
-- $6 uuid     id of the last event shown; null for the first page
-- $7 integer  events on a page; one more is answered where there are more
-- A search first gathers up to 1,001 matches through an index (trigrams, or the parts of a text for one and two letters).
-- Up to 1,000 they are all there is, and the page is cut from them. More than that is so common that walking the events in
-- their order meets a page of them at once. So neither a rare word nor a common one reads the whole table.
with
searched as materialized (
  select id, sort_on
  from national_events
  where $1::text is not null
    and ($2::text is null or category = $2::text)
    and ($3::text is distinct from 'featured' or featured)
    and ($3::text is distinct from 'accredited' or accredited)
    and (length(fold($1::text)) <= 2 or search_text like containing($1::text))
    and (length(fold($1::text)) > 2 or short_parts(search_text) @> array[fold($1::text)])
  limit 1001
),
size as materialized (
  select count(*) as found from searched
),
upcoming as materialized (
  (
    select id, sort_on
    from national_events
    where ($1::text is null or (select found from size) > 1000)
      and ($2::text is null or category = $2::text)
      and ($3::text is distinct from 'featured' or featured)
      and ($3::text is distinct from 'accredited' or accredited)
      and ($1::text is null or search_text like containing($1::text))
      and ($5::date is null or $5::date >= $4::date)
      -- One bound, the nearer: given both, a walk would start at the farther.
      and sort_on >= greatest($4::date, $5::date)
      and ($5::date is null or (sort_on, id) > ($5::date, $6::uuid))
    order by sort_on, id
    limit $7::integer + 1
  )
  union all
  (
    select id, sort_on
    from searched
    where (select found from size) <= 1000
      and ($5::date is null or $5::date >= $4::date)
      and sort_on >= greatest($4::date, $5::date)
      and ($5::date is null or (sort_on, id) > ($5::date, $6::uuid))
    order by sort_on, id
    limit $7::integer + 1
  )
),
past as materialized (
  (
    select id, sort_on
    from national_events
    where ($1::text is null or (select found from size) > 1000)
      and ($2::text is null or category = $2::text)
      and ($3::text is distinct from 'featured' or featured)
      and ($3::text is distinct from 'accredited' or accredited)
      and ($1::text is null or search_text like containing($1::text))
      and sort_on <= least($4::date - 1, $5::date)
      and ($5::date is null or $5::date >= $4::date or (sort_on, id) < ($5::date, $6::uuid))
    order by sort_on desc, id desc
    limit $7::integer + 1 - (select count(*) from upcoming)
  )
  union all
  (
    select id, sort_on
    from searched
    where (select found from size) <= 1000
      and sort_on <= least($4::date - 1, $5::date)
      and ($5::date is null or $5::date >= $4::date or (sort_on, id) < ($5::date, $6::uuid))
    order by sort_on desc, id desc
    limit $7::integer + 1 - (select count(*) from upcoming)
  )
),
page as (
  select id, part, place
  from (
    select id, 1 as part, row_number() over (order by sort_on, id) as place from upcoming
    union all
    select id, 2, row_number() over (order by sort_on desc, id desc) from past
  ) as parts
  -- Changes nothing but the planner's mind: it cannot know the limit of the past part and would otherwise expect thousands.
  limit $7::integer + 1
)
select
  (
    select coalesce(json_agg(json_build_object(
      'id', id, 'title', title, 'date', starts_on, 'time', to_char(starts_at, 'HH24:MI'), 'venue', venue, 'city', city,
      'category', category, 'organiser', organiser, 'description', description, 'featured', featured,
      'accredited', accredited, 'past', part = 2, 'demo', is_demo, 'sortOn', sort_on::text) order by part, place), '[]')
    from page join national_events using (id)
  ) as events,
  case when $1::text is not null then (select found from size) else (
    select coalesce(sum(events), 0)
    from national_event_counts
    where ($2::text is null or category = $2::text)
      and ($3::text is distinct from 'featured' or featured)
      and ($3::text is distinct from 'accredited' or accredited)
  ) end as found,
  (
    select json_build_object(
      'total', coalesce(sum(events), 0),
      'featured', coalesce(sum(events) filter (where featured), 0),
      'accredited', coalesce(sum(events) filter (where accredited), 0),
      'categories', (
        select coalesce(json_agg(json_build_array(category, matching) order by category), '[]') from (
          select category, coalesce(sum(events) filter (where ($3::text is distinct from 'featured' or featured)
            and ($3::text is distinct from 'accredited' or accredited)), 0) as matching
          from national_event_counts where events > 0 and category <> '' group by category
        ) as named),
      'types', (
        select json_build_object(
          'all', coalesce(sum(events), 0),
          'featured', coalesce(sum(events) filter (where featured), 0),
          'accredited', coalesce(sum(events) filter (where accredited), 0))
        from national_event_counts where $2::text is null or category = $2::text))
    from national_event_counts
    where events > 0
  ) as totals
