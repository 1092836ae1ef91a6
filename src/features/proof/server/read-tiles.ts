import type { SqlRunner } from '#database/sql.ts'
import { type Tile, tileAt } from '#features/proof/tiles.ts'
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
