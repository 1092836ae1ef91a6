import { foldedHash, type Hash, type ReadNode } from './merkle.ts'

/** Up to 256 hashes (C2SP tlog-tiles): of the leaves at level 0, above that one for each full tile below. */
export type Tile = { level: number; index: number; width: number }

/** A tile, or the bundle of entries below it. */
type TileFile = Omit<Tile, 'level'> & { level: number | 'entries' }

export const tileWidth = 256
const hashLength = 32

export function levelWidth(level: number, size: number): number {
  return Math.floor(size / tileWidth ** level)
}

export function tileAt(level: number, index: number, size: number): Tile {
  const tile = Math.floor(index / tileWidth)
  return { level, index: tile, width: Math.min(tileWidth, levelWidth(level, size) - tile * tileWidth) }
}

/** Asks for each tile once. */
export function nodesOfTiles(hash: Hash, size: number, readTile: (tile: Tile) => Promise<Uint8Array>): ReadNode {
  const asked = new Map<string, Promise<Uint8Array>>()
  return async (height, index) => {
    const level = Math.floor(height / 8)
    const count = 2 ** (height % 8)
    const first = index * count
    const tile = tileAt(level, first, size)
    const key = `${tile.level}/${tile.index}`
    const reading = asked.get(key) ?? readTile(tile)
    asked.set(key, reading)
    return await foldedHash(hash, hashesOf(await reading).slice(first % tileWidth, (first % tileWidth) + count))
  }
}

export function hashesOf(bytes: Uint8Array): Uint8Array[] {
  return Array.from({ length: bytes.length / hashLength }, (_, at) =>
    bytes.subarray(at * hashLength, (at + 1) * hashLength),
  )
}

/** Below the log's address: `tile/0/x001/x234/067`, `tile/entries/000.p/12`. */
export function tilePath({ level, index, width }: TileFile): string {
  const digits = String(index)
  const parts = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/\d{3}/g)!
  const path = parts.map((part, at) => (at < parts.length - 1 ? `x${part}` : part)).join('/')
  return `tile/${level}/${path}${width < tileWidth ? `.p/${width}` : ''}`
}

const tilePattern = /^tile\/(entries|0|[1-9]\d?)\/((?:x\d{3}\/)*\d{3})(?:\.p\/([1-9]\d{0,2}))?$/

/** Null unless `path` is the tile's one spelling. */
export function readTilePath(path: string): TileFile | null {
  const [, level, parts, width] = tilePattern.exec(path) ?? []
  if (!level || !parts) return null
  const tile: TileFile = {
    level: level === 'entries' ? level : Number(level),
    index: Number(parts.replace(/[x/]/g, '')),
    width: width ? Number(width) : tileWidth,
  }
  if (tile.level !== 'entries' && tile.level > 63) return null
  return Number.isSafeInteger(tile.index) && tilePath(tile) === path ? tile : null
}

/** Each entry after its length, a big-endian uint16. */
export function bundleOf(entries: Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(entries.reduce((sum, { length }) => sum + 2 + length, 0))
  let at = 0
  for (const entry of entries) {
    bytes.set([entry.length >> 8, entry.length & 255], at)
    bytes.set(entry, at + 2)
    at += 2 + entry.length
  }
  return bytes
}

/** Null when the lengths do not add up. */
export function entriesOf(bundle: Uint8Array): Uint8Array[] | null {
  const entries: Uint8Array[] = []
  for (let at = 0; at < bundle.length; ) {
    const end = at + 2 + (bundle[at]! << 8) + (bundle[at + 1] ?? Number.NaN)
    if (!(end <= bundle.length)) return null
    entries.push(bundle.subarray(at + 2, end))
    at = end
  }
  return entries
}
