import type { SqlRunner } from '../../../database/sql.ts'
import type { Sector } from '../../../domain/categories.ts'
import type { RegisterStatus } from '../../../domain/register-status.ts'
import type { LikeWord } from '../../../domain/search-variants.ts'

/** What a card of the accredited listing is made of. `at` is the entry's place in the order (cursor.ts). */
export type CardRow = {
  at: string
  slug: string
  title: string
  description: string
  /** YYYY-MM-DD, or null. */
  date: string | null
  venue: string
  city: string
  category: string
  sector: Sector
  featured: boolean
  imageUrl: string | null
  websiteUrl: string | null
  partners: string[]
  demo: boolean
  /** A service whose clients pick their own dates. */
  private: boolean
  status: RegisterStatus
}

/** What the API's lists are made of. */
export type FullRow = Omit<CardRow, 'demo' | 'private'> & {
  id: string
  organiser: string
  /** HH:MM, or null. */
  time: string | null
  price: string
  attendees: number
  capacity: number | null
  isPro: boolean
  ticketUrl: string | null
  landingPageUrl: string | null
}

export type PageRow<Row> = {
  entries: Row[]
  total: number
  /** How many are accredited now, whether or not only those are listed; a search does not count them. */
  verified?: number
  /** The city's folded name, as page tags name it. */
  cityKey: string | null
  /** The city as its entries write it; null for one that the register does not know. */
  cityName?: string | null
  /** Name and number of entries, the largest first. */
  cities: [name: string, entries: number][]
}

/**
 * One page of the register with its total, how many of that are verified, and its largest cities, in one row. The order: upcoming
 *   featured entries, other upcoming ones, past featured ones, other past ones (segments 0 to 3); within each by date, undated
 *   last. Each segment is a range of an index, read only as far as the page needs: an Append over branches with a limit runs them
 *   one after another. Absent filters and passed segments fold away, because every execution is planned for its values.
 * @param input.city city or null
 * @param input.category category or sector or null
 * @param input.today today in London
 * @param input.id id of the last entry of the page before (today and the zero id: from the start)
 * @param input.wanted rows wanted
 */
