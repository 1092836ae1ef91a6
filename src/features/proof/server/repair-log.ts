import { camel } from '#database/camel.ts'
import { recordChange } from '#database/record-change.ts'
import type { Transaction } from '#database/sql.ts'
import type { Instant } from '#domain/formats.ts'
import { isWithheld, type RegisterStatus, registerStatuses } from '#domain/register-status.ts'
import { setRegisterStatus } from '#features/register/server/queries.ts'
import type { Leaf } from '#wire/leaf.ts'
import { type Checkpoint, openCheckpoint } from '../signed-note.ts'
import { type CheckpointStore, checkpointFile, type StoredLeaf } from './checkpoint-store.ts'
import { readTiles } from './log-tiles.ts'
import { ways } from './node-crypto.ts'
import { findCheckpoint, findPublicKey } from './queries.ts'
import { findRefusal, type Refusal, readLast } from './sign-log.ts'

type BroughtBack =
  | { kind: 'brought-back'; size: number; entries: RestoredEntry[] }
  | { kind: 'no-log' | 'nothing-missing' }
  /** The store knows the log from `first` entries on only. */
  | { kind: 'gap'; size: number; first: number }
  /** The site has written changes of its own since it was restored. */
  | { kind: 'written-since' }

/** What the log said last of an entry that the backup knows otherwise, or not at all. */
export type RestoredEntry = {
  number: string
  change: string
  at: Instant
  /** `withheld`: the entry has the log's status again. `told`: the log says what the register says now. `missing`: there is no entry, and the log says that it ended. */
  outcome: 'withheld' | 'told' | 'missing'
}

const cause = 'bring-back-log'

/**
 * After a backup was restored: brings back the changes of the public log that the backup lacks, from the store of checkpoints. The next
 * process that signs goes on with them, so that the log is the one that was published.
 */
export async function bringBackLog(
  transaction: Transaction,
  { store, now }: { store: CheckpointStore; now: Date },
): Promise<BroughtBack> {
  const tx = camel(transaction)
  const [key] = await findPublicKey(transaction, { purpose: 'log' })
  if (!key) return { kind: 'no-log' }
  const [row] = await findCheckpoint(transaction, { origin: key.name })
  const size = row?.size ?? 0
  const stored = await store.after(key.name, size)
  if (stored.length === 0) return { kind: 'nothing-missing' }
  const ends = [size, ...stored.map(({ first, leaves }) => first + leaves.length)]
  const gap = stored.find(({ first }, at) => first !== ends[at])
  if (gap) return { kind: 'gap', size: ends[stored.indexOf(gap)]!, first: gap.first }
  const leaves = stored.flatMap((each) => each.leaves)
  const ids = leaves.map(({ id }) => id)
  // A process that was interrupted may have left the last ones unnumbered.
  const [written] = await tx<{ changes: number; last: number }[]>`
    select count(*) as changes, (select coalesce(max(id), 0) from register_leaves) as last from register_leaves as l where position is null and not exists (
      select from unnest(${ids}::bigint[], ${leaves.map(({ leaf }) => leaf)}::text[]) as given (id, leaf)
      where given.id = l.id and convert_to(given.leaf, 'UTF8') = l.leaf)`
  if (written!.changes > 0) return { kind: 'written-since' }
  await tx`
    insert into register_leaves (id, entry_id, leaf)
    select id, entry_id, convert_to(leaf, 'UTF8')
    from unnest(${ids}::bigint[], ${leaves.map(({ entryId }) => entryId)}::uuid[], ${leaves.map(({ leaf }) => leaf)}::text[])
      as given (id, entry_id, leaf)
    on conflict (id) do nothing`
  // The next leaf comes behind them.
  await tx`
    select count(nextval('register_leaves_id_seq'))
    from generate_series(${written!.last}::bigint + 1, ${Math.max(...ids)}::bigint)`
  const newest = new Map(leaves.map((leaf) => [leaf.entryId, leaf]))
  const entries: RestoredEntry[] = []
  for (const leaf of newest.values()) entries.push(await restoreEntry(transaction, leaf, now))
  const after = { from: size, size: size + leaves.length, entries: entries.length }
  const actor = { kind: 'command', name: cause } as const
  await recordChange(transaction, { actor, subject: { kind: 'log', id: key.name }, action: 'brought-back', after })
  return { kind: 'brought-back', size: after.size, entries }
}

/** What withholds an accreditation holds again; of the rest the register is right, and the log says so. */
async function restoreEntry(
  transaction: Transaction,
  { entryId, leaf }: StoredLeaf,
  now: Date,
): Promise<RestoredEntry> {
  const tx = camel(transaction)
  const facts = JSON.parse(leaf) as Leaf
  const { n, number, change, at, status } = facts
  await tx`
    update register_leaf_heads set changes = greatest(changes, ${n}::int) where entry_id = ${entryId}::uuid`
  const [entry] = await tx<{ status: RegisterStatus; validUntil: Instant | null }[]>`
    select status, valid_until from register_entries where id = ${entryId}::uuid for update`
  if (!entry) {
    const moment = now.toISOString()
    const ended: Leaf = { ...facts, at: moment, change: 'lost', n: n + 1, recorded: moment, status: 'lapsed' }
    await tx`
      insert into register_leaves (entry_id, leaf)
      values (${entryId}::uuid, convert_to(${JSON.stringify(ended)}::text, 'UTF8'))`
    return { number, change, at, outcome: 'missing' }
  }
  if (isWithheld(status) && entry.status !== status) {
    const reason = `${registerStatuses[status].label} before a backup was restored; the reason is being entered again.`
    const { validUntil } = entry
    const step = { to: status, change: status }
    await setRegisterStatus(transaction, { id: entryId, status: entry.status }, step, {
      reason,
      validUntil,
      at: now.toISOString(),
      cause,
    })
    return { number, change, at, outcome: 'withheld' }
  }
  await tx`select add_register_leaf(e, 'corrected', ${now.toISOString()}::timestamptz) from register_entries as e where id = ${entryId}::uuid`
  return { number, change, at, outcome: 'told' }
}

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

/** For a database that cannot be brought back to what was signed. The next log has its own key. Null without a log. */
export async function restartLog(
  tx: Transaction,
  { reason, now }: { reason: string; now: Date },
): Promise<string | null> {
  const [ended] = await tx<{ name: string }[]>`
    update signing_keys set ended_at = ${now.toISOString()}::timestamptz, end_reason = ${reason}::text
    where purpose = 'log' and ended_at is null returning name`
  if (!ended) return null
  // The one exception: nothing else in the product changes a number that was given.
  await tx`alter table register_leaves disable trigger register_leaves_unchanged`
  await tx`
    with tiles as (delete from log_tiles), changes as (delete from log_changes), totals as (delete from log_totals)
    update register_leaves set position = null where position is not null`
  await tx`alter table register_leaves enable trigger register_leaves_unchanged`
  return ended.name
}
