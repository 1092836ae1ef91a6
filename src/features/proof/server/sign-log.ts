import { addJob } from '#database/add-job.ts'
import { type CamelSql, camel } from '#database/camel.ts'
import type { Sql, SqlRunner } from '#database/sql.ts'
import {
  type Checkpoint,
  checkpointText,
  type NoteKey,
  openCheckpoint,
  signedNote,
} from '#features/proof/signed-note.ts'
import { sameBytes, treeRoot } from '../merkle.ts'
import { nodesOfTiles, type Tile } from '../tiles.ts'
import type { CheckpointFile, CheckpointStore, StoredCheckpoint, StoredLeaf } from './checkpoint-store.ts'
import { growTree, readTiles, TileMissing } from './log-tiles.ts'
import { sha256, ways } from './node-crypto.ts'
import { type CheckpointRow, findCheckpoint, findNumbered } from './queries.ts'
import type { Signer } from './signing-key.ts'

/** Held while numbering and signing; the same for every replica. */
const lockKey = 5_063_197_112_841

/** In one transaction. */
export const largestBatch = 2000

/** Jobs that read the log on (features/watching/). */
const readers = ['tell-followers', 'tell-holders', 'send-webhooks'] as const

export type SigningResult =
  | { kind: 'signed'; seen: SeenCheckpoint; checkpoint: Checkpoint; newest: NewestCheckpoint; added: number }
  | { kind: 'nothing'; seen: SeenCheckpoint; checkpoint: Checkpoint; newest: NewestCheckpoint }
  /** Only the database knows its newest checkpoint: signing waits for another process, or for an operator to confirm. */
  | { kind: 'unconfirmed'; seen: SeenCheckpoint; waiting: boolean }
  | { kind: 'busy' }
  /** The database does not hold what was signed: a person has to look at it. */
  | { kind: 'refused'; why: Refusal }

/** The database's newest checkpoint at the last look. */
export type SeenCheckpoint = {
  /** Changes with a restore or a failover, whatever the address. */
  database: string
  origin: string
  /** -1 when nothing has been signed. */
  size: number
  note: string | null
}

/** `isPublished` false: witnesses are being asked about it. */
export type NewestCheckpoint = { note: string; isPublished: boolean; signedAt: Date }

export const refusals = {
  older:
    'the database holds less of the public log than was signed. It was probably restored from a backup: bring the rest back with `bun run bring-back-log`, restore a newer backup, or start the log again with `bun run restart-log`',
  forked: 'the database holds another log than the one that was signed: its leaves or tiles were changed',
  unconfirmed:
    'the newest checkpoint of the log is known to the database alone, which may have been restored: this machine keeps none or an older one. Start the process that signed last, or say with `bun run trust-log` that there is no newer one',
  'other-key':
    'the database holds another key of the public log than the one that signed last: restore it, or remove the file log-checkpoint in DATA_FOLDER if this is another site',
  'store-silent':
    'the store of CHECKPOINT_STORE does not answer, where each checkpoint is kept before it is published: see whether it is there, and whether its rights allow to list, read and add',
  'false-checkpoint': 'the last checkpoint in the database was not signed by the key of the log',
  'changed-tiles': 'the tiles of the log do not lead to the root that was signed: they were changed',
  'foreign-numbers': 'leaves have numbers that were not given to them here: they were changed',
} as const
export type Refusal = keyof typeof refusals

type SignOptions = {
  signer: Signer
  /** Kept by this machine. */
  known: Checkpoint[]
  /** By witnesses, who may be behind: `confirmed` are the sizes that enough of them name. */
  held: { checkpoints: Checkpoint[]; confirmed: number[] }
  /** Without witnesses a checkpoint is published as it is signed. */
  publishes: boolean
  seen: (SeenCheckpoint & { checkpoint: Checkpoint | null }) | null
  file: Pick<CheckpointFile, 'begin' | 'begun'>
  store: CheckpointStore | null
  now: Date
}

