import { pageTags } from '#domain/page-tags.ts'
import { townAt } from '#features/register/map/server/towns.ts'
import { noFilters } from '#features/register/server/filters.ts'
import { breadcrumbJsonLd } from '#features/register/server/json-ld.ts'
import { listCards } from '#features/register/server/list-queries.ts'
import { listRegister } from '#features/register/server/list-register.ts'
import { cardOf } from '#features/register/server/load-listings.ts'
import { href } from '#pages.ts'
import { keptHandler } from '#requests/page-loader.ts'
import { cleanText } from '#wire/clean-text.ts'
import { cityAddress } from '../city-address.ts'
import type { CityData } from '../city-page.tsx'
import { findCity, listCities } from './queries.ts'

const pageSize = 24
const maxNeighbours = 6
/** Among this many of the largest cities, neighbours are looked for. */
const largest = 1000

/** The accredited events of a city, those to come first. Another spelling of its name leads to the register's. */
export const city = keptHandler<CityData>({
  load: async ({ params, services: { sql, now, env } }) => {
    const [found] = await findCity(sql, { slug: cleanText(params.city) })
    if (!found) return { kind: 'not-found' }
    const { key, name } = found
    const address = cityAddress(name)
    if (address !== href('city', { city: params.city! })) return { kind: 'redirect', to: address, status: 301 }
    const filters = { ...noFilters, city: name, verified: true }
    const [page, cities] = await Promise.all([
      listRegister(sql, listCards, filters, { now: now(), cursor: null, limit: pageSize }),
      listCities(sql, { limit: largest }),
    ])
    const neighbours = nearest(name, cities, maxNeighbours)
    const isPast = ({ segment }: { segment: number }) => segment > 1
    return {
      kind: 'page',
      // A neighbour is named as long as it has accredited events.
      tags: [key, ...neighbours.map((each) => each.key)].map(pageTags.registerCity),
      data: {
        name,
        accredited: found.accredited,
        others: found.entries - found.accredited,
        entries: page.entries.map((row) => cardOf(row)),
        upcoming: page.entries.filter((row) => !isPast(row)).length,
        hasMore: page.next !== null,
        neighbours: neighbours.map((each) => each.name),
        isDemonstration: page.entries.some((row) => row.isDemo),
        jsonLd: breadcrumbJsonLd({ title: name, path: address }, env.publicUrl),
      },
    }
  },
})

/** Further away than this, a town is no neighbour: 60 miles, in degrees of latitude. */
const furthest = 0.87

/**
 * Which of some towns lie nearest to another, the nearest first. Towns whose place is not known are left out.
 * @param most how many at most.
 */
function nearest<Town extends { name: string }>(name: string, towns: Town[], most: number): Town[] {
  const here = townAt(name)
  if (!here) return []
  const [latitude, longitude] = here
  // A degree of longitude is shorter than one of latitude, the further north the more.
  const width = Math.cos((latitude * Math.PI) / 180)
  return towns
    .flatMap((town) => {
      const place = townAt(town.name)
      if (!place) return []
      const distance = Math.hypot(place[0] - latitude, (place[1] - longitude) * width)
      return distance > 0 && distance <= furthest ? [{ town, distance }] : []
    })
    .sort((one, other) => one.distance - other.distance)
    .slice(0, most)
    .map(({ town }) => town)
}
