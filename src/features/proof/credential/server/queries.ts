import type { SqlRunner } from '#database/sql.ts'
import type { RegisterStatus } from '#domain/register-status.ts'
import type { EntryCredential } from '#wire/entry-credential.ts'
import type { StatusPurpose } from '../did.ts'
import type { CredentialFacts, Place } from './credential-of-entry.ts'

/** Held while signing credentials; the same for every replica. */
const lockKey = 5_063_197_112_842

export const lockCredentials = (sql: SqlRunner) => sql<{ is_locked: boolean }[]>`
  select pg_try_advisory_xact_lock(${lockKey}::bigint) as is_locked`

export type Progress = { log_key_id: string; position: number; key_id: string | null; form: string | null }

/** Which log is read and how far, with the key and form of everything signed. No row before a log begins. */
export const findProgress = (sql: SqlRunner) => sql<Progress[]>`
  select log.id as log_key_id, coalesce(p.position, -1) as position, p.key_id, p.form
  from signing_keys as log left join credential_progress as p on p.log_key_id = log.id
  where log.purpose = 'log' and log.ended_at is null`

export const saveProgress = (
  sql: SqlRunner,
  {
    logKeyId,
    position,
    keyId,
    form,
  }: { logKeyId: string; position: number; keyId: string | null; form: string | null },
) => sql<Record<string, never>[]>`
  insert into credential_progress (log_key_id, position, key_id, form)
  values (${logKeyId}::uuid, ${position}::bigint, ${keyId}::uuid, ${form}::text)
  on conflict ((true)) do update
    set log_key_id = excluded.log_key_id, position = excluded.position, key_id = excluded.key_id, form = excluded.form`

export const lockPresentKey = (sql: SqlRunner) => sql<{ id: string }[]>`
  select id from signing_keys where purpose = 'credential' and ended_at is null for share`

export const listChangedEntries = (sql: SqlRunner, { after, limit }: { after: number; limit: number }) => sql<
  { entry_id: string; position: number }[]
>`
  select entry_id, position from register_leaves where position > ${after}::bigint order by position limit ${limit}::int`

/** The two sides of the pair in their index, which an inequality would not use. */
export const listOtherwiseSigned = (
  sql: SqlRunner,
  { keyId, form, limit }: { keyId: string; form: string; limit: number },
) => sql<{ entry_id: string }[]>`
  (select entry_id from entry_credentials where (key_id, form) < (${keyId}::uuid, ${form}::text) order by key_id, form limit ${limit}::int)
  union all
  (select entry_id from entry_credentials where (key_id, form) > (${keyId}::uuid, ${form}::text) order by key_id, form limit ${limit}::int)
  limit ${limit}::int`

export type EntryRow = Omit<CredentialFacts, 'assurance'> & {
  entry_id: string
  status: RegisterStatus
  assurance: CredentialFacts['assurance']
  leaf_id: number
  leaf: Uint8Array
}

export const listEntries = (sql: SqlRunner, { ids }: { ids: string[] }) => sql<EntryRow[]>`
  select e.id as entry_id, e.number, e.slug, e.status, e.title, e.organiser, e.starts_on as date, e.venue, e.city, e.assurance, e.assured_on,
    e.valid_from, e.valid_until, e.is_demo, l.id as leaf_id, l.leaf,
    not exists (
      select from register_checks as c
      where c.entry_id = e.id and c.result in ('met', 'met-with-condition', 'accepted') and c.basis is null
    ) as has_bases
  from register_entries as e
  join register_leaf_heads as h on h.entry_id = e.id
  join register_leaves as l on l.id = h.leaf_id
  where e.id = any(${ids}::uuid[])`

export const saveCredential = (
  sql: SqlRunner,
  row: EntryCredential & { entryId: string; leafId: number; keyId: string; form: string },
) => sql<Record<string, never>[]>`
  insert into entry_credentials (entry_id, leaf_id, key_id, form, json, jws)
  values (${row.entryId}::uuid, ${row.leafId}::bigint, ${row.keyId}::uuid, ${row.form}::text, ${row.json}::text, ${row.jws}::text)
  on conflict (entry_id) do update set leaf_id = excluded.leaf_id, key_id = excluded.key_id, form = excluded.form,
    json = excluded.json, jws = excluded.jws`

export const deleteCredentials = (sql: SqlRunner, { ids }: { ids: string[] }) => sql<Record<string, never>[]>`
  delete from entry_credentials where entry_id = any(${ids}::uuid[])`

type PlaceRow = Place & { claims: string; valid_until: string | null; suspended_at: string | null }

export const findPlace = (sql: SqlRunner, { entryId }: { entryId: string }) => sql<PlaceRow[]>`
  select list, place, encode(claims, 'hex') as claims, valid_until, suspended_at
  from credential_places where entry_id = ${entryId}::uuid and revoked_at is null and corrected_at is null`

