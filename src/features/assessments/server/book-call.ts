import type { CamelTransaction } from '#database/camel.ts'
import { lockKeys } from '#database/lock-keys.ts'
import type { RateLimit } from '#database/rate-limit.ts'
import { byPerson } from '#database/record-change.ts'
import type { Transaction } from '#database/sql.ts'
import type { ApplicationStatus } from '#domain/application-facts.ts'
import { takesCalls } from '#domain/application-state.ts'
import { callStart, type Slot } from '#domain/call-times.ts'
import { mailboxKey } from '#domain/mail-address.ts'
import { queueCrmUpdate } from '#features/applications/crm/server/queue-crm-update.ts'
import { maxOpenCalls, refusalOf, sentences, slotWords } from '#features/assessments/rules.ts'
import { bookingAnswer, bookingSchema, nextFreeDetails } from '#features/assessments/schema.ts'
import { isAddressConfirmed } from '#mail/confirm-address.ts'
import { did, outsideCommand } from '#page/command.ts'
import { href } from '#pages.ts'
import type { Services } from '#requests/services.ts'
import { actingFor, type Visitor } from '#requests/visitor.ts'
import { type Failure, failure } from '#wire/failure.ts'
import { callMails } from '../mails.ts'
import { listNextFree, nextDetails, type SlotServices } from './free-times.ts'
import { type CallRow, findApplication, findLastCall } from './queries.ts'

export const bookingLimit: RateLimit = { name: 'assessment-calls', points: 60, seconds: 600 }

/** For the browser that applied, or an admin: the link alone is not enough. */
export async function mayBook(visitor: Visitor, application: { id: string; organisationId: string }): Promise<boolean> {
  return (await visitor.isOwnerOf(application.id, application.organisationId)) || (await visitor.holds('review'))
}

/** The same slot again (a second click, a lost answer) answers the call that is booked. */
export const bookAssessment = outsideCommand({
  permission: 'owner',
  schema: bookingSchema,
  /** The dialog's address names the application. */
  reads: (form, query) => ({ ...form, applicationId: query.get('application_id') ?? '' }),
  limit: bookingLimit,
  api: {
    summary: 'Book the assessment call',
    description:
      'For the browser that applied (its signed cookie) or a signed-in admin. One call for each application. If another time is free, a refusal has nextFree. If the same booking is sent again, the answer is the same call (200 instead of 201).',
    answers: { 200: bookingAnswer, 201: bookingAnswer },
    failures: {
      forbidden: 'This browser did not apply.',
      'not-found': 'There is no such application.',
      conflict: {
        when: 'The time is taken (nextFree has others), there is already a call, the application was rejected, or the same email address or visitor already has two calls to come.',
        details: nextFreeDetails,
      },
      invalid: { when: 'There are no calls at that time. nextFree has others.', details: nextFreeDetails },
    },
  },
  run: async ({ input, visitor, sql: pool, write, services }) => {
    const { applicationId: id, preferredDate: day, preferredTime: time, phone, message, selectedOptions } = input
    const [application] = await findApplication(pool, { id })
    if (!application) return failure('not-found', 'There is no such application.')
    if (!(await mayBook(visitor, application))) return failure('forbidden', sentences.notYours)
    const by = await actingFor(visitor, [id, application.organisationId])
    const holders = by
      ? { mailbox: '', visitor: '' }
      : { mailbox: mailboxKey(application.email), visitor: visitor.address }
    const slot = { day, time }
    return await write(async (sql) => {
      const here = { ...services, sql: sql.raw }
      const [locked] = await sql<{ status: ApplicationStatus; isWithdrawn: boolean }[]>`
        select status, withdrawn_at is not null as is_withdrawn
        from applications
        where id = ${id}::uuid
        for no key update`
      const [last] = await findLastCall(sql, { applicationId: id })
      if (last && callStart(last) > services.now()) {
        const isSame = last.day === day && last.time === time
        return isSame ? did({ answer: answerOf(last) }) : failure('conflict', sentences.bookedAlready)
      }
      if (!takesCalls(locked!)) return failure('conflict', sentences.rejected)
      const refused = await refuseSlot(here, slot)
      if (refused) return refused
      if (!by && !(await mayBookMore(sql, holders, services))) return failure('conflict', sentences.tooMany)
      if (!(await takeSlot(sql.raw, slot, services.env.assessmentCallsAtOnce))) return await refuseTaken(here, slot)
      if (last) await sql`update assessment_calls set state = 'over' where id = ${last.id}::uuid and state = 'booked'`
      const [call] = await sql<CallRow[]>`
        insert into assessment_calls (application_id, day, time, phone, message, selected_options, mailbox, visitor)
        values (${id}::uuid, ${day}::date, ${time}::time, ${phone}::text, ${message}::text, ${selectedOptions}::text[],
          ${holders.mailbox}::text, ${holders.visitor}::text)
        returning id, application_id, day, time, phone, message, selected_options, state, sequence`
      await queueCrmUpdate(sql.raw, { applicationId: id, status: 'assessment_requested', selectedOptions }, services)
      const isConfirmed = await isAddressConfirmed(sql.raw, application.email)
      return did({
        answer: answerOf(call!),
        status: 201,
        audit: by
          ? { actor: byPerson(by), subject: { kind: 'application', id }, action: 'call-booked', after: slot }
          : [],
        mails: callMails('booked', call!, application, isConfirmed, services),
      })
    })
  },
  leadsTo: (_, { query }) => `${href('preApproved', { application_id: query.get('application_id') })}#call`,
})

function answerOf({ id, applicationId, day: preferredDate, time: preferredTime, selectedOptions }: CallRow) {
  return { id, applicationId, preferredDate, preferredTime, selectedOptions }
}

/** Both are empty where the admin area books. */
type Holders = { mailbox: string; visitor: string }

/** Until the transaction ends nobody else books for either. */
async function mayBookMore(sql: CamelTransaction, holders: Holders, { now }: Services): Promise<boolean> {
  await lockKeys(sql.raw, { keys: Object.values(holders).map((holder) => `calls ${holder}`) })
  const { mailbox, visitor } = holders
  const [open] = await sql<{ byMailbox: number; byVisitor: number }[]>`
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

function nextWords(next: Slot[]): string {
  return next.length > 0 ? ` Next free times: ${next.map(slotWords).join('; ')}.` : ''
}
