import type { SqlRunner } from '#database/sql.ts'
import type { CallOutcome } from '../state.ts'

type AgendaRow = {
  id: string
  application_id: string
  reference: string
  title: string
  organisation: string
  contact_name: string
  phone: string
  message: string
  selected_options: string[]
  day: string
  time: string
  outcome: CallOutcome | null
  recorded_by_name: string | null
  recorded_at: string | null
}

/** Calls that were not cancelled, from the first day to the last, in their order. */
export const listAgenda = (
  sql: SqlRunner,
  { firstDay, lastDay, limit }: { firstDay: string; lastDay: string; limit: number },
) => sql<AgendaRow[]>`
  select c.id, c.application_id, a.reference, a.event_draft ->> 'title' as title, o.name as organisation, o.contact_name,
    c.phone, c.message, c.selected_options, c.day, c.time, r.outcome, r.recorded_by_name, r.recorded_at
  from assessment_calls c
  join applications a on a.id = c.application_id
  join organisations o on o.id = a.organisation_id
  left join assessment_call_outcomes r on r.call_id = c.id
  where c.day between ${firstDay}::date and ${lastDay}::date and c.state <> 'cancelled'
  order by c.day, c.time, c.id
  limit ${limit}::int`

/** The outcome before, which this one takes the place of; null for the first. */
export const recordOutcome = (
  sql: SqlRunner,
  input: { callId: string; outcome: CallOutcome; personId: string; personName: string; now: string },
) => sql<{ before: CallOutcome | null }[]>`
  with before as (
    select outcome from assessment_call_outcomes where call_id = ${input.callId}::uuid
  )
  insert into assessment_call_outcomes (call_id, outcome, recorded_by, recorded_by_name, recorded_at)
  values (${input.callId}::uuid, ${input.outcome}::text, ${input.personId}::text, ${input.personName}::text,
    ${input.now}::timestamptz)
  on conflict (call_id) do update set outcome = excluded.outcome, recorded_by = excluded.recorded_by,
    recorded_by_name = excluded.recorded_by_name, recorded_at = excluded.recorded_at
  returning (select outcome from before) as before`
