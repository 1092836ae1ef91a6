import { randomInt } from 'node:crypto'
import { addJob } from '#database/add-job.ts'
import { type CamelSql, camel } from '#database/camel.ts'
import type { Sql } from '#database/sql.ts'
import { isAccredited, type RegisterStatus } from '#domain/register-status.ts'
import type { Signer } from '#features/proof/server/signing-key.ts'
import { readLeaf } from '#wire/leaf.ts'
import { listPlaces, statusPurposes } from '../did.ts'
import {
  type CredentialFacts,
  claimsOf,
  credentialOfEntry,
  formOf,
  type Issuer,
  type Place,
} from './credential-of-entry.ts'
import { findNewestList, listOtherwiseSigned } from './queries.ts'
import { renewBeforeMs, signCredential, signStatusList } from './sign-credential.ts'

/** Held while signing credentials; the same for every replica. */
const lockKey = 5_063_197_112_842
/** Changes in one transaction; each signature takes some milliseconds. */
const largestBatch = 50
/** Where the next list begins: until then a random place is free at the first or second attempt. */
const fullAt = listPlaces / 2

/**
 * `newest`: the list that places are taken from, and how many are taken; read once, since nobody else takes any. `lists`: those that are to be
 * signed again.
 */
type SigningRound = {
  signer: Signer
  issuer: Issuer
  form: string
  now: Date
  newest: { list: number; taken: number } | null
  lists: Set<number>
}

/** Signs changed entries, all after a new key or form, and changed or expiring lists. `other-key`: `signer` has ended. */
export async function followRegister(
  sql: Sql,
  { signer, issuer, now }: Pick<SigningRound, 'signer' | 'issuer' | 'now'>,
): Promise<{ kind: 'busy' | 'no-log' | 'other-key' } | { kind: 'done'; more: boolean; signed: number; lists: number }> {
  return await sql.begin(async (transaction) => {
    const tx = camel(transaction)
    const [lock] = await tx<{ isLocked: boolean }[]>`
      select pg_try_advisory_xact_lock(${lockKey}::bigint) as is_locked`
    if (!lock!.isLocked) return { kind: 'busy' }
    const [key] = await tx<{ id: string }[]>`
      select id from signing_keys where purpose = 'credential' and ended_at is null for share`
    if (key?.id !== signer.id) return { kind: 'other-key' }
    // No row before a log begins.
    const [progress] = await tx<{ logKeyId: string; position: number; keyId: string | null; form: string | null }[]>`
      select log.id as log_key_id, coalesce(p.position, -1) as position, p.key_id, p.form
      from signing_keys as log left join credential_progress as p on p.log_key_id = log.id
      where log.purpose = 'log' and log.ended_at is null`
    if (!progress) return { kind: 'no-log' }
    const signing: SigningRound = { signer, issuer, form: formOf(issuer), now, newest: null, lists: new Set() }
    const { form, lists } = signing
    const changed = await tx<{ entryId: string; position: number }[]>`
      select entry_id, position from register_leaves where position > ${progress.position}::bigint
      order by position limit ${largestBatch}::int`
    const isSignedWhole = progress.keyId === signer.id && progress.form === form
    const others =
      changed.length === 0 && !isSignedWhole
        ? await listOtherwiseSigned(tx.raw, { keyId: signer.id, form, limit: largestBatch })
        : []
    const ids = [...new Set([...changed, ...others].map(({ entryId }) => entryId))]
    await signEntries(tx, ids, signing)
    const due = await tx<{ list: number }[]>`
      select list from credential_status_lists
      where key_id <> ${signer.id}::uuid or form <> ${form}::text
        or valid_until < ${new Date(now.getTime() + renewBeforeMs).toISOString()}::timestamptz
      group by list`
    for (const { list } of due) lists.add(list)
    for (const list of lists) await signLists(tx, list, signing)
    // Holders are emailed once no list calls their corrected credential revoked.
    if (due.length > 0) await addJob(tx.raw, 'tell-credential-holders', {}, { key: 'tell-credential-holders' })
    const isWhole = changed.length === 0 && others.length === 0
    if (!isWhole || !isSignedWhole) {
      const by = isWhole ? { keyId: signer.id, form } : progress
      const position = changed.at(-1)?.position ?? progress.position
      await tx`
        insert into credential_progress (log_key_id, position, key_id, form)
        values (${progress.logKeyId}::uuid, ${position}::bigint, ${by.keyId}::uuid, ${by.form}::text)
        on conflict ((true)) do update set log_key_id = excluded.log_key_id, position = excluded.position,
          key_id = excluded.key_id, form = excluded.form`
    }
    if (ids.length > 0) {
      await tx`
        select announce_page_data(array['credentials'] || array(
          select 'register-entry:' || slug from register_entries where id = any(${ids}::uuid[])))`
    }
    return { kind: 'done', more: !isWhole, signed: ids.length, lists: lists.size }
  })
}