export const listEntries = (
  sql: SqlRunner,
  input: {
    city: string | null
    category: string | null
    verified: boolean
    today: string
    segment: number
    date: string
    id: string
    wanted: number
    full: boolean
    cities: number
  },
) => sql<PageRow<FullRow>[]>`
  with page as (
    select * from (
      (select id, sort_on, 0 as segment from register_entries
       where ${input.segment}::int <= 0 and featured and sort_on >= ${input.today}::date and (${input.segment}::int <> 0
         or (sort_on, id) > (${input.date}::date, ${input.id}::uuid))
         and (${input.city}::text is null or city_key = fold(${input.city}::text))
         and (${input.category}::text is null or category = ${input.category}::text or sector = ${input.category}::text)
         and (not ${input.verified}::boolean or standing(status, valid_until) = 'active')
       order by sort_on, id limit ${input.wanted}::int)
      union all
      (select id, sort_on, 1 from register_entries
       where ${input.segment}::int <= 1 and not featured and sort_on >= ${input.today}::date and (${input.segment}::int <> 1
         or (sort_on, id) > (${input.date}::date, ${input.id}::uuid))
         and (${input.city}::text is null or city_key = fold(${input.city}::text))
         and (${input.category}::text is null or category = ${input.category}::text or sector = ${input.category}::text)
         and (not ${input.verified}::boolean or standing(status, valid_until) = 'active')
       order by sort_on, id limit ${input.wanted}::int)
      union all
      (select id, sort_on, 2 from register_entries
       where ${input.segment}::int <= 2 and featured and sort_on < ${input.today}::date and (${input.segment}::int <> 2
         or (sort_on, id) > (${input.date}::date, ${input.id}::uuid))
         and (${input.city}::text is null or city_key = fold(${input.city}::text))
         and (${input.category}::text is null or category = ${input.category}::text or sector = ${input.category}::text)
         and (not ${input.verified}::boolean or standing(status, valid_until) = 'active')
       order by sort_on, id limit ${input.wanted}::int)
      union all
      (select id, sort_on, 3 from register_entries
       where not featured and sort_on < ${input.today}::date and (${input.segment}::int <> 3 or (sort_on,
         id) > (${input.date}::date, ${input.id}::uuid))
         and (${input.city}::text is null or city_key = fold(${input.city}::text))
         and (${input.category}::text is null or category = ${input.category}::text or sector = ${input.category}::text)
         and (not ${input.verified}::boolean or standing(status, valid_until) = 'active')
       order by sort_on, id limit ${input.wanted}::int)
    ) as segments
    limit ${input.wanted}::int
  )
  select
    (select coalesce(json_agg(
      case when ${input.full}::boolean then json_build_object(
        'at', segment || '.' || page.sort_on || '.' || page.id, 'id', page.id, 'slug', slug, 'title', title, 'organiser',
          organiser,
        'description', description, 'date', starts_on, 'time', to_char(starts_at, 'HH24:MI'), 'venue', venue, 'city', city,
        'category', category, 'sector', sector, 'price', price, 'attendees', attendees, 'capacity', capacity,
        'featured', featured, 'isPro', is_pro, 'imageUrl', image_url, 'websiteUrl', website_url, 'ticketUrl', ticket_url,
        'landingPageUrl', landing_page_url, 'partners', partners, 'status', standing(status, valid_until))
      else json_build_object(
        'at', segment || '.' || page.sort_on || '.' || page.id, 'slug', slug, 'title', title, 'description', left(description,
          240),
        'date', starts_on, 'venue', venue, 'city', city, 'category', category, 'sector', sector, 'featured', featured,
        'imageUrl', image_url, 'websiteUrl', website_url, 'partners', partners, 'demo', is_demo, 'private',
          event_type = 'private',
        'status', standing(status, valid_until))
      end order by segment, page.sort_on, page.id), '[]')
     from page join register_entries as e on e.id = page.id) as entries,
    counted.total,
    counted.verified,
    fold(${input.city}::text) as "cityKey",
    (select max(label) from register_totals where scope = 'city' and key = fold(${input.city}::text)) as "cityName",
    (select coalesce(json_agg(json_build_array(label, entries) order by entries desc, key), '[]') from (
      select key, max(label) as label, sum(entries) as entries
      from (
        select key, label, status, entries from register_totals
        where (${input.category}::text is null or ${input.city}::text is not null) and scope = 'city'
        union all
        -- Of one category, which the totals do not know by city.
        select city_key, city, status, entries from register_counts
        where ${input.city}::text is null and (category = ${input.category}::text or sector = ${input.category}::text)
      ) as cities
      where ${input.cities}::int > 0 and key <> '' and (not ${input.verified}::boolean or status = 'active')
      group by key having sum(entries) > 0
      order by 3 desc, 1
      limit ${input.cities}::int
    ) as largest) as cities
  from (
    select coalesce(sum(entries) filter (where not ${input.verified}::boolean or status = 'active'), 0)::int as total,
      coalesce(sum(entries) filter (where status = 'active'), 0)::int as verified
    from (
      select status, entries from register_totals
      where (${input.city}::text is null or ${input.category}::text is null)
        and scope = any (case when ${input.city}::text is not null then array['city']
          when ${input.category}::text is not null then array['category', 'sector'] else array['all'] end)
        and key = coalesce(fold(${input.city}::text), ${input.category}::text, '')
      union all
      select status, entries from register_counts
      where ${input.city}::text is not null and ${input.category}::text is not null
        and city_key = fold(${input.city}::text) and (category = ${input.category}::text or sector = ${input.category}::text)
    ) as groups
  ) as counted`

