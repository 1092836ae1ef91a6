import { found, holding, wordsOf } from '#database/search.ts'
import { type SqlRunner, unprepared } from '#database/sql.ts'
import { isByDate } from '#domain/date-filters.ts'
import { londonDay } from '#domain/london-time.ts'
import { pageTags } from '#domain/page-tags.ts'
import { filtered, ofCategory } from '#features/register/server/filtered.ts'
import { type RegisterFilters, readFilters } from '#features/register/server/filters.ts'
import { probe } from '#features/register/server/search-queries.ts'
import { page } from '#page/page.ts'
import { mapSize, onMap } from './projection.ts'
import { type Place, townAt } from './server/towns.ts'

type MapTown = {
  name: string
  entries: number
  /** Centre and radius, in the map's units; left out where nobody knows its place. */
  at?: [x: number, y: number, r: number]
  /** On which side of the point its name stands, where there is room. */
  label?: 'left' | 'right'
}

/** More points than these would hide each other. */
const maxTowns = 300
/** Radius of the smallest and of the largest point, in the map's units. */
const radius = { min: 5, max: 24 }
/** No point is of the largest kind with fewer. */
const fewEntries = 12

/** Entries of a city, '' for those that name none. */
type CityCount = { city: string; cityKey: string; entries: number }

/** How many entries each city has, from the counters that are kept of it: for a list that is neither searched nor narrowed by date. */
export const countCities = (
  sql: SqlRunner,
  { category, verified, assurance, status }: Omit<RegisterFilters, 'q' | 'city'>,
) =>
  sql<CityCount[]>`
  select city_key as "cityKey", max(city) as city, sum(entries)::int as entries from register_counts
  where true ${category ? sql`and ${ofCategory(sql, category)}` : sql``} ${verified ? sql`and status = 'active'` : sql``}
    ${assurance ? sql`and assurance = ${assurance}::text` : sql``} ${status ? sql`and status = ${status}::text` : sql``}
  group by city_key having sum(entries) > 0
  order by 3 desc, 1`

/** What a search finds, or a list by date has, is counted entry by entry, up to so many. */
const maxCounted = 5000

/**
 * The same of what a search finds, or of a list by date; together one more than `maxCounted` where there are more. What is common is met
 * along the order's index, which holds the search text too, as the list does it (search-queries.ts).
 */
export const countFoundCities = (sql: SqlRunner, { q, today, ...filters }: RegisterFilters & { today: string }) => {
  const words = wordsOf(q)
  const where = filtered(sql, filters, today)
  const matching = sql`select city_key from register_entries where ${q ? found(sql, words) : sql`true`} ${where}`
  const text = sql`search_text`
  const those = q
    ? sql`
      probe as materialized (${probe(sql, { words, text, today })}),
      met as materialized (
        select id from (
          select id, search_text from register_entries where true ${where} order by featured, sort_on, id limit 125000
        ) as next
        where (select is_common from probe) ${holding(sql, text, words)} limit 5001
      ),
      those as (
        select city_key from met join register_entries using (id) where (select count(*) from met) > 5000
        union all
        (${matching} and (select count(*) from met) <= 5000 limit 5001)
      )`
    : sql`those as (${matching} limit 5001)`
  // Asked for too seldom for a plan that is kept.
  return unprepared(sql<CityCount[]>`
    with ${those}
    select city_key as "cityKey", coalesce((select max(label) from register_totals where scope = 'city' and key = city_key), '') as city, entries
    from (select city_key, count(*)::int as entries from those group by city_key) as counted
    order by 3 desc, 1`)
}

/** The map of the register, or of what a search and filters leave of it: a point for each town. */
export const map = page('map', {
  tags: [pageTags.register],
  load: async ({ query, sql, now, services: { env } }) => {
    const filters = { ...readFilters(query), city: '' }
    const isCounted = filters.q !== '' || isByDate(filters)
    const counts = await (isCounted
      ? countFoundCities(sql.raw, { ...filters, today: londonDay(new Date(now)) })
      : countCities(sql.raw, filters))
    const cities = counts.filter(({ cityKey }) => cityKey !== '')
    const total = totalOf(counts)
    const isMore = isCounted && total > maxCounted
    const shown = cities.slice(0, maxTowns)
    const unknown = shown.flatMap(({ city, cityKey }) => (townAt(city) ? [] : [cityKey]))
    // Addresses that were looked up bring their place with them.
    const averages =
      unknown.length === 0
        ? []
        : await sql<{ cityKey: string; latitude: number; longitude: number }[]>`
            select city_key, avg(latitude) as latitude, avg(longitude) as longitude from register_entries
            where city_key = any(${unknown}::text[]) and latitude is not null and longitude is not null
            group by city_key`
    const placeOf = ({ city, cityKey }: CityCount): Place | null => {
      const average = averages.find((one) => one.cityKey === cityKey)
      return townAt(city) ?? (average ? [average.latitude, average.longitude] : null)
    }
    return {
      filters,
      /** It shows the whole register. */
      isWhole: !Object.values(filters).some(Boolean),
      isDemonstration: env.mode === 'demo' && counts.length > 0,
      /** More were found than were counted. */
      isMore,
      total: isMore ? maxCounted : total,
      cities: cities.length,
      /** Entries that name no city. */
      elsewhere: total - totalOf(cities),
      /** The largest first, so that the small ones lie on top of them. */
      towns: labelled(townsOf(shown, placeOf)),
    }
  },
})

function totalOf(cities: CityCount[]): number {
  return cities.reduce((sum, { entries }) => sum + entries, 0)
}

function townsOf(cities: CityCount[], placeOf: (city: CityCount) => Place | null): MapTown[] {
  const most = Math.max(fewEntries, cities[0]?.entries ?? 0)
  return cities.map((town) => {
    const { city: name, entries } = town
    const place = placeOf(town)
    if (!place) return { name, entries }
    const r = Math.round(radius.min + (radius.max - radius.min) * Math.sqrt(entries / most))
    return { name, entries, at: [...onMap(place), r] }
  })
}

/** Of a name on the map, in its units: the height of a line and the width of a letter. */
const line = 22
const letter = 10
const maxLabels = 14

type Box = { left: number; right: number; top: number; bottom: number }

/**
 * Writes the names of towns beside their points: of the first ones, as long as no name covers another, a point or the map's edge.
 * @param towns the largest first.
 */
function labelled(towns: MapTown[]): MapTown[] {
  const taken = towns.flatMap(({ at }) => (at ? [boxAround(...at)] : []))
  let labels = 0
  return towns.map((town) => {
    const label = labels < maxLabels ? placed(town, taken) : null
    if (!label) return town
    labels++
    return { ...town, label }
  })
}

function boxAround(x: number, y: number, r: number): Box {
  return { left: x - r, right: x + r, top: y - r, bottom: y + r }
}

/** To the right of its point, or to the left; takes the room where there is some. */
function placed({ name, at }: MapTown, taken: Box[]): 'left' | 'right' | null {
  if (!at) return null
  const [x, y, r] = at
  const width = name.length * letter
  for (const side of ['right', 'left'] as const) {
    const left = side === 'right' ? x + r + 4 : x - r - 4 - width
    const box = { left, right: left + width, top: y - line / 2, bottom: y + line / 2 }
    if (box.left < 0 || box.right > mapSize.width || taken.some((other) => overlap(box, other))) continue
    taken.push(box)
    return side
  }
  return null
}

function overlap(one: Box, other: Box): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom
}
