import postgres from 'postgres'
import { lockKeys } from '#database/lock-keys.ts'
import type { RateLimit } from '#database/rate-limit.ts'
import { byPerson, recordChange } from '#database/record-change.ts'
import type { Transaction } from '#database/sql.ts'
import { takesCalls } from '#domain/application-state.ts'
import { callStart, type Slot } from '#domain/call-times.ts'
import { mailboxKey } from '#domain/mail-address.ts'
import type { Admin } from '#domain/permissions.ts'
import { queueCrmUpdate } from '#features/applications/crm/server/queue-crm-update.ts'
import { maxOpenCalls, refusalOf, sentences, slotWords } from '#features/assessments/rules.ts'
import type { BookingRequest } from '#features/assessments/schema.ts'
import { isAddressConfirmed } from '#mail/confirm-address.ts'
import { queueMail } from '#mail/queue-mail.ts'
import type { Services } from '#requests/services.ts'
import type { Visitor } from '#requests/visitor.ts'
import { type Failure, failure, isFailure } from '#wire/failure.ts'
import { callMails } from './call-mails.ts'
import { listNextFree } from './list-free-times.ts'
import {
  type CallApplication,
  type CallRow,
  countCalls,
  countOpenCalls,
  endCall,
  findLastCall,
  insertCall,
  lockApplication,
  lockSlot,
} from './queries.ts'

/** One allowance for the call and for the pages' own posts. */
export const bookingLimit: RateLimit = { name: 'assessment-calls', points: 60, seconds: 600 }

/**
 * Books the call of an application: the slot, the mails with their calendar entries and the CRM's update in one transaction. The
 * same slot asked for again (a second click, a lost answer) answers the call that stands.
 *
 * @param application whom the caller has found to be allowed to book.
 * @param by the person of the admin area who books for the applicant.
 * @returns `invalid` where no call can be held at that time, `conflict` when the time is taken, another call stands, the
 *   application was rejected, or two calls to come are booked from the same mailbox or by the same visitor. Where another time would do, both name the next free ones in their details.
 */
export async function bookCall(
  services: Services,
  application: CallApplication,
  request: BookingRequest,
  visitor: Pick<Visitor, 'address'>,
  by: Admin | null,
): Promise<{ call: CallRow; created: boolean } | Failure> {
  const { sql, env } = services
  const slot = { day: request.preferredDate, time: request.preferredTime }
  const [last] = await findLastCall(sql, { applicationId: application.id })
  const before = callInPlace(services, last, slot)
  if (before) return before
  if (!takesCalls(application)) return refuseRejected()
  const refused = await refuseSlot(services, slot)
  if (refused) return refused
  const holders = by
    ? { mailbox: '', visitor: '' }
    : { mailbox: mailboxKey(application.email), visitor: visitor.address }
  try {
    const call = await sql.begin(async (transaction) => {
      const [locked] = await lockApplication(transaction, { id: application.id })
      if (!takesCalls(locked!)) return refuseRejected()
      if (!by && !(await mayBookMore(transaction, holders, services))) return 'too-many'
      if (!(await takeSlot(transaction, slot, env.assessmentCallsAtOnce))) return null
      const { phone, message, selectedOptions } = request
      if (last) await endCall(transaction, { id: last.id })
      const call = { applicationId: application.id, ...slot, phone, message, selectedOptions, ...holders }
      const [row] = await insertCall(transaction, call)
      const isConfirmed = await isAddressConfirmed(transaction, application.email)
      for (const mail of callMails('booked', row!, application, isConfirmed, services))
        await queueMail(transaction, mail, services)
      const update = { applicationId: application.id, status: 'assessment_requested' as const, selectedOptions }
      await queueCrmUpdate(transaction, update, services)
      if (by) {
        const subject = { kind: 'application', id: application.id }
        await recordChange(transaction, { actor: byPerson(by), subject, action: 'call-booked', after: { ...slot } })
      }
      return row!
    })
    if (call === 'too-many') {
      // The first of two clicks may be the one too many.
      const [first] = await findLastCall(sql, { applicationId: application.id })
      return callInPlace(services, first, slot) ?? failure('conflict', sentences.tooMany)
    }
    if (call) return isFailure(call) ? call : { call, created: true }
  } catch (problem) {
    if (!isSecondCall(problem)) throw problem
  }
  // Somebody was faster: another applicant, or the same one's other click.
  const [faster] = await findLastCall(sql, { applicationId: application.id })
  return callInPlace(services, faster, slot) ?? (await refuseTaken(services, slot))
}

/** Whom a call counts for: mailbox and visitor, both '' where the admin area books. */
type Holders = { mailbox: string; visitor: string }

/** Whether both may have one more call to come; until the transaction ends nobody else books for either. */
async function mayBookMore(transaction: Transaction, holders: Holders, { now }: Services): Promise<boolean> {
  await lockKeys(transaction, { keys: Object.values(holders).map((holder) => `calls ${holder}`) })
  const [open] = await countOpenCalls(transaction, { ...holders, now: now().toISOString() })
  return Math.max(open!.by_mailbox, open!.by_visitor) < maxOpenCalls
}

/**
 * Takes the slot for this transaction, where there is room: until its end nobody else gets a place in it.
 *
 * @returns false when it is full.
 */
export async function takeSlot(transaction: Transaction, slot: Slot, callsAtOnce: number): Promise<boolean> {
  const [locked] = await lockSlot(transaction, { day: slot.day, time: slot.time })
  const [taken] = await countCalls(transaction, { day: slot.day, time: slot.time })
  return taken!.count < (locked!.capacity ?? callsAtOnce)
}

/** The refusal of a time at which no call can be held; null for any other. */
export async function refuseSlot(services: Services, slot: Slot): Promise<Failure | null> {
  const problem = refusalOf(slot, services.now())
  if (!problem) return null
  const next = await listNextFree(services, slot.day)
  return failure('invalid', `${problem.message}.${nextWords(next)}`, { fields: [problem], details: nextDetails(next) })
}

/** The refusal of a time that others have. */
export async function refuseTaken(services: Services, slot: Slot): Promise<Failure> {
  const next = await listNextFree(services, slot.day)
  return failure('conflict', `${sentences.taken}${nextWords(next)}`, { details: nextDetails(next) })
}

function refuseRejected(): Failure {
  return failure('conflict', sentences.rejected)
}

/** The next free times as the API names them. */
export function nextDetails(next: Slot[]) {
  return { nextFree: next.map(({ day, time }) => ({ preferredDate: day, preferredTime: time })) }
}

function nextWords(next: Slot[]): string {
  return next.length > 0 ? ` Next free times: ${next.map(slotWords).join('; ')}.` : ''
}

/** The answer to whoever has a call to come already; null for everybody else. */
function callInPlace(
  { now }: Services,
  call: CallRow | undefined,
  { day, time }: Slot,
): { call: CallRow; created: false } | Failure | null {
  if (!call || callStart(call) <= now()) return null
  return call.day === day && call.time === time
    ? { call, created: false }
    : failure('conflict', sentences.bookedAlready)
}

function isSecondCall(problem: unknown): boolean {
  return problem instanceof postgres.PostgresError && problem.constraint_name === 'assessment_calls_one_booked'
}