/**
 * One page of the register's entries whose title or venue holds a text, and how many there are (exact up to 1,000; 1001 means
 *   more). The order is that of `listEntries`. There are two ways to find them, and `probe` chooses: thirty blocks of the table
 *   tell whether one entry in 25 holds the text. If so, `near` reads the next 20,000 entries in order, from the index alone, and
 *   keeps what matches: a common term fills the page there, in a few milliseconds. Otherwise, and where `near` meets too few to
 *   count, `found` asks the search index, but never for more than 1,001 entries: it counts, and when it holds all there are it
 *   answers the page. A term that is neither rare nor common comes back with fewer rows than were wanted: then `searchFar`
 *   reads on. None of this depends on how well the planner guesses how common a term is, and a wrong choice costs time alone. A
 *   term of three letters or more is found by its trigrams, a shorter one by an index of its own. What is not in the order's index
 *   is asked of the entry by a subquery, which the planner cannot turn into a join that would lose the order; counting then begins
 *   with a sample, since looking up each entry of a common term costs more than reading some thousand rows.
 * @param input.text search text
 * @param input.city city or null
 * @param input.category category or sector or null
 * @param input.today today in London
 * @param input.id id of the last entry of the page before (today and the zero id: from the start)
 * @param input.wanted rows wanted
 */
