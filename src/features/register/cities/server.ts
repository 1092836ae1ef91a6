import type { SqlRunner } from '#database/sql.ts'
import { pageTags } from '#domain/page-tags.ts'
import { townAt } from '#features/register/map/server/towns.ts'
import { cityAddress } from '#features/register/rules.ts'
import { noFilters } from '#features/register/server/filters.ts'
import { breadcrumbJsonLd } from '#features/register/server/json-ld.ts'
import { listCards } from '#features/register/server/list-queries.ts'
import { listRegister } from '#features/register/server/list-register.ts'
import { cardOf, type ListingCardData } from '#features/register/server/load-listings.ts'
import { notFound, page, redirect } from '#page/page.ts'
import { href } from '#pages.ts'
import type { Item } from '#ui/card-list.tsx'
import { cleanText } from '#wire/clean-text.ts'

const pageSize = 24
const maxNeighbours = 6
/** Neighbours are looked for among so many of the largest cities. */
const largest = 1000

/** `key`: the folded name, as page tags have it. */
type CityRow = { key: string; name: string; entries: number; accredited: number }

/** Of two that differ by hyphens alone, the one with more entries. */
export const findCity = (sql: SqlRunner, { slug }: { slug: string }) => sql<CityRow[]>`
  select key, max(label) as name, sum(entries)::int as entries,
    coalesce(sum(entries) filter (where status = 'active'), 0)::int as accredited
  from register_totals
  where scope = 'city' and key <> '' and replace(key, ' ', '-') = (select replace(fold(${slug}::text), ' ', '-'))
  group by key having sum(entries) > 0
  order by 3 desc, 1
  limit 1`

export const city = page('city', {
  load: async ({ params, sql, now, services: { env } }) => {
    const [found] = await findCity(sql.raw, { slug: cleanText(params.city) })
    if (!found) return notFound()
    const { key, name, accredited } = found
    const address = cityAddress(name)
    if (address !== href('city', { city: params.city })) return redirect(address, 301)
    const [{ entries, next }, cities] = await Promise.all([
      listRegister(
        sql.raw,
        listCards,
        { ...noFilters, city: name, verified: true },
        { now: new Date(now), cursor: null, limit: pageSize },
      ),
      sql<{ key: string; name: string }[]>`
        select key, max(label) as name from register_totals
        where scope = 'city' and key <> '' and status = 'active'
        group by key having sum(entries) > 0
        order by sum(entries) desc, key
        limit ${largest}::int`,
    ])
    return {
      key,
      name,
      accredited,
      others: found.entries - accredited,
      entries: entries.map((row): Item<ListingCardData> => cardOf(row)),
      upcoming: entries.filter(({ segment }) => segment <= 1).length,
      hasMore: next !== null,
      neighbours: nearest(name, cities),
      isDemonstration: entries.some((row) => row.isDemo),
      jsonLd: breadcrumbJsonLd({ title: name, path: address }, env.publicUrl),
    }
  },
  // A neighbour is named while it has accredited events.
  tags: ({ key, neighbours }) => [key, ...neighbours.map((each) => each.key)].map(pageTags.registerCity),
})

/** 60 miles, in degrees of latitude. */
const furthest = 0.87

/** Towns whose place is unknown are left out. */
function nearest<Town extends { name: string }>(name: string, towns: Town[]): Town[] {
  const here = townAt(name)
  if (!here) return []
  const [latitude, longitude] = here
  // A degree of longitude is shorter, the further north the more.
  const width = Math.cos((latitude * Math.PI) / 180)
  return towns
    .flatMap((town) => {
      const place = townAt(town.name)
      if (!place) return []
      const distance = Math.hypot(place[0] - latitude, (place[1] - longitude) * width)
      return distance > 0 && distance <= furthest ? [{ town, distance }] : []
    })
    .sort((one, other) => one.distance - other.distance)
    .slice(0, maxNeighbours)
    .map(({ town }) => town)
}