type EntryRow = CredentialFacts & { entryId: string; status: RegisterStatus; leafId: number; leaf: Uint8Array }

async function signEntries(tx: CamelSql, ids: string[], signing: SigningRound): Promise<void> {
  if (ids.length === 0) return
  const entries = await tx<EntryRow[]>`
    select e.id as entry_id, e.number, e.slug, e.status, e.title, e.organiser, e.starts_on as date, e.venue, e.city,
      e.assurance, e.assured_on, e.valid_from, e.valid_until, e.is_demo, l.id as leaf_id, l.leaf,
      (select coalesce(json_agg(json_build_object('name', name, 'result', result, 'basis', basis, 'checkedOn', checked_on)
          order by position), '[]')
       from register_checks as c where c.entry_id = e.id) as checks,
      (select json_build_object('version', v.version, 'publishedAt', v.published_at,
          'names', (select json_agg(criterion ->> 'name') from jsonb_array_elements(v.criteria) as criterion))
       from assessments as a join criteria_versions as v on v.version = a.criteria_version
       where a.application_id = e.application_id and a.outcome is distinct from 'refuse'
       order by a.status = 'decided' desc, a.opened_at desc, a.id limit 1) as criteria
    from register_entries as e
    join register_leaf_heads as h on h.entry_id = e.id
    join register_leaves as l on l.id = h.leaf_id
    where e.id = any(${ids}::uuid[])`
  const found = new Map(entries.map((entry) => [entry.entryId, entry]))
  const gone = ids.filter((id) => !isAccredited(found.get(id)?.status ?? 'revoked'))
  await tx`delete from entry_credentials where entry_id = any(${gone}::uuid[])`
  for (const id of ids) {
    const entry = found.get(id)
    if (entry && isAccredited(entry.status)) await signEntry(tx, entry, signing)
    // A deleted entry counts as revoked.
    else await withdraw(tx, id, entry?.status ?? 'revoked', signing)
    // Lets requests be answered in between.
    await Bun.sleep(0)
  }
}

async function signEntry(tx: CamelSql, entry: EntryRow, signing: SigningRound): Promise<void> {
  const { entryId, status: _, leafId, leaf, ...facts } = entry
  const { signer, issuer, form } = signing
  const place = await placeOf(tx, entryId, facts, signing)
  const recorded = readLeaf(leaf)?.recorded
  if (!recorded) throw new Error(`The newest leaf of ${entry.number} cannot be read.`)
  const { json, jws } = await signCredential(credentialOfEntry(facts, place, issuer), signer, recorded)
  await tx`
    insert into entry_credentials (entry_id, leaf_id, key_id, form, json, jws)
    values (${entryId}::uuid, ${leafId}::bigint, ${signer.id}::uuid, ${form}::text, ${json}::text, ${jws}::text)
    on conflict (entry_id) do update set leaf_id = excluded.leaf_id, key_id = excluded.key_id, form = excluded.form,
      json = excluded.json, jws = excluded.jws`
}

