import type { SqlRunner } from '#database/sql.ts'
import { isByDate } from '#domain/date-filters.ts'
import { londonDay } from '#domain/london-time.ts'
import { pageTags } from '#domain/page-tags.ts'
import { type RegisterFilters, readFilters } from '#features/register/server/filters.ts'
import { keptHandler } from '#requests/page-loader.ts'
import type { MapData, MapTown } from '../map-page.tsx'
import { mapSize, onMap } from '../projection.ts'
import { type CityCount, countCities, countFoundCities, maxCounted, placesOfCities } from './queries.ts'
import { type Place, townAt } from './towns.ts'

/** More points than these would hide each other. */
const maxTowns = 300
/** Radius of the smallest and of the largest point, in the map's units. */
const radius = { min: 5, max: 24 }
/** No point is of the largest kind with fewer. */
const fewEntries = 12

/** The map of the register, or of what a search and filters leave of it: a point for each town. */
export const map = keptHandler<MapData>({
  load: async ({ query, services: { sql, now, env } }) => {
    const filters = { ...readFilters(query), city: '' }
    const counts = await (filters.q || isByDate(filters)
      ? countFoundCities(sql, { ...filters, today: londonDay(now()) })
      : countCities(sql, filters))
    const cities = counts.filter(({ city_key: key }) => key !== '')
    const towns = await townsOf(sql, cities.slice(0, maxTowns))
    const total = (rows: CityCount[]) => rows.reduce((sum, { entries }) => sum + entries, 0)
    const isMore = (filters.q !== '' || isByDate(filters)) && total(counts) > maxCounted
    return {
      kind: 'page',
      tags: [pageTags.register],
      data: {
        filters,
        isWhole: isWhole(filters),
        isDemonstration: env.mode === 'demo' && counts.length > 0,
        isMore,
        total: isMore ? maxCounted : total(counts),
        cities: cities.length,
        elsewhere: total(counts) - total(cities),
        towns: labelled(towns),
      },
    }
  },
})

function isWhole(filters: RegisterFilters): boolean {
  return !Object.values(filters).some(Boolean)
}

/** With their places, from the list of towns, else from their entries. */
async function townsOf(sql: SqlRunner, cities: CityCount[]): Promise<MapTown[]> {
  const places = new Map<string, Place>()
  for (const { city, city_key: key } of cities) {
    const place = townAt(city)
    if (place) places.set(key, place)
  }
  const keys = cities.flatMap(({ city_key: key }) => (places.has(key) ? [] : [key]))
  const found = keys.length > 0 ? await placesOfCities(sql, { keys }) : []
  for (const { city_key: key, latitude, longitude } of found) places.set(key, [latitude, longitude])
  const most = Math.max(fewEntries, cities[0]?.entries ?? 0)
  return cities.map(({ city, city_key: key, entries }) => {
    const place = places.get(key)
    if (!place) return { name: city, entries }
    const r = Math.round(radius.min + (radius.max - radius.min) * Math.sqrt(entries / most))
    return { name: city, entries, at: [...onMap(place), r] }
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