export const searchEntries = (
  sql: SqlRunner,
  input: {
    text: string
    city: string | null
    category: string | null
    verified: boolean
    today: string
    segment: number
    date: string
    id: string
    wanted: number
    full: boolean
    cities: number
  },
) => sql<PageRow<FullRow>[]>`
  with probe as materialized (
    select count(*) filter (where search_text like containing(${input.text}::text)) * 25 >= count(*) as common
    from register_entries tablesample system (
      (select least(100, 30 * 100 * 8192.0 / greatest(pg_relation_size('register_entries'), 1)))
    ) repeatable (1)
  ),
  near as materialized (
    select id, sort_on, segment from (
      select * from (
        (select id, sort_on, search_text, 0 as segment from register_entries
         where ${input.segment}::int <= 0 and featured and sort_on >= ${input.today}::date and (${input.segment}::int <> 0
           or (sort_on, id) > (${input.date}::date, ${input.id}::uuid))
           and (${input.city}::text is null or city_key = fold(${input.city}::text))
         order by sort_on, id limit 20000)
        union all
        (select id, sort_on, search_text, 1 from register_entries
         where ${input.segment}::int <= 1 and not featured and sort_on >= ${input.today}::date
           and (${input.segment}::int <> 1 or (sort_on, id) > (${input.date}::date, ${input.id}::uuid))
           and (${input.city}::text is null or city_key = fold(${input.city}::text))
         order by sort_on, id limit 20000)
        union all
        (select id, sort_on, search_text, 2 from register_entries
         where ${input.segment}::int <= 2 and featured and sort_on < ${input.today}::date and (${input.segment}::int <> 2
           or (sort_on, id) > (${input.date}::date, ${input.id}::uuid))
           and (${input.city}::text is null or city_key = fold(${input.city}::text))
         order by sort_on, id limit 20000)
        union all
        (select id, sort_on, search_text, 3 from register_entries
         where not featured and sort_on < ${input.today}::date and (${input.segment}::int <> 3 or (sort_on,
           id) > (${input.date}::date, ${input.id}::uuid))
           and (${input.city}::text is null or city_key = fold(${input.city}::text))
         order by sort_on, id limit 20000)
      ) as walk
      limit 20000
    ) as walked
    where (select common from probe) and search_text like containing(${input.text}::text)
      and (${input.category}::text is null and not ${input.verified}::boolean or (
        select (${input.category}::text is null or category = ${input.category}::text or sector = ${input.category}::text)
          and (not ${input.verified}::boolean or standing(status, valid_until) = 'active')
        from register_entries as e where e.id = walked.id))
    limit case when ${input.category}::text is null and not ${input.verified}::boolean then 1001 else ${input.wanted}::int end
  ),
  met as (
    select case when ${input.category}::text is null and not ${input.verified}::boolean then (select count(*) from near) else (
      select count(*) from (
        select from (
          select search_text from register_entries
          where (select common from probe)
            and (${input.city}::text is null or city_key = fold(${input.city}::text))
            and (${input.category}::text is null or category = ${input.category}::text or sector = ${input.category}::text)
            and (not ${input.verified}::boolean or standing(status, valid_until) = 'active')
          limit 20000
        ) as sample
        where search_text like containing(${input.text}::text)
        limit 1001
      ) as hits
    ) end as entries
  ),
  found as materialized (
    select id, sort_on, city_key, city,
      case when sort_on >= ${input.today}::date then 0 else 2 end + case when featured then 0 else 1 end as segment
    from register_entries
    where (select entries from met) <= 1000
      and case when length(fold(${input.text}::text)) > 2
        then joined(search_text) like joined(containing(${input.text}::text))
        else short_parts(search_text) @> array[fold(${input.text}::text)] end
      and (${input.city}::text is null or city_key = fold(${input.city}::text))
      and (${input.category}::text is null or category = ${input.category}::text or sector = ${input.category}::text)
      and (not ${input.verified}::boolean or standing(status, valid_until) = 'active')
    limit 1001
  ),
  counted as (
    select case when (select entries from met) > 1000 then 1001 else (select count(*) from found) end::int as entries
  ),
  page as (
    (select id, sort_on, segment from near
     where (select count(*) from near) >= ${input.wanted}::int or (select entries from counted) > 1000
     order by segment, sort_on, id limit ${input.wanted}::int)
    union all
    (select id, sort_on, segment from found
     where (select count(*) from near) < ${input.wanted}::int and (select entries from counted) <= 1000
       and (segment, sort_on, id) > (${input.segment}::int, ${input.date}::date, ${input.id}::uuid)
     order by segment, sort_on, id limit ${input.wanted}::int)
  )
  select
    (select coalesce(json_agg(
      case when ${input.full}::boolean then json_build_object(
        'at', segment || '.' || page.sort_on || '.' || page.id, 'id', page.id, 'slug', slug, 'title', title, 'organiser',
          organiser,
        'description', description, 'date', starts_on, 'time', to_char(starts_at, 'HH24:MI'), 'venue', venue, 'city', city,
        'category', category, 'sector', sector, 'price', price, 'attendees', attendees, 'capacity', capacity,
        'featured', featured, 'isPro', is_pro, 'imageUrl', image_url, 'websiteUrl', website_url, 'ticketUrl', ticket_url,
        'landingPageUrl', landing_page_url, 'partners', partners, 'status', standing(status, valid_until))
      else json_build_object(
        'at', segment || '.' || page.sort_on || '.' || page.id, 'slug', slug, 'title', title, 'description', left(description,
          240),
        'date', starts_on, 'venue', venue, 'city', city, 'category', category, 'sector', sector, 'featured', featured,
        'imageUrl', image_url, 'websiteUrl', website_url, 'partners', partners, 'demo', is_demo, 'private',
          event_type = 'private',
        'status', standing(status, valid_until))
      end order by segment, page.sort_on, page.id), '[]')
     from page join register_entries as e on e.id = page.id) as entries,
    (select entries from counted) as total,
    fold(${input.city}::text) as "cityKey",
    (select coalesce(json_agg(json_build_array(label, entries) order by entries desc, key), '[]') from (
      -- Those of what was found, as long as that is all there is; else, and beside one city, the largest of the register.
      select key, max(label) as label, sum(entries) as entries
      from (
        select city_key as key, city as label, 1 as entries from found
        where ${input.city}::text is null and (select entries from counted) <= 1000
        union all
        select key, label, entries from register_totals
        where scope = 'city' and (${input.city}::text is not null or (select entries from counted) > 1000)
      ) as cities
      where ${input.cities}::int > 0 and key <> ''
      group by key having sum(entries) > 0
      order by 3 desc, 1
      limit ${input.cities}::int
    ) as largest) as cities`

/**
 * The page of a search that `searchEntries` could not fill: the term is common, but not among the next entries in order. Reads
 *   on until the page is full, from the index alone.
 */
