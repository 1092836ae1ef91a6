import { camel } from '#database/camel.ts'
import type { SqlRunner } from '#database/sql.ts'
import { sameBytes } from '#features/proof/merkle.ts'
import { type NewestLeaf, proofAt } from '#features/proof/server/find-proof.ts'
import { sha256 } from '#features/proof/server/node-crypto.ts'
import { toBase64 } from '#features/proof/signed-note.ts'
import type { EntryCredential, HashedValues, ProvenCredential } from '#wire/entry-proof.ts'
import { readLeaf } from '#wire/leaf.ts'
import { leafOf, logProofText } from '../log-proof.ts'

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

/**
 * By the newest checkpoint that enough witnesses saw before today, so that a file is the same for a day. Until there is one that holds
 * the entry, the first that they saw today, or else the first that was published.
 */
export async function findProvenCredential(
  sql: SqlRunner,
  { number, now }: { number: string; now: Date },
): Promise<ProvenCredential | null> {
  const today = `${now.toISOString().slice(0, 10)}T00:00:00Z`
  const [row] = await camel(sql)<ProvenRow[]>`
    select cr.json, cr.jws, l.leaf, l.position, h.salt, c.size, c.note, c.is_witnessed,
      json_build_object('city', e.city, 'date', coalesce(e.starts_on::text, ''), 'organiser', e.organiser,
        'reason', coalesce(e.status_reason, ''), 'title', e.title, 'venue', e.venue) as values
    from register_entries as e
    join register_leaf_heads as h on h.entry_id = e.id
    join register_leaves as l on l.id = h.leaf_id
    join entry_credentials as cr on cr.entry_id = e.id and cr.leaf_id = h.leaf_id
    left join signing_keys as log on log.purpose = 'log' and log.ended_at is null
    left join lateral (
      select size, note || cosignatures as note, witnessed_at is not null as is_witnessed from (
        (select 1 as rank, size, note, cosignatures, witnessed_at from log_checkpoints where origin = log.name and size > l.position
          and witnessed_at < ${today}::timestamptz order by size desc limit 1)
        union all
        (select 2, size, note, cosignatures, witnessed_at from log_checkpoints where origin = log.name and size > l.position
          and witnessed_at is not null order by size limit 1)
        union all
        (select 3, size, note, cosignatures, witnessed_at from log_checkpoints where origin = log.name and size > l.position
          and published order by size limit 1)
      ) as found order by rank limit 1
    ) as c on true
    where e.number = ${number}::text and register_status(e.status, e.valid_until) = 'active'`
  if (!row) return null
  const { json, jws } = row
  return { json, jws, logProof: await logProofOf(sql, row) }
}

async function logProofOf(
  sql: SqlRunner,
  { leaf, position: index, salt, values, size, note, isWitnessed }: ProvenRow,
): Promise<ProvenCredential['logProof']> {
  const read = readLeaf(leaf)
  if (index === null || size === null || note === null || !read) return null
  const { hashes: _, ...plain } = read
  const facts = { ...plain, salt: toBase64(salt), values }
  const [made, path] = [await leafOf(facts, sha256), await proofAt(sql, { index, size })]
  // Who changes rows by hand gets no proof of them.
  if (!made || !sameBytes(made, leaf) || !path) return null
  return { text: logProofText(facts, { index, path, checkpoint: note }), isWitnessed: isWitnessed === true }
}

type ProvenRow = EntryCredential & NewestLeaf & { values: HashedValues; isWitnessed: boolean | null }
