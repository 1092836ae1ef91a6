import { type } from 'arktype'
import { adminHref } from '#admin-pages.ts'
import { byPerson, recordChange } from '#database/record-change.ts'
import type { SqlRunner } from '#database/sql.ts'
import { dayAfter, isDay } from '#domain/calendar-day.ts'
import { callStart, callTimes } from '#domain/call-times.ts'
import { londonDay, longDay } from '#domain/london-time.ts'
import { recognitionLevels } from '#domain/recognition-levels.ts'
import { addRemark } from '#features/applications/review/server/remark-queries.ts'
import { cancelCall, moveCall } from '#features/assessments/server/change-call.ts'
import { lockCall } from '#features/assessments/server/queries.ts'
import { answer, formCommand } from '#requests/command.ts'
import { formPost, formsByIntent } from '#requests/form-post.ts'
import { type Action, handler, type PageRequest } from '#requests/page-loader.ts'
import { failure, isFailure } from '#wire/failure.ts'
import { type CallOutcome, type CallsData, callOutcomes, outcomeWords } from '../state.ts'

const daysShown = 14
const limit = 300
const noteLimit = 4000

const id = type('string.uuid')
const notice = {
  recorded: 'The outcome was recorded',
  moved: 'The call was moved',
  cancelled: 'The call was cancelled',
}

async function agenda({ query, services }: PageRequest, more: Pick<CallsData, 'says' | 'typed'>): Promise<CallsData> {
  const today = londonDay(services.now())
  const asked = query.get('from')
  const from = isDay(asked) ? asked : today
  const rows = await listAgenda(services.sql, { firstDay: from, lastDay: dayAfter(from, daysShown - 1), limit })
  const calls = rows.map((row) => ({
    id: row.id,
    applicationId: row.application_id,
    reference: row.reference,
    title: row.title,
    organisation: row.organisation,
    contact: row.contact_name,
    phone: row.phone,
    message: row.message,
    levels: recognitionLevels.filter((level) => row.selected_options.includes(level.id)).map(({ name }) => name),
    day: row.day,
    time: row.time,
    hasBegun: callStart({ day: row.day, time: row.time as (typeof callTimes)[number] }) <= services.now(),
    outcome: row.outcome && { outcome: row.outcome, by: row.recorded_by_name!, at: row.recorded_at! },
  }))
  return {
    ...more,
    from,
    days: [...new Set(calls.map(({ day }) => day))].map((day) => ({
      day,
      calls: calls.filter((call) => call.day === day),
    })),
    previousHref: adminHref('adminCalls', { from: dayAfter(from, -daysShown) }),
    nextHref: adminHref('adminCalls', { from: dayAfter(from, daysShown) }),
    isToday: from === today,
    times: callTimes,
  }
}

/** Records what became of a call; the note is kept with the application, where its history is read. */
const recordCall = formCommand({
  permission: 'review',
  schema: type({
    call: id,
    outcome: type.enumerated(...callOutcomes).configure({ sentence: 'Choose the result of the call' }),
    note: type(`string <= ${noteLimit}`).configure({ sentence: `The note has at most ${noteLimit} characters` }),
  }),
  run: async ({ input, admin, services: { sql, now } }) =>
    await sql.begin(async (tx) => {
      const [call] = await lockCall(tx, { id: input.call })
      if (!call || call.state === 'cancelled') return failure('conflict', 'This call was cancelled.')
      if (callStart(call) > now()) return failure('conflict', 'This call has not begun yet.')
      const person = { personId: admin.id, personName: admin.name }
      const at = now().toISOString()
      const [recorded] = await recordOutcome(tx, { callId: call.id, outcome: input.outcome, ...person, now: at })
      const words = `Call on ${longDay(call.day)}, ${call.time}: ${outcomeWords[input.outcome].toLowerCase()}.`
      await addRemark(tx, {
        applicationId: call.application_id,
        kind: 'note',
        authorId: admin.id,
        authorName: admin.name,
        text: input.note.trim() ? `${words}\n\n${input.note.trim()}` : words,
        now: at,
      })
      await recordChange(tx, {
        actor: byPerson(admin),
        subject: { kind: 'application', id: call.application_id },
        action: 'call-recorded',
        before: { outcome: recorded?.before ?? null },
        after: { outcome: input.outcome },
      })
      return answer(null)
    }),
})

/** Moves or cancels a call that has not begun, with the mails that the applicant's own change sends. */
const changeCall = formCommand({
  permission: 'review',
  schema: type({
    call: id,
    intent: "'move' | 'cancel'",
    day: 'string <= 10',
    time: 'string <= 5',
  }),
  run: async ({ input, admin, services }) => {
    const isMove = input.intent === 'move'
    const time = callTimes.find((known) => known === input.time)
    if (isMove && (!isDay(input.day) || !time)) return failure('invalid', 'Choose a day and a time.')
    const outcome = await services.sql.begin(async (tx) => {
      const call = isMove
        ? await moveCall(tx, services, input.call, { day: input.day, time: time! })
        : await cancelCall(tx, services, input.call)
      if (!isFailure(call))
        await recordChange(tx, {
          actor: byPerson(admin),
          subject: { kind: 'application', id: call.application_id },
          action: isMove ? 'call-moved' : 'call-cancelled',
          after: isMove ? { day: call.day, time: call.time } : null,
        })
      return call
    })
    return isFailure(outcome) ? failure(outcome.failure, outcome.message) : answer(null)
  },
})

const done =
  (what: keyof typeof notice) =>
  (_: unknown, { query }: PageRequest) =>
    adminHref('adminCalls', { from: query.get('from'), done: what })
const again: Parameters<typeof formPost<CallsData, typeof recordCall>>[1]['again'] = async (request, form, why) => {
  const { call = '', note = '', day = '', time = '' } = form.typed
  const text = form.problems[0]?.message ?? why.message
  const data = await agenda(request, {
    says: { tone: 'danger', title: 'Nothing was stored', text },
    typed: { call, note, day, time },
  })
  return { kind: 'page', data }
}
const unknown: Action<CallsData> = async () => ({ kind: 'redirect', to: adminHref('adminCalls'), status: 303 })

/** The agenda of booked calls, two weeks at a time. */
export const adminCalls = handler<CallsData>({
  load: async (request) => {
    const what = request.query.get('done') as keyof typeof notice | null
    const says = what && Object.hasOwn(notice, what) ? ({ tone: 'success', title: notice[what] } as const) : null
    return { kind: 'page', data: await agenda(request, { says, typed: null }) }
  },
  act: formsByIntent<CallsData>(
    {
      record: formPost(recordCall, { done: done('recorded'), again }),
      move: formPost(changeCall, { done: done('moved'), again }),
      cancel: formPost(changeCall, { done: done('cancelled'), again }),
    },
    unknown,
  ),
})

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
const listAgenda = (
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
const recordOutcome = (
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
