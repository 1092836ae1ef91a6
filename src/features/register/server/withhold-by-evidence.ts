import type { Transaction } from '#database/sql.ts'
import { type AccreditAfter, standingOf } from '#domain/assurance.ts'
import { evidenceCause } from '#domain/register-answer.ts'
import { afterEvent, type RegisterStatus, registerStatusAt } from '#domain/register-status.ts'
import { lockApplication, lockEntry, setRegisterStatus } from './queries.ts'

type Withholding = {
  applicationId: string
  event: 'suspend' | 'lapseByEvidence' | 'returnByEvidence'
  /** Public. */
  reason: string
  accreditAfter: AccreditAfter
  now: Date
}

/** Callers know which event is due. Null when there is no entry, or its status does not allow it. */
export async function withholdByEvidence(
  tx: Transaction,
  { applicationId, event, reason, accreditAfter, now }: Withholding,
): Promise<RegisterStatus | null> {
  // The same order of locks as publishing.
  await lockApplication(tx, { applicationId })
  const [entry] = await lockEntry(tx, { applicationId })
  const isFor = event !== 'suspend' || entry?.status === 'active'
  const after = entry && isFor && afterEvent(event, entry.status, standingOf(entry, accreditAfter))
  if (!after) return null
  const at = now.toISOString()
  await setRegisterStatus(tx, entry, after, { reason, validUntil: entry.validUntil, at, cause: evidenceCause })
  return registerStatusAt(after.to, entry.validUntil === null ? null : new Date(entry.validUntil), now)
}
