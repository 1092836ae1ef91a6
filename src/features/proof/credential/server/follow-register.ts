import { randomInt } from 'node:crypto'
import { addJob } from '#database/add-job.ts'
import type { Sql, SqlRunner } from '#database/sql.ts'
import { isAccredited } from '#domain/register-status.ts'
import type { Signer } from '#features/proof/server/signing-key.ts'
import { readLeaf } from '#wire/leaf.ts'
import { listPlaces, statusPurposes } from '../did.ts'
import { claimsOf, credentialOfEntry, formOf, type Issuer, type Place } from './credential-of-entry.ts'
import {
  announceCredentials,
  deleteCredentials,
  type EntryRow,
  findNewestList,
  findPlace,
  findProgress,
  listChangedEntries,
  listDueLists,
  listEntries,
  listOtherwiseSigned,
  listSetPlaces,
  lockCredentials,
  lockPresentKey,
  saveCredential,
  savePlace,
  saveProgress,
  saveStatusList,
  takePlace,
  withdrawPlaces,
} from './queries.ts'
import { signCredential } from './sign-credential.ts'
import { renewBeforeMs, signStatusList } from './status-list.ts'

/** Changes in one transaction; each signature takes some milliseconds. */
const largestBatch = 50
/** Where the next list begins: until then a random place is free at the first or second attempt. */
const fullAt = listPlaces / 2

/** `newest`: the list that places are taken from, and how many are taken; read once, since nobody else takes any. */
type With = {
  signer: Signer
  issuer: Issuer
  form: string
  now: Date
  newest: { list: number; taken: number } | null
}

/** Signs changed entries, everything after a new key or form, and changed or expiring lists. `other-key`: `signer` has ended. */
export async function followRegister(
  sql: Sql,
  { signer, issuer, now }: Omit<With, 'form' | 'newest'>,
): Promise<{ kind: 'busy' | 'no-log' | 'other-key' } | { kind: 'done'; more: boolean; signed: number; lists: number }> {
  return await sql.begin(async (tx) => {
    const [lock] = await lockCredentials(tx)
    if (!lock!.is_locked) return { kind: 'busy' }
    const [key] = await lockPresentKey(tx)
    if (key?.id !== signer.id) return { kind: 'other-key' }
    const [progress] = await findProgress(tx)
    if (!progress) return { kind: 'no-log' }
    const means: With = { signer, issuer, form: formOf(issuer), now, newest: null }
    const changed = await listChangedEntries(tx, { after: progress.position, limit: largestBatch })
    const isSignedWhole = progress.key_id === signer.id && progress.form === means.form
    const others =
      changed.length === 0 && !isSignedWhole
        ? await listOtherwiseSigned(tx, { keyId: signer.id, form: means.form, limit: largestBatch })
        : []
    const ids = [...new Set([...changed, ...others].map(({ entry_id }) => entry_id))]
    const lists = await signEntries(tx, ids, means)
    const due = await listDueLists(tx, {
      keyId: signer.id,
      form: means.form,
      before: new Date(now.getTime() + renewBeforeMs).toISOString(),
    })
    for (const { list } of due) lists.add(list)
    for (const list of lists) await signLists(tx, list, means)
    // Holders are emailed once no list calls their corrected credential revoked.
    if (due.length > 0) await addJob(tx, 'tell-credential-holders', {}, { key: 'tell-credential-holders' })
    const isWhole = changed.length === 0 && others.length === 0
    if (!isWhole || !isSignedWhole) {
      const by = isWhole ? { keyId: signer.id, form: means.form } : { keyId: progress.key_id, form: progress.form }
      const position = changed.at(-1)?.position ?? progress.position
      await saveProgress(tx, { logKeyId: progress.log_key_id, position, ...by })
    }
    if (ids.length > 0) await announceCredentials(tx, { ids })
    return { kind: 'done', more: !isWhole, signed: ids.length, lists: lists.size }
  })
}

