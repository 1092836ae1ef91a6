import { type } from 'arktype'
import { adminHref } from '#admin-pages.ts'
import type { CamelSql } from '#database/camel.ts'
import { dayAfter, isDay } from '#domain/calendar-day.ts'
import { callStart, callTimes } from '#domain/call-times.ts'
import type { ClockTime, Day, Instant } from '#domain/formats.ts'
import { londonDay, longDay } from '#domain/london-time.ts'
import { recognitionLevels } from '#domain/recognition-levels.ts'
import { addRemark } from '#features/applications/review/queries.ts'
import { changeCall } from '#features/assessments/server/change-call.ts'
import { lockCall } from '#features/assessments/server/queries.ts'
import { conflicted, hasConflict } from '#features/register/server/has-conflict.ts'
import { command, did } from '#page/command.ts'
import { page } from '#page/page.ts'
import type { FormRequest } from '#requests/page-loader.ts'
import { failure, isFailure } from '#wire/failure.ts'
import { type CallOutcome, callOutcomes, outcomeWords } from './rules.ts'

const daysShown = 14
const maxCalls = 300
const noteLimit = 4000

const id = type('string.uuid')

const backWith =
  (done: string) =>
  (_: unknown, { query }: FormRequest) =>
    adminHref('adminCalls', { from: query.get('from'), done })

const isConflicted = ({ sql, admin }: { sql: CamelSql; admin: { id: string } }, callId: string) =>
  hasConflict(sql, { callId, personId: admin.id })

/** The note is kept with the application, where its history is read. */
const record = command({
  permission: 'review',
  schema: type({
    call: id,
    outcome: type.enumerated(...callOutcomes).configure({ sentence: 'Choose the result of the call' }),
    note: type(`string <= ${noteLimit}`).configure({ sentence: `The note has at most ${noteLimit} characters` }),
  }),
  run: async ({ input: { call: callId, outcome, note }, admin, sql, now, services }) => {
    const [call] = await lockCall(sql, { id: callId })
    if (!call || call.state === 'cancelled') return failure('conflict', 'This call was cancelled.')
    if (await isConflicted({ sql, admin }, callId)) return conflicted
    if (callStart(call) > services.now()) return failure('conflict', 'This call has not begun yet.')
    const [recorded] = await sql<{ before: CallOutcome | null }[]>`
      with before as (
        select outcome from assessment_call_outcomes where call_id = ${callId}::uuid
      )
      insert into assessment_call_outcomes (call_id, outcome, recorded_by, recorded_by_name, recorded_at)
      values (${callId}::uuid, ${outcome}::text, ${admin.id}::text, ${admin.name}::text, ${now}::timestamptz)
      on conflict (call_id) do update set outcome = excluded.outcome, recorded_by = excluded.recorded_by,
        recorded_by_name = excluded.recorded_by_name, recorded_at = excluded.recorded_at
      returning (select outcome from before) as before`
    const words = `Call on ${longDay(call.day)}, ${call.time}: ${outcomeWords[outcome].toLowerCase()}.`
    await addRemark(sql, {
      applicationId: call.applicationId,
      kind: 'note',
      authorId: admin.id,
      authorName: admin.name,
      text: note.trim() ? `${words}\n\n${note.trim()}` : words,
      now,
    })
    return did({
      audit: {
        subject: { kind: 'application', id: call.applicationId },
        action: 'call-recorded',
        before: { outcome: recorded?.before ?? null },
        after: { outcome },
      },
    })
  },
  done: { recorded: 'The outcome was recorded' },
  leadsTo: backWith('recorded'),
})

/** With the emails that the applicant's own change sends. */
const move = command({
  permission: 'review',
  schema: type({ call: id, day: 'string <= 10', time: 'string <= 5' }),
  run: async ({ input: { call, day, ...input }, sql, admin, services }) => {
    if (await isConflicted({ sql, admin }, call)) return conflicted
    const time = callTimes.find((known) => known === input.time)
    if (!isDay(day) || !time) return failure('invalid', 'Choose a day and a time.')
    const moved = await changeCall(sql, services, { id: call, slot: { day, time } })
    if (isFailure(moved)) return failure(moved.failure, moved.message)
    const subject = { kind: 'application', id: moved.call.applicationId }
    return did({ audit: { subject, action: 'call-moved', after: { day, time } }, mails: moved.mails })
  },
  done: { moved: 'The call was moved' },
  leadsTo: backWith('moved'),
})

const cancel = command({
  permission: 'review',
  schema: type({ call: id }).onUndeclaredKey('delete'),
  run: async ({ input: { call }, sql, admin, services }) => {
    if (await isConflicted({ sql, admin }, call)) return conflicted
    const cancelled = await changeCall(sql, services, { id: call, slot: null })
    if (isFailure(cancelled)) return failure(cancelled.failure, cancelled.message)
    const subject = { kind: 'application', id: cancelled.call.applicationId }
    return did({ audit: { subject, action: 'call-cancelled' }, mails: cancelled.mails })
  },
  done: { cancelled: 'The call was cancelled' },
  leadsTo: backWith('cancelled'),
})

/** Two weeks at a time. */
export const adminCalls = page('adminCalls', {
  commands: { record, move, cancel },
  load: async ({ query, sql, services, refused }) => {
    const now = services.now()
    const asked = query.get('from')
    const from = isDay(asked) ? asked : londonDay(now)
    const rows = await sql<
      {
        id: string
        applicationId: string
        reference: string
        title: string
        organisation: string
        contact: string
        phone: string
        message: string
        selectedOptions: string[]
        day: Day
        time: ClockTime
        outcome: CallOutcome | null
        recordedByName: string | null
        recordedAt: Instant | null
      }[]
    >`
      select c.id, c.application_id, a.reference, a.event_draft ->> 'title' as title, o.name as organisation,
        o.contact_name as contact, c.phone, c.message, c.selected_options, c.day, c.time, r.outcome, r.recorded_by_name,
        r.recorded_at
      from assessment_calls c
      join applications a on a.id = c.application_id
      join organisations o on o.id = a.organisation_id
      left join assessment_call_outcomes r on r.call_id = c.id
      where c.day between ${from}::date and ${dayAfter(from, daysShown - 1)}::date and c.state <> 'cancelled'
      order by c.day, c.time, c.id
      limit ${maxCalls}::int`
    const calls = rows.map(({ selectedOptions, ...call }) => ({
      ...call,
      levels: recognitionLevels.filter((level) => selectedOptions.includes(level.id)).map(({ name }) => name),
      /** Its outcome can be recorded, and it cannot be moved any more. */
      hasBegun: callStart({ day: call.day, time: call.time as (typeof callTimes)[number] }) <= now,
    }))
    return {
      from,
      days: [...new Set(calls.map((call) => call.day))].map((day) => ({
        day,
        calls: calls.filter((call) => call.day === day),
      })),
      previousHref: adminHref('adminCalls', { from: dayAfter(from, -daysShown) }),
      nextHref: adminHref('adminCalls', { from: dayAfter(from, daysShown) }),
      isToday: from === londonDay(now),
      times: callTimes,
      trouble: refused && (refused.fields?.[0]?.message ?? refused.message),
    }
  },
})
