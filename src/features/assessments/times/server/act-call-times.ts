import { adminHref } from '../../../../admin-pages.ts'
import { byPerson, recordChange } from '../../../../database/record-change.ts'
import type { Transaction } from '../../../../database/sql.ts'
import { isDay } from '../../../../domain/calendar-day.ts'
import { type Action, handler } from '../../../../page-loader.ts'
import type { Admin } from '../../../../visitor.ts'
import { callTimes } from '../../rules.ts'
import { maxAtOnce, seenField, slotField } from '../rules.ts'
import type { CallTimesData } from '../state.ts'
import { callTimesPage, loadCallTimes } from './load-call-times.ts'
import { setCapacity } from './queries.ts'

/**
 * Takes the week's form: numbers of single times, or a whole day closed or opened. Calls that are booked stay booked. A number that
 * nobody has touched since the page was made is left as it is by now, because somebody else may have changed it.
 */
export const actCallTimes: Action<CallTimesData> = async (request) => {
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