async function signEntries(tx: SqlRunner, ids: string[], means: With): Promise<Set<number>> {
  const lists = new Set<number>()
  if (ids.length === 0) return lists
  const entries = await listEntries(tx, { ids })
  const accredited = new Map(entries.filter(({ status }) => isAccredited(status)).map((row) => [row.entry_id, row]))
  await deleteCredentials(tx, { ids: ids.filter((id) => !accredited.has(id)) })
  const statuses = new Map(entries.map(({ entry_id, status }) => [entry_id, status]))
  for (const id of ids) {
    const entry = accredited.get(id)
    if (entry) await signEntry(tx, entry, means, lists)
    // A deleted entry counts as revoked.
    else await withdraw(tx, id, (statuses.get(id) ?? 'revoked') === 'revoked', means, lists)
    // Lets requests be answered in between.
    await Bun.sleep(0)
  }
  return lists
}

async function signEntry(tx: SqlRunner, entry: EntryRow, means: With, lists: Set<number>): Promise<void> {
  const place = await placeOf(tx, entry, means, lists)
  const recorded = readLeaf(entry.leaf)?.recorded
  if (!recorded) throw new Error(`The newest leaf of ${entry.number} cannot be read.`)
  const signed = await signCredential(credentialOfEntry(factsOf(entry), place, means.issuer), means.signer, recorded)
  const version = { entryId: entry.entry_id, leafId: entry.leaf_id }
  await saveCredential(tx, { ...signed, ...version, keyId: means.signer.id, form: means.form })
}

/** Its own place while it only gets a later end; otherwise another, and the old one is noted as corrected, not revoked. */
async function placeOf(tx: SqlRunner, entry: EntryRow, means: With, lists: Set<number>): Promise<Place> {
  const { now } = means
  const { entry_id: entryId, valid_until: validUntil } = entry
  const claims = claimsOf(factsOf(entry))
  const [present] = await findPlace(tx, { entryId })
  if (present) {
    const { list, place } = present
    const isSame = present.claims === claims && !isEarlier(validUntil, present.valid_until)
    const isLifted = present.suspended_at !== null
    if (isSame && !isLifted && present.valid_until === validUntil) return present
    if (isLifted) lists.add(list)
    await savePlace(tx, { list, place, validUntil, correctedAt: isSame ? null : now.toISOString() })
    if (isSame) return present
  }
  means.newest ??= (await findNewestList(tx))[0] ?? { list: 0, taken: fullAt }
  const { newest } = means
  if (newest.taken >= fullAt) {
    newest.list++
    newest.taken = 0
    lists.add(newest.list)
  }
  for (;;) {
    const place = randomInt(listPlaces)
    const [taken] = await takePlace(tx, { list: newest.list, place, entryId, claims, validUntil })
    if (!taken) continue
    newest.taken++
    return taken
  }
}

async function withdraw(
  tx: SqlRunner,
  entryId: string,
  isForGood: boolean,
  { now }: With,
  lists: Set<number>,
): Promise<void> {
  const places = await withdrawPlaces(tx, { entryId, at: now.toISOString(), isSuspended: !isForGood })
  for (const { list } of places) lists.add(list)
}

async function signLists(tx: SqlRunner, list: number, { signer, issuer, form, now }: With): Promise<void> {
  const set = await listSetPlaces(tx, { list })
  for (const purpose of statusPurposes) {
    const places = set.filter((row) => (purpose === 'revocation' ? row.is_revoked : row.is_suspended))
    const signed = await signStatusList(
      { purpose, list, places: places.map(({ place }) => place) },
      { signer, issuer, now },
    )
    await saveStatusList(tx, { purpose, list, keyId: signer.id, form, ...signed })
  }
}

const factsOf = ({
  number,
  slug,
  title,
  organiser,
  date,
  venue,
  city,
  assurance,
  assured_on,
  valid_from,
  valid_until,
  is_demo,
  has_bases,
}: EntryRow) => ({
  number,
  slug,
  title,
  organiser,
  date,
  venue,
  city,
  assurance,
  assured_on,
  valid_from,
  valid_until,
  is_demo,
  has_bases,
})

/** Null is no end. */
function isEarlier(end: string | null, other: string | null): boolean {
  return end !== null && (other === null || end < other)
}
