import { foldedHash, leafHash } from '#features/proof/merkle.ts'
import { hashesOf, type Tile, tileWidth } from '#features/proof/tiles.ts'
import { sha256 } from './node-crypto.ts'

/** Tiles as they are after leaves were added, by level and index. */
type Grown = Map<string, { level: number; index: number; hashes: Uint8Array[] }>

/**
 * Adds leaves to a tree of `size` leaves.
 *
 * @param readTile reads the last tile of a level.
 * @returns the tiles that changed, whole.
 */
export async function growTree(
  size: number,
  entries: Uint8Array[],
  readTile: (tile: Tile) => Promise<Uint8Array>,
): Promise<Grown> {
  const grown: Grown = new Map()
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
