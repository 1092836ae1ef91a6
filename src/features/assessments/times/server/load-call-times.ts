import { dayAfter, isDay } from '../../../../domain/calendar-day.ts'
import { londonDay } from '../../../../domain/london-time.ts'
import type { Loader, PageRequest } from '../../../../page-loader.ts'
import { callTimes, daysAhead } from '../../rules.ts'
import { listSlots } from '../../server/queries.ts'
import { mondayOf, seenField, slotField } from '../rules.ts'
import type { CallTimesData } from '../state.ts'

const notices = ['saved', 'closed', 'opened'] as const

/** Feeds one week of assessment times. */
export const loadCallTimes: Loader<CallTimesData> = async (request) =>
  await callTimesPage(request, notices.find((known) => known === request.query.get('done')) ?? null)

/** The page as it stands, or after a post, with what was typed. */
export async function callTimesPage(
  { query, services: { sql, env, now } }: PageRequest,
  notice: CallTimesData['notice'] = null,
  form: Record<string, string> = {},
): Promise<{ kind: 'page'; status: number; data: CallTimesData }> {
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
    status: notice === 'invalid' ? 422 : 200,
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