/** Adds only to the tree signed last: its checkpoint is `known` elsewhere, or was signed on this database since `seen`. */
export async function signLog(sql: Sql, options: SignOptions): Promise<SigningResult> {
  const { signer, known, held, publishes, seen, file, store, now } = options
  return await sql.begin(async (transaction): Promise<SigningResult> => {
    const tx = camel(transaction)
    // `database` changes with a restore, a failover or a restart of the server.
    const [lock] = await tx<{ isLocked: boolean; database: string }[]>`
      select pg_try_advisory_xact_lock(${lockKey}::bigint) as is_locked,
        concat_ws('/', 'log_checkpoints'::regclass::oid,
          (select oid from pg_database where datname = current_database()), extract(epoch from pg_postmaster_start_time())
        ) as database`
    if (!lock!.isLocked) return { kind: 'busy' }
    const { database } = lock!
    const leaves = await tx<UnnumberedLeaf[]>`
      select id, entry_id, leaf from register_leaves where position is null order by id limit ${largestBatch}::int`
    const [row] = await findCheckpoint(tx.raw, { origin: signer.key.name })
    const isSeen = row !== undefined && seen?.database === database && seen.note === row.note
    const newest = row && { note: row.note, isPublished: row.published, signedAt: new Date(row.signedAt) }
    if (leaves.length === 0 && newest && isSeen && seen.checkpoint)
      return { kind: 'nothing', seen, checkpoint: seen.checkpoint, newest }
    const last = await readLast(row, signer.key)
    if (last === null) return { kind: 'refused', why: 'false-checkpoint' }
    const stored = await readStored(store, { key: signer.key, size: last.size })
    if ('why' in stored) return { kind: 'refused', why: stored.why }
    const readTile = await readTiles(tx.raw, { size: last.size })
    // What is in the store and not yet in the database was added by a process that ended before its commit.
    const kept = [...known, ...stored.newest].filter(({ size }) => size <= last.size || !stored.next)
    const why = await findRefusal(tx.raw, { last, readTile, known: [...kept, ...held.checkpoints] })
    if (why) return { kind: 'refused', why }
    const looked: SeenCheckpoint = {
      database,
      origin: last.origin,
      size: row ? last.size : -1,
      note: row?.note ?? null,
    }
    const hasGrown = seen?.database === database && (seen.origin !== last.origin || seen.size < last.size)
    const isKept = kept.some(({ size }) => size === last.size) || held.confirmed.includes(last.size)
    const isConfirmed = !row || hasGrown || stored.next || isKept || file.begun() === row.note
    if (!isConfirmed) return { kind: 'unconfirmed', seen: looked, waiting: leaves.length > 0 }
    // A store that was set or emptied after the log had begun knows from here on.
    if (store && row && !stored.next && (stored.newest[0]?.size ?? -1) < last.size)
      if (!(await isAdded(store, last, { note: row.note, first: last.size, leaves: [] })))
        return { kind: 'refused', why: 'store-silent' }
    // A log begins with the signed empty tree.
    if (leaves.length === 0 && newest && !stored.next)
      return { kind: 'nothing', seen: looked, checkpoint: last, newest }
    const batch = stored.next ? await findUnnumbered(tx, stored.next.leaves) : leaves
    if (!batch) return { kind: 'refused', why: 'older' }
    const size = last.size + batch.length
    const added = batch.map(({ leaf }) => leaf)
    const grown = await growTree(last.size, added, readTile)
    const read = nodesOfTiles(sha256, size, async (tile) => {
      const hashes = grown.get(`${tile.level}/${tile.index}`)?.hashes
      return hashes ? Buffer.concat(hashes) : await readTile(tile)
    })
    const checkpoint = { origin: last.origin, size, root: await treeRoot(sha256, size, read) }
    const text = checkpointText(checkpoint)
    const note = stored.next?.note ?? (await signedNote(sha256, text, signer.key, signer.sign(text)))
    if (stored.next) {
      const opened = await openCheckpoint(note, signer.key, ways)
      if ('problem' in opened || opened.size !== size || !sameBytes(opened.root, checkpoint.root))
        return { kind: 'refused', why: 'forked' }
    } else if (store) {
      const leaves = batch.map(({ leaf, ...rest }) => ({ ...rest, leaf: Buffer.from(leaf).toString() }))
      if (!(await isAdded(store, checkpoint, { note, first: last.size, leaves })))
        return { kind: 'refused', why: 'store-silent' }
    }
    file.begin(note)
    const tiles = [...grown.values()]
    const rows = tiles.map(({ hashes }) => Buffer.concat(hashes).toString('hex'))
    // Tiles only become wider.
    await tx`
      insert into log_tiles (level, index, hashes)
      select level, index, decode(hashes, 'hex') from unnest(${tiles.map(({ level }) => level)}::smallint[],
        ${tiles.map(({ index }) => index)}::bigint[], ${rows}::text[]) as given (level, index, hashes)
      on conflict (level, index) do update set hashes = excluded.hashes`
    await tx`
      update register_leaves as l set position = ${last.size}::bigint + given.nth - 1
      from unnest(${batch.map(({ id }) => id)}::bigint[]) with ordinality as given (id, nth) where l.id = given.id`
    await tx`
      insert into log_checkpoints (origin, size, note, signed_at, published)
      values (${last.origin}::text, ${size}::bigint, ${note}::text, ${now.toISOString()}::timestamptz, ${publishes}::boolean)`
    if (publishes) await announceLeaves(tx.raw, { first: last.size, end: size })
    for (const reader of readers) await addJob(tx.raw, reader, {}, { key: reader })
    return {
      kind: 'signed',
      seen: { database, origin: last.origin, size, note },
      checkpoint,
      newest: { note, isPublished: publishes, signedAt: now },
      added: batch.length,
    }
  })
}

