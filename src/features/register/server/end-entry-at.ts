import type { Transaction } from '../../../database/sql.ts'
import { type AccreditAfter, standingOf } from '../../../domain/assurance.ts'
import { afterEvent } from '../../../domain/register-status.ts'
import { lockApplication, lockEntry, setRegisterStatus } from './queries.ts'

type EntryEnd = {
  applicationId: string
  /** ISO time in UTC, in the future. */
  until: string
  /** What brought it about: kept in the history, not shown. */
  cause: string
  accreditAfter: AccreditAfter
  now: Date
}

/**
 * Sets when an entry's validity ends: later while a renewal may still be paid, earlier when it will not be renewed. One that had
 * lapsed stands again until then; one that was suspended or revoked stays so.
 */
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
  if (change === 'edited' && entry.valid_until === end) return { kind: 'unchanged' }
  await setRegisterStatus(tx, {
    entryId: entry.id,
    status: to,
    reason: change === 'reinstated' ? null : entry.status_reason,
    validUntil: end,
    at,
    change,
    before: entry.status,
    cause,
  })
  return { kind: change === 'reinstated' ? 'reinstated' : 'moved' }
}
