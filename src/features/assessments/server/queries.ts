import type { CamelSql } from '#database/camel.ts'
import type { SqlRunner } from '#database/sql.ts'
import type { ApplicationStatus } from '#domain/application-facts.ts'
import type { CallTime } from '#domain/call-times.ts'
import type { Day } from '#domain/formats.ts'

export type CallRow = {
  id: string
  applicationId: string
  day: Day
  time: CallTime
  phone: string
  message: string
  selectedOptions: string[]
  /** `over` is only set once the next one is booked. */
  state: 'booked' | 'cancelled' | 'over'
  sequence: number
}

export type CallApplication = {
  id: string
  organisationId: string
  status: ApplicationStatus
  isWithdrawn: boolean
  reference: string
  title: string
  organisation: string
  contactName: string
  email: string
  phone: string
}

export type SlotRow = { day: string; time: CallTime; capacity: number | null; booked: number }

/** Slots that nobody has booked or given a capacity have no row. */
export const listSlots = (sql: SqlRunner, { firstDay, lastDay }: { firstDay: string; lastDay: string }) => sql<
  SlotRow[]
>`
  select
    s.day, s.time, s.capacity,
    (select count(*) from assessment_calls c where c.day = s.day and c.time = s.time and c.state = 'booked') as booked
  from assessment_slots s
  where s.day between ${firstDay}::date and ${lastDay}::date`

export const findApplication = (sql: CamelSql, { id }: { id: string }) => sql<CallApplication[]>`
  select
    a.id, a.organisation_id, a.status, a.withdrawn_at is not null as is_withdrawn, a.reference,
    a.event_draft ->> 'title' as title, o.name as organisation, o.contact_name, o.email, o.phone
  from applications a
  join organisations o on o.id = a.organisation_id
  where a.id = ${id}::uuid`

/** The last one that was not cancelled. */
export const findLastCall = (sql: CamelSql, { applicationId }: { applicationId: string }) => sql<CallRow[]>`
  select id, application_id, day, time, phone, message, selected_options, state, sequence
  from assessment_calls
  where application_id = ${applicationId}::uuid and state <> 'cancelled'
  order by day desc, time desc
  limit 1`

export const lockCall = (sql: CamelSql, { id }: { id: string }) => sql<CallRow[]>`
  select id, application_id, day, time, phone, message, selected_options, state, sequence
  from assessment_calls
  where id = ${id}::uuid
  for update`
