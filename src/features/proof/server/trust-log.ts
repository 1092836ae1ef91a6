import { recordChange } from '#database/record-change.ts'
import type { Transaction } from '#database/sql.ts'
import { type Checkpoint, openCheckpoint } from '#features/proof/signed-note.ts'
import { checkpointFile } from './checkpoint-file.ts'
import type { CheckpointStore } from './checkpoint-store.ts'
import { ways } from './node-crypto.ts'
import { findCheckpoint, findPublicKey } from './queries.ts'
import { readTiles } from './read-tiles.ts'
import { findRefusal, type Refusal, readLast } from './sign-log.ts'

type TrustOutcome =
  | { kind: 'trusted' | 'other-size'; size: number; signedAt: string }
  | { kind: 'refused'; why: Refusal }
  | { kind: 'no-log' }

/** For when only the database knows its newest checkpoint, and a person no newer one. `size` null only looks. */
export async function trustLog(
  tx: Transaction,
  { size, file, store }: { size: number | null; file: string; store: CheckpointStore | null },
): Promise<TrustOutcome> {
  const [found] = await findPublicKey(tx, { purpose: 'log' })
  const [row] = found ? await findCheckpoint(tx, { origin: found.name }) : []
  if (!found || !row) return { kind: 'no-log' }
  const key = { name: found.name, publicKey: new Uint8Array(found.publicKey) }
  const last = await readLast(row, key)
  if (!last) return { kind: 'refused', why: 'false-checkpoint' }
  const kept = checkpointFile(file)
  const known: Checkpoint[] = []
  const stored = await store?.newest(key.name)
  for (const note of [...kept.read(), ...(stored ? [stored.note] : [])]) {
    const opened = await openCheckpoint(note, key, ways)
    if (!('problem' in opened)) known.push(opened)
    else if (opened.problem !== 'other-log') return { kind: 'refused', why: 'other-key' }
  }
  const why = await findRefusal(tx, { last, readTile: await readTiles(tx, { size: last.size }), known })
  if (why) return { kind: 'refused', why }
  const held = { size: last.size, signedAt: row.signedAt }
  if (size !== last.size) return { kind: 'other-size', ...held }
  const actor = { kind: 'command', name: 'trust-log' } as const
  await recordChange(tx, { actor, subject: { kind: 'log', id: key.name }, action: 'trusted', after: { size } })
  kept.keep(row.note)
  return { kind: 'trusted', ...held }
}
