/** 55 units to a degree of longitude. */
export const mapSize = { width: 584, height: 1092 } as const

const unitsPerDegree = 55
const west = -8.7
const north = mercator(60.95)

/** Mercator's projection, in whole units. */
export function onMap([latitude, longitude]: readonly [latitude: number, longitude: number]): [x: number, y: number] {
  return [Math.round((longitude - west) * unitsPerDegree), Math.round((north - mercator(latitude)) * unitsPerDegree)]
}

/** In degrees of longitude. */
function mercator(latitude: number): number {
  const radians = (latitude * Math.PI) / 180
  return (Math.log(Math.tan(Math.PI / 4 + radians / 2)) * 180) / Math.PI
}
