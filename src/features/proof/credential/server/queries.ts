import type { SqlRunner } from '#database/sql.ts'
import type { EntryCredential } from '#wire/entry-proof.ts'

/** The two sides of the pair in their index, which an inequality would not use. */
export const listOtherwiseSigned = (
  sql: SqlRunner,
  { keyId, form, limit }: { keyId: string; form: string; limit: number },
) => sql<{ entryId: string }[]>`
  (select entry_id as "entryId" from entry_credentials
   where (key_id, form) < (${keyId}::uuid, ${form}::text) order by key_id, form limit ${limit}::int)
  union all
  (select entry_id from entry_credentials
   where (key_id, form) > (${keyId}::uuid, ${form}::text) order by key_id, form limit ${limit}::int)
  limit ${limit}::int`

/** Reads up to half of the list's places, so it is asked once for many. */
export const findNewestList = (sql: SqlRunner) => sql<{ list: number; taken: number }[]>`
  select list, count(*) as taken from credential_places
  where list = (select max(list) from credential_places) group by list`

export const findStatusList = (sql: SqlRunner, { purpose, list }: { purpose: string; list: number }) => sql<
  EntryCredential[]
>`
  select json, jws from credential_status_lists where purpose = ${purpose}::text and list = ${list}::int`

/** Null when the entry is not accredited, and until its newest version is signed. */
export async function findCredential(sql: SqlRunner, { number }: { number: string }): Promise<EntryCredential | null> {
  const [found] = await sql<EntryCredential[]>`
    select c.json, c.jws
    from register_entries as e
    join register_leaf_heads as h on h.entry_id = e.id
    join entry_credentials as c on c.entry_id = e.id and c.leaf_id = h.leaf_id
    where e.number = ${number}::text and register_status(e.status, e.valid_until) = 'active'`
  return found ?? null
}

/** The queue signs everything with a new key within a second; a leaked key verifies nothing. Null without a key. */
export async function rotateKey(
  sql: SqlRunner,
  { reason, isLeaked, now }: { reason: string; isLeaked: boolean; now: Date },
): Promise<string | null> {
  const [ended] = await sql<{ name: string }[]>`
    update signing_keys set ended_at = ${now.toISOString()}::timestamptz, end_reason = ${reason}::text,
      is_leaked = ${isLeaked}::boolean
    where purpose = 'credential' and ended_at is null returning name`
  return ended?.name ?? null
}
