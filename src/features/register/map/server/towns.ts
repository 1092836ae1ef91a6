import list from './towns.txt' with { type: 'text' }

export type Place = readonly [latitude: number, longitude: number]

let towns: Map<string, Place> | undefined

/** Case, accents and hyphens do not matter; null when unknown. */
export function townAt(name: string): Place | null {
  towns ??= readTowns()
  return towns.get(townKey(name)) ?? null
}

export function townKey(name: string): string {
  const letters = name.normalize('NFKD').replace(/[\p{M}'’.]/gu, '')
  return letters
    .toLowerCase()
    .replace(/[^a-z\d]+/g, ' ')
    .trim()
}

/** `name;latitude;longitude` below lines with # (src/build/map.ts writes them). */
function readTowns(): Map<string, Place> {
  const lines = list.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(
    lines.map((line) => {
      const [name, latitude, longitude] = line.split(';')
      return [name!, [Number(latitude), Number(longitude)]]
    }),
  )
}