/** No row when the place is taken. */
export const takePlace = (
  sql: SqlRunner,
  row: Place & { entryId: string; claims: string; validUntil: string | null },
) => sql<Place[]>`
  insert into credential_places (list, place, entry_id, claims, valid_until)
  values (${row.list}::int, ${row.place}::int, ${row.entryId}::uuid, decode(${row.claims}::text, 'hex'), ${row.validUntil}::timestamptz)
  on conflict (list, place) do nothing returning list, place`

/** Reads up to half of the list's places, so it is asked once for many. */
export const findNewestList = (sql: SqlRunner) => sql<{ list: number; taken: number }[]>`
  select list, count(*) as taken from credential_places
  where list = (select max(list) from credential_places) group by list`

/** A corrected one keeps nothing of its claims: a hash of names could be guessed. */
export const savePlace = (
  sql: SqlRunner,
  row: Place & { validUntil: string | null; correctedAt: string | null },
) => sql<Record<string, never>[]>`
  update credential_places set valid_until = ${row.validUntil}::timestamptz, corrected_at = ${row.correctedAt}::timestamptz, suspended_at = null,
    claims = case when ${row.correctedAt}::timestamptz is null then claims else '' end
  where list = ${row.list}::int and place = ${row.place}::int`

/** Corrected ones too. */
export const withdrawPlaces = (
  sql: SqlRunner,
  { entryId, at, isSuspended }: { entryId: string; at: string; isSuspended: boolean },
) => sql<{ list: number }[]>`
  update credential_places set revoked_at = ${at}::timestamptz, claims = '',
    suspended_at = case when ${isSuspended}::boolean then ${at}::timestamptz end
  where entry_id = ${entryId}::uuid and revoked_at is null returning list`

/** Signed with another key or form, or expiring soon. */
export const listDueLists = (
  sql: SqlRunner,
  { keyId, form, before }: { keyId: string; form: string; before: string },
) => sql<{ list: number }[]>`
  select list from credential_status_lists
  where key_id <> ${keyId}::uuid or form <> ${form}::text or valid_until < ${before}::timestamptz group by list`

export const listSetPlaces = (sql: SqlRunner, { list }: { list: number }) => sql<
  { place: number; is_revoked: boolean; is_suspended: boolean }[]
>`
  select place, revoked_at is not null as is_revoked, suspended_at is not null as is_suspended
  from credential_places where list = ${list}::int and (revoked_at is not null or suspended_at is not null)`

type StatusListRow = EntryCredential & {
  purpose: StatusPurpose
  list: number
  keyId: string
  form: string
  validFrom: string
  validUntil: string
}

export const saveStatusList = (sql: SqlRunner, row: StatusListRow) => sql<Record<string, never>[]>`
  insert into credential_status_lists (purpose, list, key_id, form, json, jws, valid_from, valid_until)
  values (${row.purpose}::text, ${row.list}::int, ${row.keyId}::uuid, ${row.form}::text, ${row.json}::text, ${row.jws}::text,
    ${row.validFrom}::timestamptz, ${row.validUntil}::timestamptz)
  on conflict (purpose, list) do update set key_id = excluded.key_id, form = excluded.form, json = excluded.json, jws = excluded.jws,
    valid_from = excluded.valid_from, valid_until = excluded.valid_until`

export const announceCredentials = (sql: SqlRunner, { ids }: { ids: string[] }) => sql<Record<string, never>[]>`
  select announce_page_data(array['credentials'] || array(select 'register-entry:' || slug from register_entries where id = any(${ids}::uuid[])))`

export const findStatusList = (sql: SqlRunner, { purpose, list }: { purpose: string; list: number }) => sql<
  (EntryCredential & { valid_until: string })[]
>`
  select json, jws, valid_until from credential_status_lists where purpose = ${purpose}::text and list = ${list}::int`

export type PublishedKey = {
  name: string
  public_key: Uint8Array
  created_at: string
  ended_at: string | null
  is_leaked: boolean
}

export const listCredentialKeys = (sql: SqlRunner) => sql<PublishedKey[]>`
  select name, public_key, created_at, ended_at, is_leaked from signing_keys where purpose = 'credential' order by created_at desc, id desc`

export const endKey = (
  sql: SqlRunner,
  { reason, isLeaked, now }: { reason: string; isLeaked: boolean; now: string },
) => sql<{ name: string }[]>`
  update signing_keys set ended_at = ${now}::timestamptz, end_reason = ${reason}::text, is_leaked = ${isLeaked}::boolean
  where purpose = 'credential' and ended_at is null returning name`

/** Null when the entry is not accredited, and until its newest version is signed. */
export async function findCredential(sql: SqlRunner, { number }: { number: string }): Promise<EntryCredential | null> {
  const [found] = await findSigned(sql, { number })
  return found ?? null
}

const findSigned = (sql: SqlRunner, { number }: { number: string }) => sql<EntryCredential[]>`
  select c.json, c.jws
  from register_entries as e
  join register_leaf_heads as h on h.entry_id = e.id
  join entry_credentials as c on c.entry_id = e.id and c.leaf_id = h.leaf_id
  where e.number = ${number}::text and register_status(e.status, e.valid_until) = 'active'`