export const searchFar = (
  sql: SqlRunner,
  input: {
    text: string
    city: string | null
    category: string | null
    verified: boolean
    today: string
    segment: number
    date: string
    id: string
    wanted: number
    full: boolean
  },
) => sql<Pick<PageRow<FullRow>, 'entries'>[]>`
  with page as (
    select * from (
      (select id, sort_on, 0 as segment from register_entries as e
       where ${input.segment}::int <= 0 and featured and sort_on >= ${input.today}::date and (${input.segment}::int <> 0
         or (sort_on, id) > (${input.date}::date, ${input.id}::uuid))
         and search_text like containing(${input.text}::text)
         and (${input.city}::text is null or city_key = fold(${input.city}::text))
         and (${input.category}::text is null and not ${input.verified}::boolean or (select (${input.category}::text is null
           or category = ${input.category}::text or sector = ${input.category}::text)
           and (not ${input.verified}::boolean or standing(status, valid_until) = 'active') from register_entries as x
             where x.id = e.id))
       order by sort_on, id limit ${input.wanted}::int)
      union all
      (select id, sort_on, 1 from register_entries as e
       where ${input.segment}::int <= 1 and not featured and sort_on >= ${input.today}::date and (${input.segment}::int <> 1
         or (sort_on, id) > (${input.date}::date, ${input.id}::uuid))
         and search_text like containing(${input.text}::text)
         and (${input.city}::text is null or city_key = fold(${input.city}::text))
         and (${input.category}::text is null and not ${input.verified}::boolean or (select (${input.category}::text is null
           or category = ${input.category}::text or sector = ${input.category}::text)
           and (not ${input.verified}::boolean or standing(status, valid_until) = 'active') from register_entries as x
             where x.id = e.id))
       order by sort_on, id limit ${input.wanted}::int)
      union all
      (select id, sort_on, 2 from register_entries as e
       where ${input.segment}::int <= 2 and featured and sort_on < ${input.today}::date and (${input.segment}::int <> 2
         or (sort_on, id) > (${input.date}::date, ${input.id}::uuid))
         and search_text like containing(${input.text}::text)
         and (${input.city}::text is null or city_key = fold(${input.city}::text))
         and (${input.category}::text is null and not ${input.verified}::boolean or (select (${input.category}::text is null
           or category = ${input.category}::text or sector = ${input.category}::text)
           and (not ${input.verified}::boolean or standing(status, valid_until) = 'active') from register_entries as x
             where x.id = e.id))
       order by sort_on, id limit ${input.wanted}::int)
      union all
      (select id, sort_on, 3 from register_entries as e
       where not featured and sort_on < ${input.today}::date and (${input.segment}::int <> 3 or (sort_on,
         id) > (${input.date}::date, ${input.id}::uuid))
         and search_text like containing(${input.text}::text)
         and (${input.city}::text is null or city_key = fold(${input.city}::text))
         and (${input.category}::text is null and not ${input.verified}::boolean or (select (${input.category}::text is null
           or category = ${input.category}::text or sector = ${input.category}::text)
           and (not ${input.verified}::boolean or standing(status, valid_until) = 'active') from register_entries as x
             where x.id = e.id))
       order by sort_on, id limit ${input.wanted}::int)
    ) as segments
    limit ${input.wanted}::int
  )
  select
    (select coalesce(json_agg(
      case when ${input.full}::boolean then json_build_object(
        'at', segment || '.' || page.sort_on || '.' || page.id, 'id', page.id, 'slug', slug, 'title', title, 'organiser',
          organiser,
        'description', description, 'date', starts_on, 'time', to_char(starts_at, 'HH24:MI'), 'venue', venue, 'city', city,
        'category', category, 'sector', sector, 'price', price, 'attendees', attendees, 'capacity', capacity,
        'featured', featured, 'isPro', is_pro, 'imageUrl', image_url, 'websiteUrl', website_url, 'ticketUrl', ticket_url,
        'landingPageUrl', landing_page_url, 'partners', partners, 'status', standing(status, valid_until))
      else json_build_object(
        'at', segment || '.' || page.sort_on || '.' || page.id, 'slug', slug, 'title', title, 'description', left(description,
          240),
        'date', starts_on, 'venue', venue, 'city', city, 'category', category, 'sector', sector, 'featured', featured,
        'imageUrl', image_url, 'websiteUrl', website_url, 'partners', partners, 'demo', is_demo, 'private',
          event_type = 'private',
        'status', standing(status, valid_until))
      end order by segment, page.sort_on, page.id), '[]')
     from page join register_entries as e on e.id = page.id) as entries`

