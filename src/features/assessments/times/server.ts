import { type } from 'arktype'
import { adminHref } from '#admin-pages.ts'
import { dayAfter, isDay, mondayOf } from '#domain/calendar-day.ts'
import { callTimes, isCallTime } from '#domain/call-times.ts'
import { londonDay } from '#domain/london-time.ts'
import { command, did } from '#page/command.ts'
import { page } from '#page/page.ts'
import { failure } from '#wire/failure.ts'
import { daysAhead, maxAtOnce, seenField, slotField } from '../rules.ts'
import { listSlots } from '../server/queries.ts'

/** Weeks are named by their Monday. */
function readWeek(query: URLSearchParams, now: string) {
  const today = londonDay(new Date(now))
  const asked = query.get('week')
  // At a weekend the next week is the first.
  const first = mondayOf(dayAfter(today, 2))
  const last = mondayOf(dayAfter(today, daysAhead))
  const wanted = isDay(asked) ? mondayOf(asked) : first
  return { today, first, last, week: wanted < first || wanted > last ? first : wanted }
}

/** The capacities that the form asks for; null for one that is no number. */
function capacitiesIn(form: Readonly<Record<string, string>>, today: string) {
  const [, action, day] = /^(close|open) (\S+)$/.exec(form.day ?? '') ?? []
  if (action && isDay(day)) return callTimes.map((time) => ({ day, time, capacity: action === 'close' ? 0 : null }))
  return Object.entries(form).flatMap(([name, typed]) => {
    const [day, time] = name.split(' ')
    if (!isDay(day) || day < today || !isCallTime(time)) return []
    // What this person has not changed stays, because somebody else may have.
    if (name !== slotField(day, time) || typed === form[seenField(day, time)]) return []
    if (typed === '') return { day, time, capacity: null }
    return /^\d{1,2}$/.test(typed) && Number(typed) <= maxAtOnce ? { day, time, capacity: Number(typed) } : null
  })
}

const save = command({
  permission: 'register',
  schema: type({ '[string]': 'string' }),
  run: async ({ input, sql, now }) => {
    const changes = []
    for (const wanted of capacitiesIn(input, londonDay(new Date(now)))) {
      if (!wanted) return failure('invalid', `Nothing was saved: use whole numbers from 0 to ${maxAtOnce}`)
      const { day, time, capacity } = wanted
      const [changed] = await sql<{ before: number | null }[]>`
        with before as (select capacity from assessment_slots where day = ${day}::date and time = ${time}::time)
        insert into assessment_slots as s (day, time, capacity)
        values (${day}::date, ${time}::time, ${capacity}::integer)
        on conflict (day, time) do update set capacity = excluded.capacity
        returning (select capacity from before) as before`
      const { before } = changed!
      if (before === capacity) continue
      const subject = { kind: 'assessment-time', id: `${day} ${time}` }
      changes.push({ subject, action: 'changed', before: { capacity: before }, after: { capacity } })
    }
    const [action] = (input.day ?? '').split(' ')
    return did({ audit: changes, answer: action === 'close' ? 'closed' : action === 'open' ? 'opened' : 'saved' })
  },
  done: { saved: 'The times were saved', closed: 'The day is closed', opened: 'The day is open' },
  leadsTo: (done, { query, services }) =>
    adminHref('adminCallTimes', { week: readWeek(query, services.now().toISOString()).week, done }),
})

export const adminCallTimes = page('adminCallTimes', {
  commands: { save },
  load: async ({ query, sql, now, services: { env } }) => {
    const { today, first, last, week } = readWeek(query, now)
    const slots = await listSlots(sql.raw, { firstDay: week, lastDay: dayAfter(week, 4) })
    return {
      week,
      previousWeek: week > first ? dayAfter(week, -7) : null,
      nextWeek: week < last ? dayAfter(week, 7) : null,
      atOnce: env.assessmentCallsAtOnce,
      days: [0, 1, 2, 3, 4].map((ahead) => {
        const day = dayAfter(week, ahead)
        const slotsOfDay = callTimes.map((time) => {
          const slot = slots.find((row) => row.day === day && row.time === time)
          return { time, capacity: slot?.capacity ?? null, booked: slot?.booked ?? 0 }
        })
        return { day, isPast: day < today, slots: slotsOfDay }
      }),
    }
  },
})
