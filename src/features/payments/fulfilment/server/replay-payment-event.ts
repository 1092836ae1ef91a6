import { addJob } from '#database/add-job.ts'
import type { Transaction } from '#database/sql.ts'
import { reopenPaymentEvent } from '#features/payments/admin/server/admin-queries.ts'

/**
 * Has a stored payment event processed once more, from the queue. Its work starts from what the provider holds now, so a replay
 * changes nothing that was right; it mends what was missed.
 *
 * @returns false for an event that is not stored.
 */
export async function replayPaymentEvent(tx: Transaction, eventId: string): Promise<boolean> {
  const [reopened] = await reopenPaymentEvent(tx, { eventId })
  if (!reopened) return false
  await addJob(tx, 'work-off-payment-event', { eventId }, { key: `payment-event:${eventId}` })
  return true
}
