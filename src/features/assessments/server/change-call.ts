import type { CamelTransaction } from '#database/camel.ts'
import { callStart, type Slot } from '#domain/call-times.ts'
import { queueCrmUpdate } from '#features/applications/crm/server/queue-crm-update.ts'
import { isAddressConfirmed } from '#mail/confirm-address.ts'
import type { MailDraft } from '#mail/mail-draft.ts'
import type { Services } from '#requests/services.ts'
import { type Failure, failure } from '#wire/failure.ts'
import { callMails } from '../mails.ts'
import { refuseSlot, refuseTaken, takeSlot } from './book-call.ts'
import { type CallRow, findApplication, lockCall } from './queries.ts'

/**
 * @param slot that it is moved to; null cancels it. @returns the emails about it, none where it was so already; `conflict` when the slot is taken, or
 *   the call is over or cancelled; `invalid` where no call can take place.
 */
export async function changeCall(
  sql: CamelTransaction,
  services: Services,
  { id, slot }: { id: string; slot: Slot | null },
): Promise<{ call: CallRow; mails: MailDraft[] } | Failure> {
  const here = { ...services, sql: sql.raw }
  const refused = slot && (await refuseSlot(here, slot))
  if (refused) return refused
  const [call] = await lockCall(sql, { id })
  if (!slot && call?.state === 'cancelled') return { call, mails: [] }
  if (call?.state !== 'booked' || callStart(call) <= services.now())
    return failure('conflict', 'This call can no longer be changed.')
  if (call.day === slot?.day && call.time === slot.time) return { call, mails: [] }
  if (slot && !(await takeSlot(sql.raw, slot, services.env.assessmentCallsAtOnce))) return await refuseTaken(here, slot)
  const { day, time } = slot ?? call
  const [changed] = await sql<CallRow[]>`
    update assessment_calls
    set day = ${day}::date, time = ${time}::time, state = ${slot ? 'booked' : 'cancelled'}::text, sequence = sequence + 1,
      changed_at = now()
    where id = ${id}::uuid
    returning id, application_id, day, time, phone, message, selected_options, state, sequence`
  const { applicationId, selectedOptions } = call
  if (!slot) await queueCrmUpdate(sql.raw, { applicationId, status: 'assessment_cancelled', selectedOptions }, services)
  const [application] = await findApplication(sql, { id: applicationId })
  const isConfirmed = await isAddressConfirmed(sql.raw, application!.email)
  return {
    call: changed!,
    mails: callMails(slot ? 'moved' : 'cancelled', changed!, application!, isConfirmed, services),
  }
}
