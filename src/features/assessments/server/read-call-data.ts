import { takesCalls } from '#domain/application-state.ts'
import { dayAfter, isDay } from '#domain/calendar-day.ts'
import { callStart, isCallTime } from '#domain/call-times.ts'
import { londonDay } from '#domain/london-time.ts'
import type { RecognitionLevelId } from '#domain/recognition-levels.ts'
import { recognitionLevels } from '#domain/recognition-levels.ts'
import { type BookingForm, type CallData, daysAhead, type ManagedCall } from '#features/assessments/rules.ts'
import { href } from '#pages.ts'
import type { PageRequest } from '#requests/page-loader.ts'
import type { Services } from '#requests/services.ts'
import { callToken } from './call-token.ts'
import { listFreeTimes, listNextFree } from './list-free-times.ts'
import { mayBook } from './may-book.ts'
import { findApplication, findLastCall } from './queries.ts'

/**
 * What the pre-approval page shows of an application's call: the one that stands or was the last, to who may change it, and the dialog while the
 * address has `book`. `date` and `time` choose within it, `level` names the chosen levels.
 */
export async function readCallData(
  { query, visitor, services }: Pick<PageRequest, 'query' | 'visitor' | 'services'>,
  applicationId: string,
): Promise<CallData> {
  const [application] = await findApplication(services.sql, { id: applicationId })
  if (!application) return { booked: null, past: null, booking: null }
  const isOwn = await mayBook(visitor, application)
  const [call] = isOwn ? await findLastCall(services.sql, { applicationId }) : []
  if (call && callStart(call) > services.now()) {
    const manage = href('booking', { token: callToken(call.id, services.env) })
    return { booked: { day: call.day, time: call.time, manage }, past: null, booking: null }
  }
  const past = call ? { day: call.day, time: call.time } : null
  if (!query.get('book') || !takesCalls(application)) return { booked: null, past, booking: null }
  const chosen = await chooseSlot(services, query.get('date'), query.get('time'))
  const booking: BookingForm = {
    ...chosen,
    mayBook: isOwn,
    levels: knownLevels(query.getAll('level')),
    phone: isOwn ? application.phone : '',
    message: '',
  }
  return { booked: null, past, booking }
}

/** The day that is asked for, or the first with a free time, and what can be chosen on it. */
export async function chooseSlot(
  services: Services,
  date: string | null | undefined,
  time: string | null | undefined,
): Promise<ManagedCall['chosen']> {
  const firstDay = londonDay(services.now())
  const next = await listNextFree(services, isDay(date) ? date : firstDay)
  const day = isDay(date) ? date : (next[0]?.day ?? firstDay)
  const free = await listFreeTimes(services, day)
  return {
    firstDay,
    lastDay: dayAfter(firstDay, daysAhead),
    day,
    time: isCallTime(time) && free.includes(time) ? time : null,
    free,
    problems: [],
    notice: null,
    next: free.length === 0 ? next : [],
  }
}

/** Of the given ids those of published levels. */
export function knownLevels(ids: string[]): RecognitionLevelId[] {
  return recognitionLevels.map(({ id }) => id).filter((id) => ids.includes(id))
}