/**
 * The words of this list that share trigrams with those of a search, a few for each; empty where a word is like none. `words`
 *   counts the words that were typed.
 * @param input.text search text
 */
export const listLikeWords = (sql: SqlRunner, { text }: { text: string }) => sql<(LikeWord & { words: number })[]>`
  with asked as (
    select word, place from search_words(fold(${text}::text)) with ordinality as typed (word, place) where place <= 6
  )
  select asked.place::int as place, asked.word as typed, near.word, near.likeness, (select count(*) from asked)::int as words
  from asked, lateral (
    select w.word, similarity(w.word, asked.word)::float8 as likeness
    from register_words as w
    where w.word % asked.word
    order by likeness desc, w.word
    limit 8
  ) as near`

/**
 * Entries whose title and venue hold all of some words, in any order, as cards: upcoming ones first, as in `listEntries`.
 * @param input.first to `fourth` words, folded, letters and digits alone; where there are fewer, one of them again. `city` city or
 *   null
 * @param input.category category or sector or null
 * @param input.today today in London
 */
export const searchWords = (
  sql: SqlRunner,
  input: {
    first: string
    second: string
    third: string
    fourth: string
    city: string | null
    category: string | null
    verified: boolean
    today: string
    most: number
  },
) => sql<{ entries: CardRow[] }[]>`
  with page as (
    select id, sort_on, case when sort_on >= ${input.today}::date then 0 else 2 end + case when featured then 0 else 1
      end as segment
    from register_entries
    where joined(search_text) like '%' || ${input.first}::text || '%'
      and joined(search_text) like '%' || ${input.second}::text || '%'
      and joined(search_text) like '%' || ${input.third}::text || '%'
        and joined(search_text) like '%' || ${input.fourth}::text || '%'
      and (${input.city}::text is null or city_key = fold(${input.city}::text))
      and (${input.category}::text is null or category = ${input.category}::text or sector = ${input.category}::text)
      and (not ${input.verified}::boolean or standing(status, valid_until) = 'active')
    order by segment, sort_on, id
    limit ${input.most}::int
  )
  select
    (select coalesce(json_agg(json_build_object(
        'at', segment || '.' || page.sort_on || '.' || page.id, 'slug', slug, 'title', title, 'description', left(description,
          240),
        'date', starts_on, 'venue', venue, 'city', city, 'category', category, 'sector', sector, 'featured', featured,
        'imageUrl', image_url, 'websiteUrl', website_url, 'partners', partners, 'demo', is_demo, 'private',
          event_type = 'private',
        'status', standing(status, valid_until))
      order by segment, page.sort_on, page.id), '[]')
     from page join register_entries as e on e.id = page.id) as entries`

export type UpcomingRow = {
  id: string
  slug: string
  title: string
  organiser: string
  date: string | null
  time: string | null
  venue: string
  city: string
  sector: Sector
  price: string
  attendees: number
  capacity: number | null
  featured: boolean
  is_pro: boolean
  image_url: string | null
  is_demo: boolean
  is_private: boolean
  /** The date of the order: YYYY-MM-DD, or infinity. */
  at: string
}

/**
 * How many accredited entries each sector has from a day on.
 * @param input.today today in London
 */
export const countUpcoming = (sql: SqlRunner, { today }: { today: string }) => sql<
  { sector: Sector; entries: number }[]
>`
  select sector, sum(entries)::int as entries from register_days
  where status = 'active' and sort_on >= ${today}::date
  group by sector`

/**
 * Accredited entries from a day on, by date, undated last.
 * @param input.sector sector or null
 * @param input.id id of the last entry of the page before (today and the zero id: from the start)
 * @param input.wanted rows wanted
 */
