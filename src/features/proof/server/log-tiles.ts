import type { SqlRunner } from '#database/sql.ts'
import { foldedHash, leafHash } from '../merkle.ts'
import { hashesOf, type Tile, tileAt, tileWidth } from '../tiles.ts'
import { sha256 } from './node-crypto.ts'
import { listTiles } from './queries.ts'

export class TileMissing extends Error {
  override readonly name = 'TileMissing'
}

/** Tiles of the roots, and of the leaf at `index`, come in one statement. Throws for a missing or narrow tile. */
export async function readTiles(
  sql: SqlRunner,
  { size, index = size - 1 }: { size: number; index?: number },
): Promise<(tile: Tile) => Promise<Uint8Array>> {
  const known = new Map<string, Uint8Array>()
  await fetchTiles(edgeTiles(size, index))
  return async (tile) => {
    if (!known.has(keyOf(tile))) await fetchTiles([tile])
    const hashes = known.get(keyOf(tile))
    if (!hashes) throw new TileMissing(`Tile ${keyOf(tile)} is not there.`)
    return hashes
  }

  async function fetchTiles(tiles: Tile[]): Promise<void> {
    for (const row of await listTiles(sql, tiles)) known.set(keyOf(row), row.hashes)
  }
}

/** At each level the tree's last tile, and the one above the leaf. */
function edgeTiles(size: number, index: number): Tile[] {
  const tiles: Tile[] = []
  for (let [level, width, above] = [0, size, index]; width > 0; level++) {
    tiles.push(tileAt(level, width - 1, size))
    if (above < width && Math.floor(above / 256) !== Math.floor((width - 1) / 256))
      tiles.push(tileAt(level, above, size))
    width = Math.floor(width / 256)
    above = Math.floor(above / 256)
  }
  return tiles
}

const keyOf = ({ level, index }: Pick<Tile, 'level' | 'index'>) => `${level}/${index}`

type GrownTiles = Map<string, { level: number; index: number; hashes: Uint8Array[] }>

/** The changed tiles, whole, by level and index. */
export async function growTree(
  size: number,
  entries: Uint8Array[],
  readTile: (tile: Tile) => Promise<Uint8Array>,
): Promise<GrownTiles> {
  const grown: GrownTiles = new Map()
  let added = await Promise.all(entries.map((entry) => leafHash(sha256, entry)))
  for (let [level, width] = [0, size]; added.length > 0; level++) {
    const above: Uint8Array[] = []
    for (const hash of added) {
      const index = Math.floor(width / tileWidth)
      const key = `${level}/${index}`
      let tile = grown.get(key)
      if (!tile) {
        const filled = width % tileWidth
        tile = { level, index, hashes: filled ? hashesOf(await readTile({ level, index, width: filled })) : [] }
        grown.set(key, tile)
      }
      tile.hashes.push(hash)
      width++
      if (tile.hashes.length === tileWidth) above.push(await foldedHash(sha256, tile.hashes))
    }
    // As many as were there before this level grew.
    width = Math.floor((width - added.length) / tileWidth)
    added = above
  }
  return grown
}
