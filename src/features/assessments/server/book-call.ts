import postgres from 'postgres'
import { camel } from '#database/camel.ts'
import { lockKeys } from '#database/lock-keys.ts'
import type { RateLimit } from '#database/rate-limit.ts'
import { byPerson, recordChange } from '#database/record-change.ts'
import type { Transaction } from '#database/sql.ts'
import type { ApplicationStatus } from '#domain/application-facts.ts'
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
import { callMails } from '../mails.ts'
import { listNextFree, type SlotServices } from './free-times.ts'
import { type CallApplication, type CallRow, findLastCall } from './queries.ts'

export const bookingLimit: RateLimit = { name: 'assessment-calls', points: 60, seconds: 600 }

const rejected = failure('conflict', sentences.rejected)

/** For the browser that applied, or an admin: the link alone is not enough. */
export async function mayBook(visitor: Visitor, application: { id: string; organisationId: string }): Promise<boolean> {
  const own = await visitor.owned()
  return own.has(application.id) || own.has(application.organisationId) || (await visitor.holds('review'))
}

/**
 * The same slot again (a second click, a lost answer) answers the call that is booked.
 *
 * @param application one that the visitor may book for (`mayBook`).
 * @param by the person of the admin area who books for the applicant.
 * @returns `invalid` where no call can take place at that time, otherwise `conflict`; both with the next free times where another one would do.
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
  const [last] = await findLastCall(camel(sql), { applicationId: application.id })
  const before = callInPlace(services, last, slot)
  if (before) return before
  if (!takesCalls(application)) return rejected
  const refused = await refuseSlot(services, slot)
  if (refused) return refused
  const holders = by
    ? { mailbox: '', visitor: '' }
    : { mailbox: mailboxKey(application.email), visitor: visitor.address }
  try {
    const call = await sql.begin(async (transaction) => {
      const [locked] = await camel(transaction)<{ status: ApplicationStatus; isWithdrawn: boolean }[]>`
        select status, withdrawn_at is not null as is_withdrawn
        from applications
        where id = ${application.id}::uuid
        for no key update`
      if (!takesCalls(locked!)) return rejected
      if (!by && !(await mayBookMore(transaction, holders, services))) return 'too-many'
      if (!(await takeSlot(transaction, slot, env.assessmentCallsAtOnce))) return null
      const { phone, message, selectedOptions } = request
      if (last)
        await transaction`
          update assessment_calls set state = 'over' where id = ${last.id}::uuid and state = 'booked'`
      // A second booked call of an application breaks the unique index.
      const [row] = await camel(transaction)<CallRow[]>`
        insert into assessment_calls (application_id, day, time, phone, message, selected_options, mailbox, visitor)
        values (${application.id}::uuid, ${slot.day}::date, ${slot.time}::time, ${phone}::text, ${message}::text,
          ${selectedOptions}::text[], ${holders.mailbox}::text, ${holders.visitor}::text)
        returning id, application_id, day, time, phone, message, selected_options, state, sequence`
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
      // Of two clicks the first may have reached the limit.
      const [first] = await findLastCall(camel(sql), { applicationId: application.id })
      return callInPlace(services, first, slot) ?? failure('conflict', sentences.tooMany)
    }
    if (call) return isFailure(call) ? call : { call, created: true }
  } catch (problem) {
    if (!isSecondCall(problem)) throw problem
  }
  const [faster] = await findLastCall(camel(sql), { applicationId: application.id })
  return callInPlace(services, faster, slot) ?? (await refuseTaken(services, slot))
}

/** Both are empty where the admin area books. */
type Holders = { mailbox: string; visitor: string }

/** Until the transaction ends nobody else books for either. */
async function mayBookMore(transaction: Transaction, holders: Holders, { now }: Services): Promise<boolean> {
  await lockKeys(transaction, { keys: Object.values(holders).map((holder) => `calls ${holder}`) })
  const { mailbox, visitor } = holders
  const [open] = await camel(transaction)<{ byMailbox: number; byVisitor: number }[]>`
    select
      count(*) filter (where mailbox = ${mailbox}::text)::int as by_mailbox,
      count(*) filter (where visitor = ${visitor}::text)::int as by_visitor
    from assessment_calls
    where state = 'booked' and (mailbox = ${mailbox}::text or visitor = ${visitor}::text)
      and (day + time) at time zone 'Europe/London' > ${now().toISOString()}::timestamptz`
  return Math.max(open!.byMailbox, open!.byVisitor) < maxOpenCalls
}

/** Locks the slot until the transaction ends. @returns false when it is full. */
export async function takeSlot(transaction: Transaction, { day, time }: Slot, callsAtOnce: number): Promise<boolean> {
  const [locked] = await transaction<{ capacity: number | null }[]>`
    insert into assessment_slots as s (day, time)
    values (${day}::date, ${time}::time)
    on conflict (day, time) do update set capacity = s.capacity
    returning capacity`
  const [taken] = await transaction<{ count: number }[]>`
    select count(*) as count from assessment_calls
    where day = ${day}::date and time = ${time}::time and state = 'booked'`
  return taken!.count < (locked!.capacity ?? callsAtOnce)
}

/** Null where a call can take place. */
export async function refuseSlot(services: SlotServices, slot: Slot): Promise<Failure | null> {
  const problem = refusalOf(slot, services.now())
  if (!problem) return null
  const next = await listNextFree(services, slot.day)
  return failure('invalid', `${problem.message}.${nextWords(next)}`, { fields: [problem], details: nextDetails(next) })
}

export async function refuseTaken(services: SlotServices, slot: Slot): Promise<Failure> {
  const next = await listNextFree(services, slot.day)
  return failure('conflict', `${sentences.taken}${nextWords(next)}`, { details: nextDetails(next) })
}

export function nextDetails(next: Slot[]) {
  return { nextFree: next.map(({ day, time }) => ({ preferredDate: day, preferredTime: time })) }
}

function nextWords(next: Slot[]): string {
  return next.length > 0 ? ` Next free times: ${next.map(slotWords).join('; ')}.` : ''
}

/** Null for applicants without a call to come. */
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
