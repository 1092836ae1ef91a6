import { found, holding, wordsOf } from '#database/search.ts'
import { type SqlRunner, unprepared } from '#database/sql.ts'
import { isByDate } from '#domain/date-filters.ts'
import { londonDay } from '#domain/london-time.ts'
import { pageTags } from '#domain/page-tags.ts'
import { type RegisterFilters, readFilters } from '#features/register/server/filters.ts'
import { probe } from '#features/register/server/search-queries.ts'
import { page } from '#page/page.ts'
import { filtered, ofCategory } from '../server/filters.ts'
import { mapSize, onMap } from './projection.ts'
import { type Place, townAt } from './server/towns.ts'

type Label = 'left' | 'right' | 'above' | 'below'
type MapTown = {
  name: string
  entries: number
  /** Centre and radius in the map's units; left out when the place is unknown, or has no room. */
  at?: [x: number, y: number, r: number]
  /** The side of its name; of the largest alone. */
  label?: Label
}

/** More points would hide each other. */
const maxTowns = 300
/** In the map's units. */
const radius = { least: 4, min: 5, max: 24 }
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
      /** The largest first. */
      towns: arranged(townsOf(shown, placeOf)),
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
/** Between points and names. */
const gap = 2
/** How far from its place a point may be drawn, so that none covers another: at most 45 km. */
const maxShift = 44

type Circle = [x: number, y: number, r: number]
type Box = { left: number; right: number; top: number; bottom: number }

/** No point covers another, and the largest towns have a name. A town without room is in the list alone. */
export function arranged(towns: MapTown[]): MapTown[] {
  const circles: Circle[] = []
  const names: Box[] = []
  const drawn = ({ at, ...town }: MapTown): MapTown => {
    const circle = at && freeCircle(at, circles, names)
    if (!circle) return town
    circles.push(circle)
    return { ...town, at: circle }
  }
  const largest = towns.filter(({ at }) => at).slice(0, maxLabels)
  const placed = new Map(largest.map((town) => [town.name, drawn(town)]))
  for (const [name, town] of placed) {
    const label = labelOf(town, circles, names)
    if (label) placed.set(name, { ...town, label })
  }
  return towns.map((town) => placed.get(town.name) ?? drawn(town))
}

/** At its place, smaller where there is less room (down to `radius.least`), or else at the nearest free one. */
function freeCircle([x, y, r]: Circle, circles: Circle[], names: Box[]): Circle | null {
  for (let shift = 0; shift <= maxShift; shift += gap) {
    const turns = shift === 0 ? 1 : 12
    for (let turn = 0; turn < turns; turn++) {
      const angle = (turn * 2 * Math.PI) / turns
      const [left, top] = [Math.round(x + shift * Math.cos(angle)), Math.round(y + shift * Math.sin(angle))]
      const radiusHere = Math.min(
        r,
        ...circles.map(([cx, cy, cr]) => Math.floor(Math.hypot(cx - left, cy - top)) - cr - gap),
        ...names.map((box) => Math.floor(distanceTo(box, left, top)) - gap),
      )
      if (radiusHere >= Math.min(r, radius.least)) return [left, top, radiusHere]
    }
  }
  return null
}

function distanceTo({ left, right, top, bottom }: Box, x: number, y: number): number {
  return Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom))
}

/** Where a name covers no other name, no point and no edge. Adds its place to `names`. */
function labelOf({ name, at }: MapTown, circles: Circle[], names: Box[]): Label | null {
  if (!at) return null
  const [x, y, r] = at
  const width = name.length * letter
  const boxes: Record<Label, Box> = {
    right: { left: x + r + 4, right: x + r + 4 + width, top: y - line / 2, bottom: y + line / 2 },
    left: { left: x - r - 4 - width, right: x - r - 4, top: y - line / 2, bottom: y + line / 2 },
    above: { left: x - width / 2, right: x + width / 2, top: y - r - 2 - line, bottom: y - r - 2 },
    below: { left: x - width / 2, right: x + width / 2, top: y + r + 2, bottom: y + r + 2 + line },
  }
  for (const side of ['right', 'left', 'above', 'below'] as const) {
    const box = boxes[side]
    const isFree =
      box.left >= 0 &&
      box.right <= mapSize.width &&
      names.every((other) => !overlap(box, other)) &&
      circles.every(([cx, cy, cr]) => distanceTo(box, cx, cy) >= cr)
    if (!isFree) continue
    names.push(box)
    return side
  }
  return null
}

function overlap(one: Box, other: Box): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom
}
