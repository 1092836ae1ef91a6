import { adminHref } from '../../../../admin-pages.ts'
import { byPerson, recordChange } from '../../../../database/record-change.ts'
import type { Transaction } from '../../../../database/sql.ts'
import { dayAfter, isDay, mondayOf } from '../../../../domain/calendar-day.ts'
import { londonDay } from '../../../../domain/london-time.ts'
import type { Admin } from '../../../../domain/permissions.ts'
import { type Action, handler, type Loader, type PageRequest } from '../../../../requests/page-loader.ts'
import { callTimes, daysAhead } from '../../rules.ts'
import { listSlots } from '../../server/queries.ts'
import { maxAtOnce, seenField, slotField } from '../rules.ts'
import type { CallTimesData } from '../state.ts'
import { setCapacity } from './queries.ts'

const notices = ['saved', 'closed', 'opened'] as const

/** Feeds one week of assessment times. */
const loadCallTimes: Loader<CallTimesData> = async (request) =>
  await callTimesPage(request, notices.find((known) => known === request.query.get('done')) ?? null)

/** The page as it stands, or after a post, with what was typed. */
async function callTimesPage(
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

/**
 * Takes the week's form: numbers of single times, or a whole day closed or opened. Calls that are booked stay booked. A number that
 * nobody has touched since the page was made is left as it is by now, because somebody else may have changed it.
 */
const actCallTimes: Action<CallTimesData> = async (request) => {
  const { form, visitor, services } = request
  const admin = await visitor.admin()
  if (!admin) return { kind: 'not-found' }
  const { data } = await callTimesPage(request)
  const wishes: { day: string; time: string; capacity: number | null }[] = []
  const [, act, wholeDay] = /^(close|open) (\S+)$/.exec(form.day ?? '') ?? []
  if (act && isDay(wholeDay)) {
    for (const time of callTimes) wishes.push({ day: wholeDay, time, capacity: act === 'close' ? 0 : null })
  } else {
    for (const { day, isPast, slots } of data.days) {
      for (const { time } of slots) {
        const typed = form[slotField(day, time)]
        if (isPast || typed === undefined || typed === form[seenField(day, time)]) continue
        const capacity = typed === '' ? null : Number(typed)
        const isKnown = capacity === null || (/^\d{1,2}$/.test(typed) && capacity <= maxAtOnce)
        if (!isKnown) return await callTimesPage(request, 'invalid', form)
        wishes.push({ day, time, capacity })
      }
    }
  }
  await services.sql.begin(async (tx) => {
    for (const wish of wishes) await change(tx, wish, admin)
  })
  const done = act ? (act === 'close' ? 'closed' : 'opened') : 'saved'
  return { kind: 'redirect', to: adminHref('adminCallTimes', { week: data.week, done }), status: 303 }
}

async function change(
  tx: Transaction,
  { day, time, capacity }: { day: string; time: string; capacity: number | null },
  admin: Admin,
): Promise<void> {
  const [changed] = await setCapacity(tx, { day, time, capacity })
  if (changed!.before === capacity) return
  await recordChange(tx, {
    actor: byPerson(admin),
    subject: { kind: 'assessment-time', id: `${day} ${time}` },
    action: 'changed',
    before: { capacity: changed!.before },
    after: { capacity },
  })
}

export const adminCallTimes = handler({ load: loadCallTimes, act: actCallTimes })
