import type { SqlRunner } from '#database/sql.ts'
import type { ApplicationStatus } from '#domain/application-facts.ts'
import type { CallTime } from '#domain/call-times.ts'

export type CallRow = {
  id: string
  application_id: string
  day: string
  time: CallTime
  phone: string
  message: string
  selected_options: string[]
  /** `over` once the next was booked after it; before that, the clock alone tells. */
  state: 'booked' | 'cancelled' | 'over'
  sequence: number
}

export type CallApplication = {
  id: string
  organisation_id: string
  status: ApplicationStatus
  is_withdrawn: boolean
  reference: string
  title: string
  organisation: string
  contact_name: string
  email: string
  phone: string
}

export type SlotRow = { day: string; time: CallTime; capacity: number | null; booked: number }

/**
 * Until the end of the transaction nobody else books or moves into this slot. `capacity` is null where the slot has no number of
 *   its own.
 */
export const lockSlot = (sql: SqlRunner, { day, time }: { day: string; time: string }) => sql<
  { capacity: number | null }[]
>`
  insert into assessment_slots as s (day, time)
  values (${day}::date, ${time}::time)
  on conflict (day, time) do update set capacity = s.capacity
  returning capacity`

/** Calls that stand in a slot. */
export const countCalls = (sql: SqlRunner, { day, time }: { day: string; time: string }) => sql<{ count: number }[]>`
  select count(*) as count from assessment_calls where day = ${day}::date and time = ${time}::time and state = 'booked'`

/** The slots that anybody has booked or the operator has given a number, with the calls that stand in them. */
export const listSlots = (sql: SqlRunner, { firstDay, lastDay }: { firstDay: string; lastDay: string }) => sql<
  SlotRow[]
>`
  select
    s.day, s.time, s.capacity,
    (select count(*) from assessment_calls c where c.day = s.day and c.time = s.time and c.state = 'booked') as booked
  from assessment_slots s
  where s.day between ${firstDay}::date and ${lastDay}::date`

/** Whom a call is with, and where it stands. */
export const findApplication = (sql: SqlRunner, { id }: { id: string }) => sql<CallApplication[]>`
  select
    a.id, a.organisation_id, a.status, a.withdrawn_at is not null as is_withdrawn, a.reference,
    a.event_draft ->> 'title' as title, o.name as organisation, o.contact_name, o.email, o.phone
  from applications a
  join organisations o on o.id = a.organisation_id
  where a.id = ${id}::uuid`

/** No decision on it until the end of the transaction. */
export const lockApplication = (sql: SqlRunner, { id }: { id: string }) => sql<
  { status: ApplicationStatus; is_withdrawn: boolean }[]
>`
  select status, withdrawn_at is not null as is_withdrawn
  from applications
  where id = ${id}::uuid
  for no key update`

/**
 * None). A second booked call of an application breaks the unique index.
 * @param input.visitor visitor that it counts for (''
 */
export const insertCall = (
  sql: SqlRunner,
  input: {
    applicationId: string
    day: string
    time: string
    phone: string
    message: string
    selectedOptions: string[]
    mailbox: string
    visitor: string
  },
) => sql<CallRow[]>`
  insert into assessment_calls (application_id, day, time, phone, message, selected_options, mailbox, visitor)
  values (${input.applicationId}::uuid, ${input.day}::date, ${input.time}::time, ${input.phone}::text, ${input.message}::text,
    ${input.selectedOptions}::text[], ${input.mailbox}::text, ${input.visitor}::text)
  returning id, application_id, day, time, phone, message, selected_options, state, sequence`

/** The calls to come that either has booked. */
export const countOpenCalls = (
  sql: SqlRunner,
  { mailbox, visitor, now }: { mailbox: string; visitor: string; now: string },
) => sql<{ by_mailbox: number; by_visitor: number }[]>`
  select
    count(*) filter (where mailbox = ${mailbox}::text)::int as by_mailbox,
    count(*) filter (where visitor = ${visitor}::text)::int as by_visitor
  from assessment_calls
  where state = 'booked' and (mailbox = ${mailbox}::text or visitor = ${visitor}::text)
    and (day + time) at time zone 'Europe/London' > ${now}::timestamptz`

/** The last of its calls that was not cancelled, to come or over. */
export const findLastCall = (sql: SqlRunner, { applicationId }: { applicationId: string }) => sql<CallRow[]>`
  select id, application_id, day, time, phone, message, selected_options, state, sequence
  from assessment_calls
  where application_id = ${applicationId}::uuid and state <> 'cancelled'
  order by day desc, time desc
  limit 1`

/**
 * The next can be booked.
 * @param input.id call, whose time has come
 */
export const endCall = (sql: SqlRunner, { id }: { id: string }) => sql<Record<string, never>[]>`
  update assessment_calls set state = 'over' where id = ${id}::uuid and state = 'booked'`

export const findCall = (sql: SqlRunner, { id }: { id: string }) => sql<CallRow[]>`
  select id, application_id, day, time, phone, message, selected_options, state, sequence
  from assessment_calls
  where id = ${id}::uuid`

/** One change of it at a time. */
export const lockCall = (sql: SqlRunner, { id }: { id: string }) => sql<CallRow[]>`
  select id, application_id, day, time, phone, message, selected_options, state, sequence
  from assessment_calls
  where id = ${id}::uuid
  for update`

export const moveCallRow = (sql: SqlRunner, { id, day, time }: { id: string; day: string; time: string }) => sql<
  CallRow[]
>`
  update assessment_calls
  set day = ${day}::date, time = ${time}::time, sequence = sequence + 1, changed_at = now()
  where id = ${id}::uuid and state = 'booked'
  returning id, application_id, day, time, phone, message, selected_options, state, sequence`

/** Its slot is free again. */
export const cancelCallRow = (sql: SqlRunner, { id }: { id: string }) => sql<CallRow[]>`
  update assessment_calls
  set state = 'cancelled', sequence = sequence + 1, changed_at = now()
  where id = ${id}::uuid and state = 'booked'
  returning id, application_id, day, time, phone, message, selected_options, state, sequence`
