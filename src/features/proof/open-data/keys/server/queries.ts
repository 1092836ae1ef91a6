import type { SqlRunner } from '#database/sql.ts'

/** A key that is in use, by the hash of what was sent. */
export const findKey = (sql: SqlRunner, { keyHash }: { keyHash: string }) => sql<{ id: string }[]>`
  select id from api_keys where key_hash = ${keyHash}::text and revoked_at is null`

export const countKeysOf = (sql: SqlRunner, { email }: { email: string }) => sql<{ in_use: number }[]>`
  select count(*)::int as in_use from api_keys where lower(email) = lower(${email}::text) and revoked_at is null`

export const addKey = (
  sql: SqlRunner,
  key: { keyHash: string; linkHash: string; ending: string; name: string; email: string; now: string },
) => sql<Record<string, never>[]>`
  insert into api_keys (key_hash, link_hash, ending, name, email, created_at)
  values (${key.keyHash}::text, ${key.linkHash}::text, ${key.ending}::text, ${key.name}::text, ${key.email}::text,
    ${key.now}::timestamptz)`

type KeyRow = { id: string; ending: string; name: string; created_at: string; revoked_at: string | null }

/** The key that a mailed link is about. */
export const findKeyByLink = (sql: SqlRunner, { linkHash }: { linkHash: string }) => sql<KeyRow[]>`
  select id, ending, name, created_at, revoked_at from api_keys where link_hash = ${linkHash}::text`

/** Revokes a key that is in use. */
export const revokeKey = (sql: SqlRunner, { id, by, now }: { id: string; by: 'holder' | 'admin'; now: string }) => sql<
  { ending: string }[]
>`
  update api_keys set revoked_at = ${now}::timestamptz, revoked_by = ${by}::text
  where id = ${id}::uuid and revoked_at is null returning ending`

export type KeyUse = { day: string; call: string; calls: number }

/** How often a key was used since a day, the last day first. */
export const listKeyUses = (sql: SqlRunner, { id, since }: { id: string; since: string }) => sql<KeyUse[]>`
  select day, call, calls from api_key_uses where key_id = ${id}::uuid and day >= ${since}::date order by day desc, call`

type ListedKeyRow = {
  id: string
  ending: string
  name: string
  email: string
  created_at: string
  revoked_at: string | null
  revoked_by: 'holder' | 'admin' | null
  last_used: string | null
  /** Since the day that is asked for, by call. */
  uses: { call: string; calls: number }[]
}

/** Keys, the newest first. */
export const listKeys = (
  sql: SqlRunner,
  { inUse, since, limit, offset }: { inUse: boolean; since: string; limit: number; offset: number },
) => sql<ListedKeyRow[]>`
  select k.id, k.ending, k.name, k.email, k.created_at, k.revoked_at, k.revoked_by,
    (select max(day) from api_key_uses where key_id = k.id) as last_used,
    coalesce((select json_agg(json_build_object('call', call, 'calls', calls) order by call) from (
      select call, sum(calls)::int as calls from api_key_uses where key_id = k.id and day >= ${since}::date group by call
    ) as lately), '[]') as uses
  from api_keys as k
  ${inUse ? sql`where k.revoked_at is null` : sql``}
  order by k.id desc limit ${limit}::int offset ${offset}::int`

export const countKeys = (sql: SqlRunner, { inUse, limit }: { inUse: boolean; limit: number }) => sql<
  { keys: number }[]
>`
  select count(*)::int as keys from (
    select from api_keys ${inUse ? sql`where revoked_at is null` : sql``} limit ${limit}::int
  ) as found`
