import type { SqlRunner } from '#database/sql.ts'
import type { Instant } from '#domain/formats.ts'
import type { Tile } from '../tiles.ts'

export type CheckpointRow = { origin: string; size: number; note: string; signedAt: Instant }

/** The newest that was signed: witnesses may still be asked about it. */
export const findCheckpoint = (sql: SqlRunner, { origin }: { origin: string }) => sql<
  (CheckpointRow & { published: boolean })[]
>`
  select origin, size, note, signed_at as "signedAt", published from log_checkpoints
  where origin = ${origin}::text order by size desc limit 1`

/** The newest that was published; `note` with the cosignatures that have come so far. */
export const findPublished = (sql: SqlRunner, { origin }: { origin: string }) => sql<CheckpointRow[]>`
  select origin, size, note || cosignatures as note, signed_at as "signedAt" from log_checkpoints
  where origin = ${origin}::text and published order by size desc limit 1`

/** The newest that enough witnesses have cosigned for the policy of the setting WITNESSES; `note` with their cosignatures. */
export const findWitnessed = (sql: SqlRunner, { origin }: { origin: string }) => sql<
  (CheckpointRow & { witnessedAt: Instant })[]
>`
  select origin, size, note || cosignatures as note, signed_at as "signedAt", witnessed_at as "witnessedAt"
  from log_checkpoints
  where origin = ${origin}::text and witnessed_at is not null order by size desc limit 1`

export const findNumbered = (sql: SqlRunner) => sql<{ numbered: number }[]>`
  select coalesce(max(position) + 1, 0) as numbered from register_leaves`

/** The first `width` hashes of tiles that are that wide. */
export const listTiles = (sql: SqlRunner, tiles: Tile[]) => sql<{ level: number; index: number; hashes: Uint8Array }[]>`
  select t.level, t.index, substr(t.hashes, 1, wanted.width * 32) as hashes
  from unnest(${tiles.map(({ level }) => level)}::smallint[], ${tiles.map(({ index }) => index)}::bigint[],
    ${tiles.map(({ width }) => width)}::int[]) as wanted (level, index, width)
  join log_tiles as t on t.level = wanted.level and t.index = wanted.index
  where length(t.hashes) >= wanted.width * 32`

/** `end` is not included. */
export const listLeaves = (sql: SqlRunner, { first, end }: { first: number; end: number }) => sql<
  { leaf: Uint8Array; position: number }[]
>`
  select leaf, position from register_leaves where position >= ${first}::bigint and position < ${end}::bigint order by position`

export type SigningKeyRow = {
  id: string
  name: string
  publicKey: Uint8Array
  privateKey: Uint8Array
  createdAt: Instant
}

export const findSigningKey = (sql: SqlRunner, { purpose }: { purpose: string }) => sql<SigningKeyRow[]>`
  select id, name, public_key as "publicKey", private_key as "privateKey", created_at as "createdAt" from signing_keys
  where purpose = ${purpose}::text and ended_at is null`

export const findPublicKey = (sql: SqlRunner, { purpose }: { purpose: string }) => sql<
  { name: string; publicKey: Uint8Array }[]
>`
  select name, public_key as "publicKey" from signing_keys where purpose = ${purpose}::text and ended_at is null`

/** How far each witness has followed the log. `silentSince`: when the oldest checkpoint was signed that it lacks. */
export const listWitnesses = (sql: SqlRunner, { origin }: { origin: string }) => sql<
  {
    key: string
    size: number | null
    cosignedAt: Instant | null
    problem: string | null
    silentSince: Instant | null
  }[]
>`
  select key, size, cosigned_at as "cosignedAt", problem, case when w.size is null then asked_since else (
    select signed_at from log_checkpoints as c
    where c.origin = w.origin and c.size > w.size and c.published order by c.size limit 1
  ) end as "silentSince"
  from log_witnesses as w where origin = ${origin}::text order by key`

/** Counted up to 1,000. */
export const countUnnumbered = (sql: SqlRunner) => sql<{ count: number }[]>`
  select count(*) as count from (select from register_leaves where position is null limit 1000) as waiting`
