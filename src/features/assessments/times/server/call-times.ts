import { type } from 'arktype'
import { adminHref } from '#admin-pages.ts'
import { byPerson, recordChange } from '#database/record-change.ts'
import type { SqlRunner } from '#database/sql.ts'
import { dayAfter, isDay, mondayOf } from '#domain/calendar-day.ts'
import { callTimes } from '#domain/call-times.ts'
import { londonDay } from '#domain/london-time.ts'
import { daysAhead } from '#features/assessments/rules.ts'
import { listSlots } from '#features/assessments/server/queries.ts'
import { answer, formCommand } from '#requests/command.ts'
import { formPost } from '#requests/form-post.ts'
import { type FormRequest, handler, type PageRequest } from '#requests/page-loader.ts'
import { maxAtOnce, seenField, slotField } from '../rules.ts'
import type { CallTimesData } from '../state.ts'

const notices = ['saved', 'closed', 'opened'] as const

/** One week of assessment times, as it is or after a post with what was typed. */
async function callTimesPage(
  { query, services: { sql, env, now } }: PageRequest,
  notice: CallTimesData['notice'] = null,
  form: Record<string, string> = {},
): Promise<{ kind: 'page'; data: CallTimesData }> {
  const today = londonDay(now())
  const asked = query.get('week')
  // At a weekend the week that comes is the first.
  const first = mondayOf(dayAfter(today, 2))
  const last = mondayOf(dayAfter(today, daysAhead))
  const wanted = isDay(asked) ? mondayOf(asked) : first
  const week = wanted < first || wanted > last ? first : wanted
  const slots = await listSlots(sql, { firstDay: week, lastDay: dayAfter(week, 4) })
  return {
    kind: 'page',
    data: {
      week,
      previousWeek: week > first ? dayAfter(week, -7) : null,
      nextWeek: week < last ? dayAfter(week, 7) : null,
      atOnce: env.assessmentCallsAtOnce,
      days: [0, 1, 2, 3, 4].map((ahead) => {
        const day = dayAfter(week, ahead)
        return {
          day,
          isPast: day < today,
          slots: callTimes.map((time) => {
            const slot = slots.find((row) => row.day === day && row.time === time)
            const capacity = slot?.capacity ?? null
            // What nobody has touched is shown as it is stored by now: somebody else may have changed it.
            const given = form[slotField(day, time)]
            const typed = given === form[seenField(day, time)] ? undefined : given
            return { time, capacity, typed: typed ?? String(capacity ?? ''), booked: slot?.booked ?? 0 }
          }),
        }
      }),
      notice,
    },
  }
}

const capacity = type(`0 <= number.integer <= ${maxAtOnce}`).or('null')

/** Says how many calls can be held at certain times; null for as many as usual. Calls that are booked stay booked. */
const setCapacities = formCommand({
  permission: 'register',
  schema: type({ wishes: type({ day: 'string', time: 'string', capacity }).array(), week: 'string', done: 'string' }),
  run: async ({ input: { wishes, week, done }, admin, services }) =>
    await services.sql.begin(async (tx) => {
      for (const { day, time, capacity } of wishes) {
        const [changed] = await setCapacity(tx, { day, time, capacity })
        if (changed!.before === capacity) continue
        await recordChange(tx, {
          actor: byPerson(admin),
          subject: { kind: 'assessment-time', id: `${day} ${time}` },
          action: 'changed',
          before: { capacity: changed!.before },
          after: { capacity },
        })
      }
      return answer({ week, done })
    }),
})

/**
 * The week's form: numbers of single times, or a whole day closed or opened. A number that nobody has touched since the page was made is
 * left as it is by now, because somebody else may have changed it.
 */
async function wishesOf(request: FormRequest) {
  const { form } = request
  const { week, days } = (await callTimesPage(request)).data
  const [, act, day] = /^(close|open) (\S+)$/.exec(form.day ?? '') ?? []
  if (act && isDay(day)) {
    const isClosed = act === 'close'
    const wishes = callTimes.map((time) => ({ day, time, capacity: isClosed ? 0 : null }))
    return { week, done: isClosed ? 'closed' : 'opened', wishes }
  }
  const wishes = days.flatMap(({ day, isPast, slots }) =>
    slots.flatMap(({ time }) => {
      const typed = form[slotField(day, time)]
      if (isPast || typed === undefined || typed === form[seenField(day, time)]) return []
      return [{ day, time, capacity: typed === '' ? null : /^\d{1,2}$/.test(typed) ? Number(typed) : typed }]
    }),
  )
  return { week, done: 'saved', wishes }
}

export const adminCallTimes = handler<CallTimesData>({
  load: (request) => callTimesPage(request, notices.find((known) => known === request.query.get('done')) ?? null),
  act: formPost(setCapacities, {
    input: wishesOf,
    done: ({ week, done }) => adminHref('adminCallTimes', { week, done }),
    again: (request) => callTimesPage(request, 'invalid', request.form),
  }),
})

/**
 * Comes back with what it was.
 * @param input.capacity how many calls at once, or null for the site's own number
 */
const setCapacity = (
  sql: SqlRunner,
  { day, time, capacity }: { day: string; time: string; capacity: number | null },
) => sql<{ before: number | null }[]>`
  with before as (select capacity from assessment_slots where day = ${day}::date and time = ${time}::time)
  insert into assessment_slots as s (day, time, capacity) values (${day}::date, ${time}::time, ${capacity}::integer)
  on conflict (day, time) do update set capacity = excluded.capacity
  returning (select capacity from before) as before`