/** Its own place while it only gets a later end; otherwise another, and the old one is corrected, not revoked. */
async function placeOf(tx: CamelSql, entryId: string, facts: CredentialFacts, signing: SigningRound): Promise<Place> {
  const { validUntil } = facts
  const claims = claimsOf(facts)
  const [present] = await tx<(Place & { claims: string; validUntil: string | null; suspendedAt: string | null })[]>`
    select list, place, encode(claims, 'hex') as claims, valid_until, suspended_at
    from credential_places where entry_id = ${entryId}::uuid and revoked_at is null and corrected_at is null`
  if (present) {
    const { list, place } = present
    // Null is no end.
    const isEarlier = validUntil !== null && (present.validUntil === null || validUntil < present.validUntil)
    const isSame = present.claims === claims && !isEarlier
    const isLifted = present.suspendedAt !== null
    if (isSame && !isLifted && present.validUntil === validUntil) return present
    if (isLifted) signing.lists.add(list)
    const correctedAt = isSame ? null : signing.now.toISOString()
    // A corrected one keeps nothing of its claims: a hash of names could be guessed.
    await tx`
      update credential_places set valid_until = ${validUntil}::timestamptz, corrected_at = ${correctedAt}::timestamptz,
        suspended_at = null, claims = case when ${correctedAt}::timestamptz is null then claims else '' end
      where list = ${list}::int and place = ${place}::int`
    if (isSame) return present
  }
  signing.newest ??= (await findNewestList(tx.raw))[0] ?? { list: 0, taken: fullAt }
  const { newest } = signing
  if (newest.taken >= fullAt) {
    newest.list++
    newest.taken = 0
    signing.lists.add(newest.list)
  }
  for (;;) {
    const [taken] = await tx<Place[]>`
      insert into credential_places (list, place, entry_id, claims, valid_until)
      values (${newest.list}::int, ${randomInt(listPlaces)}::int, ${entryId}::uuid, decode(${claims}::text, 'hex'),
        ${validUntil}::timestamptz)
      on conflict (list, place) do nothing returning list, place`
    if (!taken) continue
    newest.taken++
    return taken
  }
}

/** Withdraws corrected ones too. */
async function withdraw(
  tx: CamelSql,
  entryId: string,
  status: RegisterStatus,
  { now, lists }: SigningRound,
): Promise<void> {
  const at = now.toISOString()
  const places = await tx<{ list: number }[]>`
    update credential_places set revoked_at = ${at}::timestamptz, claims = '',
      suspended_at = case when ${status !== 'revoked'}::boolean then ${at}::timestamptz end
    where entry_id = ${entryId}::uuid and revoked_at is null returning list`
  for (const { list } of places) lists.add(list)
}

async function signLists(tx: CamelSql, list: number, { signer, issuer, form, now }: SigningRound): Promise<void> {
  const set = await tx<{ place: number; isRevoked: boolean; isSuspended: boolean }[]>`
    select place, revoked_at is not null as is_revoked, suspended_at is not null as is_suspended
    from credential_places where list = ${list}::int and (revoked_at is not null or suspended_at is not null)`
  for (const purpose of statusPurposes) {
    const places = set
      .filter((row) => (purpose === 'revocation' ? row.isRevoked : row.isSuspended))
      .map(({ place }) => place)
    const signed = await signStatusList({ purpose, list, places }, { signer, issuer, now })
    const { json, jws, validFrom, validUntil } = signed
    await tx`
      insert into credential_status_lists (purpose, list, key_id, form, json, jws, valid_from, valid_until)
      values (${purpose}::text, ${list}::int, ${signer.id}::uuid, ${form}::text, ${json}::text, ${jws}::text,
        ${validFrom}::timestamptz, ${validUntil}::timestamptz)
      on conflict (purpose, list) do update set key_id = excluded.key_id, form = excluded.form, json = excluded.json,
        jws = excluded.jws, valid_from = excluded.valid_from, valid_until = excluded.valid_until`
  }
}
