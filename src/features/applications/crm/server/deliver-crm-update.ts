import type { Services } from '#requests/services.ts'
import { maxCrmAttempts } from '../rules.ts'
import { findWaitingUpdate, noteDelivery, type WaitingUpdate } from './queries.ts'

/**
 * Hands one update over to the CRM and notes the attempt. A job that runs twice finds it delivered; where a process dies between
 * the CRM's yes and our note of it, the CRM gets the same id again.
 *
 * Throws while the CRM does not take it, so that the queue tries again later, up to `maxCrmAttempts` times.
 */
export async function deliverCrmUpdate(
  { updateId }: { updateId: string },
  { sql, crm }: Pick<Services, 'sql' | 'crm'>,
): Promise<void> {
  const [update] = await findWaitingUpdate(sql, { updateId })
  if (!update) return
  if (!crm) {
    await noteDelivery(sql, { updateId, httpStatus: null, outcome: 'The CRM is no longer connected.', state: 'failed' })
    return
  }
  const outcome = await crm.deliver({ id: update.id, body: bodyOf(update) })
  if (outcome.kind === 'delivered') {
    await noteDelivery(sql, { updateId, httpStatus: outcome.status, outcome: 'Delivered.', state: 'delivered' })
    return
  }
  const isLast = update.attempts + 1 >= maxCrmAttempts
  await noteDelivery(sql, {
    updateId,
    httpStatus: outcome.status,
    outcome: outcome.reason,
    state: isLast ? 'failed' : 'waiting',
  })
  if (!isLast) throw new Error('The CRM did not accept an update. We will try again.')
}

/** Made of the stored row alone, so that every attempt sends the same. Deliveries may overtake each other: `occurredAt` tells. */
function bodyOf(update: WaitingUpdate): string {
  return JSON.stringify({
    id: update.id,
    type: 'application.crm_status',
    occurredAt: update.created_at,
    applicationId: update.application_id,
    reference: update.reference,
    status: update.status,
    selectedOptions: update.selected_options,
  })
}
