import { foldedHash, leafHash } from '../merkle.ts'
import { hashesOf, type Tile, tileWidth } from '../tiles.ts'
import { sha256 } from './node-crypto.ts'

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
