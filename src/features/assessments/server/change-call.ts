import type { Transaction } from '#database/sql.ts'
import { callStart, type Slot } from '#domain/call-times.ts'
import { queueCrmUpdate } from '#features/applications/crm/server/queue-crm-update.ts'
import { isAddressConfirmed } from '#mail/confirm-address.ts'
import { queueMail } from '#mail/queue-mail.ts'
import type { Services } from '#requests/services.ts'
import { type Failure, failure } from '#wire/failure.ts'
import { refuseSlot, refuseTaken, takeSlot } from './book-call.ts'
import { callMails } from './call-mails.ts'
import { type CallRow, cancelCallRow, findApplication, lockCall, moveCallRow } from './queries.ts'

/** What else belongs into the transaction of a change, such as the log of an admin's. */
type Also = (transaction: Transaction, call: CallRow) => Promise<void>

/**
 * Moves a call that has not begun to a free slot, and mails the changed calendar entry. Moving it to where it stands changes
 * nothing.
 *
 * @returns `conflict` when the slot is taken, or the call is over or cancelled; `invalid` where no call can be held.
 */
export async function moveCall(
  services: Services,
  callId: string,
  slot: Slot,
  also?: Also,
): Promise<CallRow | Failure> {
  const refused = await refuseSlot(services, slot)
  if (refused) return refused
  const moved = await services.sql.begin(async (transaction) => {
    const [call] = await lockCall(transaction, { id: callId })
    if (!call || !canChange(call, services)) return settled()
    if (call.day === slot.day && call.time === slot.time) return call
    if (!(await takeSlot(transaction, slot, services.env.assessmentCallsAtOnce))) return null
    const [row] = await moveCallRow(transaction, { id: callId, day: slot.day, time: slot.time })
    const [application] = await findApplication(transaction, { id: call.application_id })
    const isConfirmed = await isAddressConfirmed(transaction, application!.email)
    for (const mail of callMails('moved', row!, application!, isConfirmed, services))
      await queueMail(transaction, mail, services)
    await also?.(transaction, row!)
    return row!
  })
  return moved ?? (await refuseTaken(services, slot))
}

/** Cancels a call that has not begun, and mails the cancellation. Cancelled again, nothing changes. */
export async function cancelCall(services: Services, callId: string, also?: Also): Promise<CallRow | Failure> {
  return await services.sql.begin(async (transaction) => {
    const [call] = await lockCall(transaction, { id: callId })
    if (call?.state === 'cancelled') return call
    if (!call || !canChange(call, services)) return settled()
    const [row] = await cancelCallRow(transaction, { id: callId })
    const [application] = await findApplication(transaction, { id: call.application_id })
    const isConfirmed = await isAddressConfirmed(transaction, application!.email)
    for (const mail of callMails('cancelled', row!, application!, isConfirmed, services)) {
      await queueMail(transaction, mail, services)
    }
    const update = {
      applicationId: call.application_id,
      status: 'assessment_cancelled' as const,
      selectedOptions: call.selected_options,
    }
    await queueCrmUpdate(transaction, update, services)
    await also?.(transaction, row!)
    return row!
  })
}

function canChange(call: CallRow, { now }: Services): boolean {
  return call.state === 'booked' && callStart(call) > now()
}

function settled(): Failure {
  return failure('conflict', 'This call can no longer be changed.')
}
