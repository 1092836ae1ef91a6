import { expect, test } from 'bun:test'
import { foldedHash, inclusionProof, leafHash, type ReadNode, treeRoot } from './merkle.ts'
import { sha256 } from './server/node-crypto.ts'
import { bundleOf, entriesOf, levelWidth, nodesOfTiles, readTilePath, type Tile, tileAt, tilePath } from './tiles.ts'

test('paths are those of the specification, each in one spelling', () => {
  const cases = {
    'tile/0/x001/x234/067': { level: 0, index: 1_234_067, width: 256 },
    'tile/1/000.p/1': { level: 1, index: 0, width: 1 },
    'tile/entries/273.p/112': { level: 'entries', index: 273, width: 112 },
    'tile/63/x001/000': { level: 63, index: 1000, width: 256 },
  } as const
  for (const [path, tile] of Object.entries(cases)) {
    expect(tilePath(tile)).toBe(path)
    expect(readTilePath(path)).toEqual(tile)
  }
  const wrong = ['tile/00/000', 'tile/64/000', 'tile/0/x000/001', 'tile/0/1', 'tile/0/000.p/0', 'tile/0/000.p/256']
  for (const path of [...wrong, 'tile/0/000.p/01', 'tile/0/001/000', 'tile/0/x001', 'tile/-1/000', 'tile/0/000/'])
    expect(readTilePath(path)).toBeNull()
})

test('a tree of 70,000 has the tiles that the specification counts', () => {
  expect([0, 1, 2, 3].map((level) => levelWidth(level, 70_000))).toEqual([70_000, 273, 1, 0])
  expect(tileAt(0, 69_999, 70_000)).toEqual({ level: 0, index: 273, width: 112 })
  expect(tileAt(1, 272, 70_000)).toEqual({ level: 1, index: 1, width: 17 })
  expect(tileAt(2, 0, 70_000)).toEqual({ level: 2, index: 0, width: 1 })
})

test('roots and proofs read from tiles are those of the leaves', async () => {
  const count = 66_000
  const leaves = await Promise.all(
    Array.from({ length: count }, (_, n) => leafHash(sha256, new Uint8Array([n & 255, n >> 8, n >> 16]))),
  )
  const levels = [leaves]
  for (let below = leaves; below.length >= 256; below = levels.at(-1)!) {
    const full = Array.from({ length: Math.floor(below.length / 256) }, (_, n) =>
      foldedHash(sha256, below.slice(n * 256, (n + 1) * 256)),
    )
    levels.push(await Promise.all(full))
  }
  const fromLeaves: ReadNode = (height, index) =>
    foldedHash(sha256, leaves.slice(index * 2 ** height, (index + 1) * 2 ** height))
  for (const size of [1, 255, 256, 257, 65_535, 65_536, count]) {
    const asked: Tile[] = []
    const read = nodesOfTiles(sha256, size, async (tile) => {
      asked.push(tile)
      return Buffer.concat(levels[tile.level]!.slice(tile.index * 256, tile.index * 256 + tile.width))
    })
    expect(await treeRoot(sha256, size, read)).toEqual(await treeRoot(sha256, size, fromLeaves))
    expect(await inclusionProof(sha256, size >> 1, size, read)).toEqual(
      await inclusionProof(sha256, size >> 1, size, fromLeaves),
    )
    expect(asked.length).toBe(new Set(asked.map((tile) => JSON.stringify(tile))).size)
    expect(asked.length).toBeLessThanOrEqual(6)
    expect(asked.every(({ width }) => width > 0 && width <= 256)).toBe(true)
  }
})

test('a bundle is taken apart as it was put together, and one that was cut is none', () => {
  const entries = ['', 'a', 'b'.repeat(700)].map((text) => new TextEncoder().encode(text))
  const bundle = bundleOf(entries)
  expect(bundle.length).toBe(2 + 3 + 702)
  expect(entriesOf(bundle)).toEqual(entries)
  expect(entriesOf(bundle.subarray(0, -1))).toBeNull()
  expect(entriesOf(bundle.subarray(0, 3))).toBeNull()
})
