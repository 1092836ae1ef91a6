import { townAt } from './towns.ts'

/** Further away than this, a town is no neighbour: 60 miles, in degrees of latitude. */
const furthest = 0.87

/**
 * Which of some towns lie nearest to another, the nearest first. Towns whose place is not known are left out.
 * @param most how many at most.
 */
export function nearest<Town extends { name: string }>(name: string, towns: Town[], most: number): Town[] {
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
