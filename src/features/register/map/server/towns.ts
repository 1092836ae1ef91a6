import list from './towns.txt' with { type: 'text' }

/** Degrees north and east. */
export type Place = readonly [latitude: number, longitude: number]

let towns: Map<string, Place> | undefined

/** Where a town of the United Kingdom lies, however its name is spelt in capitals, accents and hyphens; null for one that is not known. */
export function townAt(name: string): Place | null {
  towns ??= readTowns()
  return towns.get(townKey(name)) ?? null
}

/** A name as the list has it. */
export function townKey(name: string): string {
  const letters = name.normalize('NFKD').replace(/[\p{M}'’.]/gu, '')
  return letters
    .toLowerCase()
    .replace(/[^a-z\d]+/g, ' ')
    .trim()
}

/** One town a line, `name;latitude;longitude`, below lines that begin with # (src/build/map.ts writes them). */
function readTowns(): Map<string, Place> {
  const lines = list.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(
    lines.map((line) => {
      const [name, latitude, longitude] = line.split(';')
      return [name!, [Number(latitude), Number(longitude)]]
    }),
  )
}