export const listUpcoming = (
  sql: SqlRunner,
  { sector, date, id, wanted }: { sector: string | null; date: string; id: string; wanted: number },
) => sql<UpcomingRow[]>`
  select id, slug, title, organiser, starts_on as date, starts_at as time, venue, city, sector, price, attendees, capacity,
    featured, is_pro, image_url, is_demo, event_type = 'private' as is_private, sort_on::text as at
  from register_entries
  where (${sector}::text is null or sector = ${sector}::text) and (sort_on, id) > (${date}::date, ${id}::uuid)
    and standing(status, valid_until) = 'active'
  order by sort_on, id
  limit ${wanted}::int`

export type EntryRow = {
  id: string
  number: string
  slug: string
  status: RegisterStatus
  status_reason: string | null
  valid_from: string
  valid_until: string | null
  title: string
  organiser: string
  description: string
  event_type: 'physical' | 'online' | 'private'
  category: string
  sector: Sector
  date: string | null
  time: string | null
  venue: string
  address: string
  city: string
  county: string
  postcode: string
  country: string
  price: string
  attendees: number
  capacity: number | null
  featured: boolean
  is_pro: boolean
  image_url: string | null
  images: string[]
  website_url: string | null
  ticket_url: string | null
  landing_page_url: string | null
  button_text: string
  partners: string[]
  is_demo: boolean
  history: { at: string; change: string; reason: string | null }[]
}

/** One entry by its slug, with its history. */
export const findEntry = (sql: SqlRunner, { slug }: { slug: string }) => sql<EntryRow[]>`
  select id, number, slug, standing(status, valid_until) as status, status_reason, valid_from, valid_until, title, organiser,
    description, event_type, category, sector, starts_on as date, starts_at as time, venue, address, city, county, postcode,
      country,
    price, attendees, capacity, featured, is_pro, image_url, images, website_url, ticket_url, landing_page_url, button_text,
      partners,
    is_demo,
    (select coalesce(json_agg(json_build_object('at', happened_at, 'change', change, 'reason', reason) order by h.id), '[]')
     from register_history as h where h.entry_id = e.id and change <> 'edited') as history
  from register_entries as e
  where slug = ${slug}::text`

/** The slug of the entry with an id. */
export const findSlug = (sql: SqlRunner, { id }: { id: string }) => sql<{ slug: string }[]>`
  select slug from register_entries where id = ${id}::uuid`

export type LockedApplication = {
  status: string
  event_draft: Record<string, unknown>
  organisation_id: string
  organisation_name: string
  organisation_email: string
  /** Since when nothing is sold for it. */
  checkout_closed_at: string | null
}

/** An application with its organisation's name, locked until the transaction ends: what is published for it happens one at a time. */
export const lockApplication = (sql: SqlRunner, { applicationId }: { applicationId: string }) => sql<
  LockedApplication[]
>`
  select a.status, a.event_draft, a.organisation_id, a.checkout_closed_at, o.name as organisation_name,
    o.email as organisation_email
  from applications as a join organisations as o on o.id = a.organisation_id
  where a.id = ${applicationId}::uuid
  for update of a`

export type LockedEntry = {
  id: string
  slug: string
  number: string
  title: string
  status: RegisterStatus
  status_reason: string | null
  valid_until: string | null
}

/** The entry of an application, locked until the transaction ends. */
export const lockEntry = (sql: SqlRunner, { applicationId }: { applicationId: string }) => sql<LockedEntry[]>`
  select id, slug, number, title, status, status_reason, valid_until from register_entries
    where application_id = ${applicationId}::uuid for update`

/**
 * Adds an entry; no row comes back when its number or slug is taken.
 * @param input.validFrom valid from
 * @param input.date date or null
 */
