import type { Transaction } from '#database/sql.ts'
import { type AccreditAfter, standingOf } from '#domain/assurance.ts'
import type { Instant } from '#domain/formats.ts'
import { afterEvent } from '#domain/register-status.ts'
import { queueMail } from '#mail/queue-mail.ts'
import type { Services } from '#requests/services.ts'
import { entryLapsedMail } from '../mails.ts'
import { lapseExpiredEntries, lockApplication, lockEntry, setRegisterStatus } from './queries.ts'

type Lapse = {
  applicationId: string
  reason: string
  /** Kept in the history, not shown. */
  cause: string
  now: Date
}

/** A suspended or revoked entry stays so, but its validity ends too. `unchanged`: it was lapsed, and takes the new reason. */
export async function lapseEntry(
  tx: Transaction,
  { applicationId, reason, cause, now }: Lapse,
  services: Pick<Services, 'brand' | 'env'>,
): Promise<{ kind: 'lapsed' | 'ended' | 'unchanged'; entryId: string; slug: string } | { kind: 'no-entry' }> {
  // The same order of locks as publishing.
  const [application] = await lockApplication(tx, { applicationId })
  const [entry] = await lockEntry(tx, { applicationId })
  if (!entry) return { kind: 'no-entry' }
  const { id: entryId, slug } = entry
  const at = now.toISOString()
  const { to, change } = afterEvent('lapse', entry.status, 'listed')
  const wasLapsed = entry.status === 'lapsed'
  // A lapsed entry takes the new reason (such as a lost dispute) and keeps its end.
  const isOver = wasLapsed || (entry.validUntil !== null && entry.validUntil < at)
  if (!wasLapsed || entry.statusReason !== reason) {
    await setRegisterStatus(tx, {
      entryId,
      status: to,
      reason: to === 'lapsed' ? reason : entry.statusReason,
      validUntil: isOver ? entry.validUntil : at,
      at,
      change,
      before: entry.status,
      cause,
    })
  }
  if (change === 'edited') return { kind: wasLapsed ? 'unchanged' : 'ended', entryId, slug }
  const lapsed = {
    entryId,
    applicationId,
    number: entry.number,
    title: entry.title,
    organisationName: application!.organisationName,
    organisationEmail: application!.organisationEmail,
    wasAccredited: entry.status === 'active',
    isCheckoutClosed: application!.checkoutClosedAt !== null,
  }
  await queueMail(tx, entryLapsedMail(lapsed, reason, at), services)
  return { kind: 'lapsed', entryId, slug }
}

type EntryEnd = {
  applicationId: string
  until: Instant
  /** Kept in the history, not shown. */
  cause: string
  accreditAfter: AccreditAfter
  now: Date
}

/** Later while a renewal may still be paid, earlier when it will not be renewed. A suspended or revoked entry stays so. */
export async function endEntryAt(
  tx: Transaction,
  { applicationId, until, cause, accreditAfter, now }: EntryEnd,
): Promise<{ kind: 'moved' | 'reinstated' | 'unchanged' | 'no-entry' }> {
  // The same order of locks as publishing.
  await lockApplication(tx, { applicationId })
  const [entry] = await lockEntry(tx, { applicationId })
  if (!entry) return { kind: 'no-entry' }
  const end = new Date(until).toISOString()
  const at = now.toISOString()
  const { to, change } = afterEvent('moveEnd', entry.status, standingOf(entry, accreditAfter))
  if (change === 'edited' && entry.validUntil === end) return { kind: 'unchanged' }
  await setRegisterStatus(tx, {
    entryId: entry.id,
    status: to,
    reason: change === 'reinstated' ? null : entry.statusReason,
    validUntil: end,
    at,
    change,
    before: entry.status,
    cause,
  })
  return { kind: change === 'reinstated' ? 'reinstated' : 'moved' }
}

const reason = 'The listing ran out and was not renewed.'
const batch = 500

type Needed = Pick<Services, 'sql' | 'now' | 'brand' | 'env'>

/** Replicas may run it at once: each entry is taken by one. */
export async function lapseExpired(services: Needed): Promise<number> {
  const now = services.now()
  let lapsed = 0
  for (;;) {
    const rows = await services.sql.begin(async (tx) => {
      const taken = await recordExpired(tx, now)
      for (const { organisationEmail, ...entry } of taken) {
        // The demonstration's entries have nobody to email.
        if (organisationEmail) {
          await queueMail(tx, entryLapsedMail({ ...entry, organisationEmail }, reason, now.toISOString()), services)
        }
      }
      return taken.length
    })
    lapsed += rows
    if (rows < batch) return lapsed
  }
}

/** Answers who to email. */
export async function recordExpired(tx: Transaction, now: Date) {
  return await lapseExpiredEntries(tx, { at: now.toISOString(), reason })
}

export async function lapseExpiredJob(_: Record<string, never>, services: Needed): Promise<void> {
  await lapseExpired(services)
}
