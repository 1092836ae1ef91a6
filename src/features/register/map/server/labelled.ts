import type { MapTown } from '../map-page.tsx'
import { mapSize } from '../projection.ts'

/** Of a name on the map, in its units: the height of a line and the width of a letter. */
const line = 22
const letter = 10
const maxLabels = 14

type Box = { left: number; right: number; top: number; bottom: number }

/**
 * Writes the names of towns beside their points: of the first ones, as long as no name covers another, a point or the map's edge.
 * @param towns the largest first.
 */
export function labelled(towns: MapTown[]): MapTown[] {
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
