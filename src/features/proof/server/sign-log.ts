import { addJob } from '../../../database/add-job.ts'
import type { Sql, SqlRunner } from '../../../database/sql.ts'
import { sameBytes, treeRoot } from '../merkle.ts'
import { type Checkpoint, checkpointText, openCheckpoint, signedNote } from '../signed-note.ts'
import { nodesOfTiles, type Tile } from '../tiles.ts'
import { growTree } from './grow-tree.ts'
import { sha256, verifyEd25519 } from './node-crypto.ts'
import {
  addCheckpoint,
  announceSigned,
  type CheckpointRow,
  findCheckpoint,
  findNumbered,
  listUnnumbered,
  lockLog,
  numberLeaves,
  saveTiles,
} from './queries.ts'
import { readTiles, TileMissing } from './read-tiles.ts'
import type { Signer } from './signing-key.ts'

/** How many leaves are numbered and signed in one transaction. */
export const largestBatch = 2000

/** The jobs that read the log on when it has grown (features/watching/). */
const readers = ['tell-followers', 'tell-holders', 'send-webhooks'] as const

export type Signed =
  | { kind: 'signed'; checkpoint: Checkpoint; note: string; added: number }
  | { kind: 'nothing' }
  /** Another process is at it. */
  | { kind: 'busy' }
  /** The database does not hold what was signed: nothing more is signed until a person has looked at it. */
  | { kind: 'refused'; why: Refusal }

/** Why nothing is signed, and what to do. */
export const refusals = {
  older:
    'the database holds less of the public log than was signed. It was probably restored from a backup: restore a newer one, or start the log again with `bun run restart-log`',
  forked: 'the database holds another log than the one that was signed: its leaves or tiles were changed',
  'other-key':
    'the database holds another key of the public log than the one that signed last: restore it, or remove the file log-checkpoint in DATA_FOLDER if this is another site',
  'false-checkpoint': 'the last checkpoint in the database was not signed by the key of the log',
  'changed-tiles': 'the tiles of the log do not lead to the root that was signed: they were changed',
  'foreign-numbers': 'leaves have numbers that were not given to them here: they were changed',
} as const
export type Refusal = keyof typeof refusals

/**
 * Numbers whatever has no number yet, adds it to the tree and signs the new checkpoint, all in one transaction. One process does so at
 * a time. Before it adds anything it makes sure that the database holds the very tree that was signed last.
 *
 * @param lastSigned what this process knows to have been signed, kept outside the database; null where it knows nothing.
 * @param isChecked whether it is left at that where there is nothing to add.
 */
export async function signLog(
  sql: Sql,
  {
    signer,
    lastSigned,
    isChecked,
    now,
  }: { signer: Signer; lastSigned: Checkpoint | null; isChecked: boolean; now: Date },
): Promise<Signed> {
  return await sql.begin(async (tx): Promise<Signed> => {
    const [lock] = await lockLog(tx)
    if (!lock!.is_locked) return { kind: 'busy' }
    const leaves = await listUnnumbered(tx, { limit: largestBatch })
    if (leaves.length === 0 && isChecked) return { kind: 'nothing' }
    const [row] = await findCheckpoint(tx, { origin: signer.key.name })
    const last = await readLast(row, signer)
    if (last === null) return { kind: 'refused', why: 'false-checkpoint' }
    const readTile = await readTiles(tx, { size: last.size })
    const why = await findRefusal(tx, { last, readTile, kept: lastSigned })
    if (why) return { kind: 'refused', why }
    // A log begins with the signed tree of nothing.
    if (leaves.length === 0 && row) return { kind: 'nothing' }
    const size = last.size + leaves.length
    const added = leaves.map(({ leaf }) => leaf)
    const grown = await growTree(last.size, added, readTile)
    const tiles = [...grown.values()]
    await saveTiles(tx, {
      levels: tiles.map(({ level }) => level),
      indexes: tiles.map(({ index }) => index),
      hashes: tiles.map(({ hashes }) => Buffer.concat(hashes).toString('hex')),
    })
    await numberLeaves(tx, { ids: leaves.map(({ id }) => id), first: last.size })
    const read = nodesOfTiles(sha256, size, async (tile) => {
      const hashes = grown.get(`${tile.level}/${tile.index}`)?.hashes
      return hashes ? Buffer.concat(hashes) : await readTile(tile)
    })
    const checkpoint = { origin: last.origin, size, root: await treeRoot(sha256, size, read) }
    const text = checkpointText(checkpoint)
    const note = await signedNote(sha256, text, signer.key, signer.sign(text))
    await addCheckpoint(tx, { origin: last.origin, size, note, signed_at: now.toISOString() })
    await announceSigned(tx, { entryIds: [...new Set(leaves.map(({ entry_id }) => entry_id))] })
    for (const reader of readers) await addJob(tx, reader, {}, { key: reader })
    return { kind: 'signed', checkpoint, note, added: leaves.length }
  })
}

/** The last checkpoint; of a log that has signed nothing yet, the empty tree's. Null where it is not this key's. */
async function readLast(row: CheckpointRow | undefined, { key }: Signer): Promise<Checkpoint | null> {
  if (!row) return { origin: key.name, size: 0, root: await treeRoot(sha256, 0, noNode) }
  const opened = await openCheckpoint(row.note, key, { hash: sha256, verify: verifyEd25519 })
  return 'problem' in opened || opened.size !== row.size ? null : opened
}

async function findRefusal(
  tx: SqlRunner,
  {
    last,
    readTile,
    kept,
  }: { last: Checkpoint; readTile: (tile: Tile) => Promise<Uint8Array>; kept: Checkpoint | null },
): Promise<Refusal | null> {
  if (kept && kept.origin === last.origin && kept.size > last.size) return 'older'
  const [row] = await findNumbered(tx)
  if (row!.numbered !== last.size) return 'foreign-numbers'
  const read = nodesOfTiles(sha256, last.size, readTile)
  const isRoot = async ({ size, root }: Checkpoint) => sameBytes(await treeRoot(sha256, size, read), root)
  try {
    if (!(await isRoot(last))) return 'changed-tiles'
    return kept && kept.origin === last.origin && !(await isRoot(kept)) ? 'forked' : null
  } catch (problem) {
    if (problem instanceof TileMissing) return 'changed-tiles'
    throw problem
  }
}

const noNode = () => Promise.reject(new TileMissing('The empty tree has no tiles.'))
