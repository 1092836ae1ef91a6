import type { SqlRunner } from '../../../database/sql.ts'
import type { LikeWord } from '../../../domain/search-variants.ts'
import type { Totals } from '../rules.ts'

/** One event as the list answers it. */
export type ListedEvent = {
  id: string
  title: string
  /** Local day, `YYYY-MM-DD`; null when it is not known. */
  date: string | null
  /** Local time, `HH:MM`. */
  time: string | null
  venue: string
  city: string
  category: string
  organiser: string
  description: string
  featured: boolean
  accredited: boolean
  past: boolean
  /** Whether it was invented for the demonstration. */
  demo: boolean
  /** What it is ordered by: its date, or `infinity`. */
  sortOn: string
}

/** What a card shows of an event. */
export type SimilarEvent = Omit<ListedEvent, 'description' | 'sortOn'>

/**
 * One page of the National Events Database with all that stands around it, in one row: the events in their order (those to come by
 *   date, then the past ones, latest first), how many match, and the totals. Up to 1,000 they are all there is, and the page is
 *   cut from them. More than that is so common that walking the events in their order meets a page of them at once. So neither a
 *   rare word nor a common one reads the whole table.
 * @param input.q text what title, city or venue must contain, trimmed; null for any `category` text category; null for any `type`
 *   text 'featured' or 'accredited'; null for all `today` date the day that parts what is to come from what is past `afterDay`
 *   date sort day of the last event shown; null for the first page `afterId` uuid id of the last event shown; null for the first
 *   page `limit` integer events on a page; one more is answered where there are more A search first gathers up to 1,001 matches
 *   through an index (trigrams, or the parts of a text for one and two letters)
 */
