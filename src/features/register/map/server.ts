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
  /** Centre and radius in the map's units; left out when the place is unknown. */
  at?: [x: number, y: number, r: number]
  /** The side of its name, where there is room. */
  label?: 'left' | 'right'
}

/** More points would hide each other. */
const maxTowns = 300
/** In the map's units. */
const radius = { min: 5, max: 24 }
/** With fewer entries no point is of the largest size. */
const fewEntries = 12

/** '' for entries without a city. */
type CityCount = { city: string; cityKey: string; entries: number }

/** From the counters: for a list that is neither searched nor narrowed by date. */
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

/** Searches and lists by date are counted entry by entry. */
const maxCounted = 5000

/** One more than `maxCounted` means more. What is common is met along the order's index, as in search-queries.ts. */
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
  // Asked too rarely for a plan that is kept.
  return unprepared(sql<CityCount[]>`
    with ${those}
    select city_key as "cityKey", coalesce((select max(label) from register_totals where scope = 'city' and key = city_key), '') as city, entries
    from (select city_key, count(*)::int as entries from those group by city_key) as counted
    order by 3 desc, 1`)
}

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
    // Looked-up addresses bring their place with them.
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
      isWhole: !Object.values(filters).some(Boolean),
      isDemonstration: env.mode === 'demo' && counts.length > 0,
      isMore,
      total: isMore ? maxCounted : total,
      cities: cities.length,
      elsewhere: total - totalOf(cities),
      /** The largest first, so that small ones are drawn on top. */
      towns: labelled(townsOf(shown, placeOf)),
    }
  },
})

function totalOf(cities: CityCount[]): number {
  return cities.reduce((sum, { entries }) => sum + entries, 0)
}

function townsOf(cities: CityCount[], placeOf: (city: CityCount) => Place | null): MapTown[] {
  const largest = Math.max(fewEntries, cities[0]?.entries ?? 0)
  return cities.map((town) => {
    const { city: name, entries } = town
    const place = placeOf(town)
    if (!place) return { name, entries }
    const r = Math.round(radius.min + (radius.max - radius.min) * Math.sqrt(entries / largest))
    return { name, entries, at: [...onMap(place), r] }
  })
}

/** Height of a line and width of a letter. */
const line = 22
const letter = 10
const maxLabels = 14

type Box = { left: number; right: number; top: number; bottom: number }

/** The largest towns get a name, where it covers no other name, no point and no edge. */
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

/** Adds its place to `taken`. */
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