export const addEntry = (
  sql: SqlRunner,
  input: {
    applicationId: string
    organisationId: string
    number: string
    slug: string
    validFrom: string
    validUntil: string
    title: string
    organiser: string
    description: string
    eventType: string
    category: string
    sector: string
    date: string | null
    venue: string
    address: string
    city: string
    county: string
    postcode: string
    country: string
    latitude: number | null
    longitude: number | null
    capacity: number | null
    website: string | null
  },
) => sql<{ id: string }[]>`
  insert into register_entries (application_id, organisation_id, number, slug, status, valid_from, valid_until, title,
    organiser,
    description, event_type, category, sector, starts_on, venue, address, city, county, postcode, country, latitude, longitude,
    capacity, website_url, published_at, updated_at)
  values (${input.applicationId}::uuid, ${input.organisationId}::uuid, ${input.number}::text, ${input.slug}::text, 'active',
    ${input.validFrom}::timestamptz, ${input.validUntil}::timestamptz, ${input.title}::text, ${input.organiser}::text,
    ${input.description}::text, ${input.eventType}::text, ${input.category}::text, ${input.sector}::text, ${input.date}::date,
      ${input.venue}::text, ${input.address}::text, ${input.city}::text, ${input.county}::text, ${input.postcode}::text,
      ${input.country}::text,
    ${input.latitude}::float8, ${input.longitude}::float8, ${input.capacity}::int, ${input.website}::text,
      ${input.validFrom}::timestamptz, ${input.validFrom}::timestamptz)
  on conflict do nothing
  returning id`

type Change = 'published' | 'renewed' | 'lapsed' | 'suspended' | 'reinstated' | 'revoked' | 'edited'

/**
 * Sets an entry's status, reason and end of validity, and records the change.
 * @param input.reason public reason or null
 */
export const changeStanding = (
  sql: SqlRunner,
  input: {
    entryId: string
    status: RegisterStatus
    reason: string | null
    validUntil: string | null
    at: string
    change: Change
    before: RegisterStatus
    cause: string
  },
) => sql<Record<string, never>[]>`
  with changed as (
    update register_entries
    set status = ${input.status}::text, status_reason = ${input.reason}::text, valid_until = ${input.validUntil}::timestamptz,
      updated_at = ${input.at}::timestamptz
    where id = ${input.entryId}::uuid
  )
  insert into register_history (entry_id, happened_at, change, from_status, to_status, reason, cause)
  values (${input.entryId}::uuid, ${input.at}::timestamptz, ${input.change}::text, ${input.before}::text,
    ${input.status}::text, case when ${input.change}::text <> 'renewed' then ${input.reason}::text end, ${input.cause}::text)`

/**
 * Records a change of an entry.
 * @param input.before status before or null
 * @param input.reason public reason or null
 */
export const addHistory = (
  sql: SqlRunner,
  input: {
    entryId: string
    at: string
    change: Change
    before: RegisterStatus | null
    after: RegisterStatus
    reason: string | null
    cause: string
  },
) => sql<Record<string, never>[]>`
  insert into register_history (entry_id, happened_at, change, from_status, to_status, reason, cause)
  values (${input.entryId}::uuid, ${input.at}::timestamptz, ${input.change}::text, ${input.before}::text,
    ${input.after}::text, ${input.reason}::text, ${input.cause}::text)`

/**
 * Lapses up to 500 entries whose validity has run out, and records it. An entry that somebody else is changing waits for the next
 *   run. Answers whom to tell: no email for an entry that nobody applied for.
 */
export const lapseExpiredEntries = (sql: SqlRunner, { at, reason }: { at: string; reason: string }) => sql<
  {
    entry_id: string
    application_id: string
    number: string
    title: string
    organisation_name: string
    organisation_email: string | null
  }[]
>`
  with due as (
    select id from register_entries where status = 'active' and valid_until <= ${at}::timestamptz
    order by id limit 500 for update skip locked
  ), lapsed as (
    update register_entries as e
    set status = 'lapsed', status_reason = ${reason}::text, updated_at = ${at}::timestamptz
    from due where e.id = due.id
    returning e.id, e.application_id, e.organisation_id, e.number, e.title
  ), recorded as (
    insert into register_history (entry_id, happened_at, change, from_status, to_status, reason, cause)
    select id, ${at}::timestamptz, 'lapsed', 'active', 'lapsed', ${reason}::text, 'job' from lapsed order by id
  )
  select l.id as entry_id, l.application_id, l.number, l.title, o.name as organisation_name, o.email as organisation_email
  from lapsed l
  left join applications a on a.id = l.application_id
  left join organisations o on o.id = a.organisation_id
  order by l.id`