export const listNationalEvents = (
  sql: SqlRunner,
  input: {
    q: string | null
    category: string | null
    type: 'featured' | 'accredited' | null
    today: string
    afterDay: string | null
    afterId: string | null
    limit: number
  },
) => sql<{ events: ListedEvent[]; found: number; totals: Totals }[]>`
  with
  searched as materialized (
    select id, sort_on
    from national_events
    where ${input.q}::text is not null
      and (${input.category}::text is null or category = ${input.category}::text)
      and (${input.type}::text is distinct from 'featured' or featured)
      and (${input.type}::text is distinct from 'accredited' or accredited)
      and (length(fold(${input.q}::text)) <= 2 or search_text like containing(${input.q}::text))
      and (length(fold(${input.q}::text)) > 2 or short_parts(search_text) @> array[fold(${input.q}::text)])
    limit 1001
  ),
  size as materialized (
    select count(*) as found from searched
  ),
  upcoming as materialized (
    (
      select id, sort_on
      from national_events
      where (${input.q}::text is null or (select found from size) > 1000)
        and (${input.category}::text is null or category = ${input.category}::text)
        and (${input.type}::text is distinct from 'featured' or featured)
        and (${input.type}::text is distinct from 'accredited' or accredited)
        and (${input.q}::text is null or search_text like containing(${input.q}::text))
        and (${input.afterDay}::date is null or ${input.afterDay}::date >= ${input.today}::date)
        -- One bound, the nearer: given both, a walk would start at the farther.
        and sort_on >= greatest(${input.today}::date, ${input.afterDay}::date)
        and (${input.afterDay}::date is null or (sort_on, id) > (${input.afterDay}::date, ${input.afterId}::uuid))
      order by sort_on, id
      limit ${input.limit}::integer + 1
    )
    union all
    (
      select id, sort_on
      from searched
      where (select found from size) <= 1000
        and (${input.afterDay}::date is null or ${input.afterDay}::date >= ${input.today}::date)
        and sort_on >= greatest(${input.today}::date, ${input.afterDay}::date)
        and (${input.afterDay}::date is null or (sort_on, id) > (${input.afterDay}::date, ${input.afterId}::uuid))
      order by sort_on, id
      limit ${input.limit}::integer + 1
    )
  ),
  past as materialized (
    (
      select id, sort_on
      from national_events
      where (${input.q}::text is null or (select found from size) > 1000)
        and (${input.category}::text is null or category = ${input.category}::text)
        and (${input.type}::text is distinct from 'featured' or featured)
        and (${input.type}::text is distinct from 'accredited' or accredited)
        and (${input.q}::text is null or search_text like containing(${input.q}::text))
        and sort_on <= least(${input.today}::date - 1, ${input.afterDay}::date)
        and (${input.afterDay}::date is null or ${input.afterDay}::date >= ${input.today}::date or (sort_on,
          id) < (${input.afterDay}::date, ${input.afterId}::uuid))
      order by sort_on desc, id desc
      limit ${input.limit}::integer + 1 - (select count(*) from upcoming)
    )
    union all
    (
      select id, sort_on
      from searched
      where (select found from size) <= 1000
        and sort_on <= least(${input.today}::date - 1, ${input.afterDay}::date)
        and (${input.afterDay}::date is null or ${input.afterDay}::date >= ${input.today}::date or (sort_on,
          id) < (${input.afterDay}::date, ${input.afterId}::uuid))
      order by sort_on desc, id desc
      limit ${input.limit}::integer + 1 - (select count(*) from upcoming)
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
    limit ${input.limit}::integer + 1
  )
  select
    (
      select coalesce(json_agg(json_build_object(
        'id', id, 'title', title, 'date', starts_on, 'time', to_char(starts_at, 'HH24:MI'), 'venue', venue, 'city', city,
        'category', category, 'organiser', organiser, 'description', description, 'featured', featured,
        'accredited', accredited, 'past', part = 2, 'demo', is_demo, 'sortOn', sort_on::text) order by part, place), '[]')
      from page join national_events using (id)
    ) as events,
    case when ${input.q}::text is not null then (select found from size) else (
      select coalesce(sum(events), 0)
      from national_event_counts
      where (${input.category}::text is null or category = ${input.category}::text)
        and (${input.type}::text is distinct from 'featured' or featured)
        and (${input.type}::text is distinct from 'accredited' or accredited)
    ) end as found,
    (
      select json_build_object(
        'total', coalesce(sum(events), 0),
        'featured', coalesce(sum(events) filter (where featured), 0),
        'accredited', coalesce(sum(events) filter (where accredited), 0),
        'categories', (
          select coalesce(json_agg(json_build_array(category, matching) order by category), '[]') from (
            select category, coalesce(sum(events) filter (where (${input.type}::text is distinct from 'featured' or featured)
              and (${input.type}::text is distinct from 'accredited' or accredited)), 0) as matching
            from national_event_counts where events > 0 and category <> '' group by category
          ) as named),
        'types', (
          select json_build_object(
            'all', coalesce(sum(events), 0),
            'featured', coalesce(sum(events) filter (where featured), 0),
            'accredited', coalesce(sum(events) filter (where accredited), 0))
          from national_event_counts where ${input.category}::text is null or category = ${input.category}::text))
      from national_event_counts
      where events > 0
    ) as totals`

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
    from national_event_words as w
    where w.word % asked.word
    order by likeness desc, w.word
    limit 8
  ) as near`

/**
 * Events whose title, city and venue hold all of some words, in any order: those to come by date, then the past ones, latest
 *   first.
 * @param input.first to `fourth` words, folded, letters and digits alone; where there are fewer, one of them again. `category`
 *   category or null
 * @param input.type 'featured' or 'accredited' or null
 * @param input.today today in London
 */
export const searchWords = (
  sql: SqlRunner,
  input: {
    first: string
    second: string
    third: string
    fourth: string
    category: string | null
    type: 'featured' | 'accredited' | null
    today: string
    most: number
  },
) => sql<SimilarEvent[]>`
  select id, title, starts_on as date, to_char(starts_at, 'HH24:MI') as time, venue, city, category, organiser, featured,
    accredited,
    sort_on < ${input.today}::date as past, is_demo as demo
  from national_events
  where search_text like '%' || ${input.first}::text || '%' and search_text like '%' || ${input.second}::text || '%'
    and search_text like '%' || ${input.third}::text || '%' and search_text like '%' || ${input.fourth}::text || '%'
    and (${input.category}::text is null or category = ${input.category}::text)
    and (${input.type}::text is distinct from 'featured' or featured)
    and (${input.type}::text is distinct from 'accredited' or accredited)
  order by sort_on < ${input.today}::date, case when sort_on >= ${input.today}::date then sort_on end, sort_on desc, id
  limit ${input.most}::int`