/** The pages that show a proof of these leaves are made again. `end` is not included. */
export const announceLeaves = (tx: SqlRunner, { first, end }: { first: number; end: number }) => tx`
  select announce_page_data(array['register-log'] || array(
    select distinct 'register-entry:' || e.slug from register_leaves as l join register_entries as e on e.id = l.entry_id
    where l.position >= ${first}::bigint and l.position < ${end}::bigint))`

/** @param known.size of the tree that the database holds. @returns `next` where the store holds one that the database does not. */
async function readStored(
  store: CheckpointStore | null,
  { key, size }: { key: NoteKey; size: number },
): Promise<{ newest: Checkpoint[]; next: StoredCheckpoint | undefined } | { why: Refusal }> {
  if (!store) return { newest: [], next: undefined }
  try {
    const found = await store.newest(key.name)
    if (!found) return { newest: [], next: undefined }
    const newest = await openCheckpoint(found.note, key, ways)
    if ('problem' in newest) return { why: 'other-key' }
    const next = newest.size > size ? (await store.after(key.name, size))[0] : undefined
    return { newest: [newest], next: next?.first === size ? next : undefined }
  } catch {
    return { why: 'store-silent' }
  }
}

async function isAdded(
  store: CheckpointStore,
  { origin, size }: Checkpoint,
  stored: StoredCheckpoint,
): Promise<boolean> {
  return await store.add(origin, size, stored).then(
    () => true,
    () => false,
  )
}

type UnnumberedLeaf = { id: number; entryId: string; leaf: Uint8Array }

/** In the order given; null where one is not there, or another. */
async function findUnnumbered(tx: CamelSql, stored: StoredLeaf[]): Promise<UnnumberedLeaf[] | null> {
  const found = await tx<UnnumberedLeaf[]>`
    select l.id, l.entry_id, l.leaf
    from unnest(${stored.map(({ id }) => id)}::bigint[], ${stored.map(({ leaf }) => leaf)}::text[])
      with ordinality as given (id, leaf, nth)
    join register_leaves as l on l.id = given.id and l.position is null and l.leaf = convert_to(given.leaf, 'UTF8')
    order by given.nth`
  return found.length === stored.length ? found : null
}

/** The empty tree when nothing is signed; null when it is not signed by `key`. */
export async function readLast(row: CheckpointRow | undefined, key: NoteKey): Promise<Checkpoint | null> {
  if (!row) return { origin: key.name, size: 0, root: await treeRoot(sha256, 0, noNode) }
  const opened = await openCheckpoint(row.note, key, ways)
  return 'problem' in opened || opened.size !== row.size ? null : opened
}

/** Null when the database holds what was signed. */
export async function findRefusal(
  tx: SqlRunner,
  { last, readTile, known }: { last: Checkpoint; readTile: (tile: Tile) => Promise<Uint8Array>; known: Checkpoint[] },
): Promise<Refusal | null> {
  if (known.some(({ size }) => size > last.size)) return 'older'
  const [row] = await findNumbered(tx)
  if (row!.numbered !== last.size) return 'foreign-numbers'
  const read = nodesOfTiles(sha256, last.size, readTile)
  const isRoot = async ({ size, root }: Checkpoint) => sameBytes(await treeRoot(sha256, size, read), root)
  try {
    if (!(await isRoot(last))) return 'changed-tiles'
    for (const each of known) if (!(await isRoot(each))) return 'forked'
    return null
  } catch (problem) {
    if (problem instanceof TileMissing) return 'changed-tiles'
    throw problem
  }
}

const noNode = () => Promise.reject(new TileMissing('The empty tree has no tiles.'))
