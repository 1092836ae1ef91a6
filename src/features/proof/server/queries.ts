import type { SqlRunner } from '#database/sql.ts'

/** Held while numbering and signing; the same for every replica. */
const lockKey = 5_063_197_112_841

/** `database` changes with a restore, a failover or a restart of the server. */
export const lockLog = (sql: SqlRunner) => sql<{ is_locked: boolean; database: string }[]>`
  select pg_try_advisory_xact_lock(${lockKey}::bigint) as is_locked, concat_ws('/', 'log_checkpoints'::regclass::oid,
    (select oid from pg_database where datname = current_database()), extract(epoch from pg_postmaster_start_time())) as database`

export type CheckpointRow = { origin: string; size: number; note: string; signed_at: string }

export const findCheckpoint = (sql: SqlRunner, { origin }: { origin: string }) => sql<CheckpointRow[]>`
  select origin, size, note, signed_at from log_checkpoints where origin = ${origin}::text order by size desc limit 1`

export const addCheckpoint = (sql: SqlRunner, { origin, size, note, signed_at }: CheckpointRow) => sql<
  Record<string, never>[]
>`
  insert into log_checkpoints (origin, size, note, signed_at)
  values (${origin}::text, ${size}::bigint, ${note}::text, ${signed_at}::timestamptz)`

export const listUnnumbered = (sql: SqlRunner, { limit }: { limit: number }) => sql<
  { id: number; entry_id: string; leaf: Uint8Array }[]
>`
  select id, entry_id, leaf from register_leaves where position is null order by id limit ${limit}::int`

export const findNumbered = (sql: SqlRunner) => sql<{ numbered: number }[]>`
  select coalesce(max(position) + 1, 0) as numbered from register_leaves`

/** In the order of `ids`. */
export const numberLeaves = (sql: SqlRunner, { ids, first }: { ids: number[]; first: number }) => sql<
  Record<string, never>[]
>`
  update register_leaves as l set position = ${first}::bigint + given.nth - 1
  from unnest(${ids}::bigint[]) with ordinality as given (id, nth) where l.id = given.id`

/** The first `width` hashes of tiles that are that wide. */
export const listTiles = (
  sql: SqlRunner,
  { levels, indexes, widths }: { levels: number[]; indexes: number[]; widths: number[] },
) => sql<{ level: number; index: number; hashes: Uint8Array }[]>`
  select t.level, t.index, substr(t.hashes, 1, wanted.width * 32) as hashes
  from unnest(${levels}::smallint[], ${indexes}::bigint[], ${widths}::int[]) as wanted (level, index, width)
  join log_tiles as t on t.level = wanted.level and t.index = wanted.index
  where length(t.hashes) >= wanted.width * 32`

/** Tiles only become wider. */
export const saveTiles = (
  sql: SqlRunner,
  { levels, indexes, hashes }: { levels: number[]; indexes: number[]; hashes: string[] },
) => sql<Record<string, never>[]>`
  insert into log_tiles (level, index, hashes)
  select level, index, decode(hashes, 'hex') from unnest(${levels}::smallint[], ${indexes}::bigint[], ${hashes}::text[])
    as given (level, index, hashes)
  on conflict (level, index) do update set hashes = excluded.hashes`

/** `end` is not included. */
export const listLeaves = (sql: SqlRunner, { first, end }: { first: number; end: number }) => sql<
  { leaf: Uint8Array; position: number }[]
>`
  select leaf, position from register_leaves where position >= ${first}::bigint and position < ${end}::bigint order by position`

export const announceSigned = (sql: SqlRunner, { entryIds }: { entryIds: string[] }) => sql<Record<string, never>[]>`
  select announce_page_data(array['register-log'] || array(
    select 'register-entry:' || slug from register_entries where id = any(${entryIds}::uuid[])))`

export type SigningKeyRow = {
  id: string
  name: string
  public_key: Uint8Array
  private_key: Uint8Array
  created_at: string
}

export const findSigningKey = (sql: SqlRunner, { purpose }: { purpose: string }) => sql<SigningKeyRow[]>`
  select id, name, public_key, private_key, created_at from signing_keys where purpose = ${purpose}::text and ended_at is null`

type PublicKeyRow = { name: string; public_key: Uint8Array; created_at: string }

export const findPublicKey = (sql: SqlRunner, { purpose }: { purpose: string }) => sql<PublicKeyRow[]>`
  select name, public_key, created_at from signing_keys where purpose = ${purpose}::text and ended_at is null`

/** Does nothing when another process has added one. */
export const addSigningKey = (
  sql: SqlRunner,
  input: { purpose: string; name: string; publicKey: string; privateKey: string; now: string },
) => sql<Record<string, never>[]>`
  insert into signing_keys (purpose, name, public_key, private_key, created_at)
  values (${input.purpose}::text, ${input.name}::text, decode(${input.publicKey}::text, 'hex'), decode(${input.privateKey}::text, 'hex'),
    ${input.now}::timestamptz)
  on conflict do nothing`

export const countSigningKeys = (sql: SqlRunner, { purpose }: { purpose: string }) => sql<{ count: number }[]>`
  select count(*) as count from signing_keys where purpose = ${purpose}::text`

/** Counted up to 1,000. */
export const countUnnumbered = (sql: SqlRunner) => sql<{ count: number }[]>`
  select count(*) as count from (select from register_leaves where position is null limit 1000) as waiting`
