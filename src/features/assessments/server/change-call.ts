import { camel } from '#database/camel.ts'
import type { Transaction } from '#database/sql.ts'
import { callStart, type Slot } from '#domain/call-times.ts'
import { queueCrmUpdate } from '#features/applications/crm/server/queue-crm-update.ts'
import { isAddressConfirmed } from '#mail/confirm-address.ts'
import { queueMail } from '#mail/queue-mail.ts'
import type { Services } from '#requests/services.ts'
import { type Failure, failure } from '#wire/failure.ts'
import { callMails } from '../mails.ts'
import { refuseSlot, refuseTaken, takeSlot } from './book-call.ts'
import { type CallRow, findApplication, lockCall } from './queries.ts'

const settled = failure('conflict', 'This call can no longer be changed.')

/** @returns `conflict` when the slot is taken, or the call is over or cancelled; `invalid` where no call can take place. */
export async function moveCall(
  tx: Transaction,
  services: Services,
  callId: string,
  slot: Slot,
): Promise<CallRow | Failure> {
  const sql = camel(tx)
  const here = { ...services, sql: tx }
  const refused = await refuseSlot(here, slot)
  if (refused) return refused
  const [call] = await lockCall(sql, { id: callId })
  if (!call || !canChange(call, services)) return settled
  if (call.day === slot.day && call.time === slot.time) return call
  if (!(await takeSlot(tx, slot, services.env.assessmentCallsAtOnce))) return await refuseTaken(here, slot)
  const [moved] = await sql<CallRow[]>`
    update assessment_calls
    set day = ${slot.day}::date, time = ${slot.time}::time, sequence = sequence + 1, changed_at = now()
    where id = ${callId}::uuid and state = 'booked'
    returning id, application_id, day, time, phone, message, selected_options, state, sequence`
  await queueCallMails(tx, 'moved', moved!, services)
  return moved!
}

export async function cancelCall(tx: Transaction, services: Services, callId: string): Promise<CallRow | Failure> {
  const sql = camel(tx)
  const [call] = await lockCall(sql, { id: callId })
  if (call?.state === 'cancelled') return call
  if (!call || !canChange(call, services)) return settled
  const [cancelled] = await sql<CallRow[]>`
    update assessment_calls
    set state = 'cancelled', sequence = sequence + 1, changed_at = now()
    where id = ${callId}::uuid and state = 'booked'
    returning id, application_id, day, time, phone, message, selected_options, state, sequence`
  await queueCallMails(tx, 'cancelled', cancelled!, services)
  const { applicationId, selectedOptions } = call
  await queueCrmUpdate(tx, { applicationId, status: 'assessment_cancelled', selectedOptions }, services)
  return cancelled!
}

async function queueCallMails(tx: Transaction, change: 'moved' | 'cancelled', call: CallRow, services: Services) {
  const [application] = await findApplication(camel(tx), { id: call.applicationId })
  const isConfirmed = await isAddressConfirmed(tx, application!.email)
  for (const mail of callMails(change, call, application!, isConfirmed, services)) await queueMail(tx, mail, services)
}

function canChange(call: CallRow, { now }: Services): boolean {
  return call.state === 'booked' && callStart(call) > now()
}
