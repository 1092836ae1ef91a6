import type { SqlRunner } from '#database/sql.ts'
import { dayAfter, isDay } from '#domain/calendar-day.ts'
import { type CallTime, callTimes, isCallTime, type Slot } from '#domain/call-times.ts'
import { londonDay } from '#domain/london-time.ts'
import { daysAhead, refusalOf, withoutNext } from '#features/assessments/rules.ts'
import { timesAnswer, timesQuery } from '#features/assessments/schema.ts'
import { answer, read } from '#requests/command.ts'
import type { PageRequest } from '#requests/page-loader.ts'
import type { Services } from '#requests/services.ts'
import type { Failure } from '#wire/failure.ts'
import { inFormOrder } from '#wire/form.ts'
import { listSlots, type SlotRow } from './queries.ts'

export type SlotServices = Pick<Services, 'env' | 'now'> & { sql: SqlRunner }

const daysToSearch = 60

export const listAssessmentTimes = read({
  permission: 'anyone',
  summary: 'The free times of a day for the assessment call',
  description:
    'Times are in Europe/London. Weekends and times in the past are not free. nextFree has up to three free times from that day on.',
  query: timesQuery,
  answers: { 200: timesAnswer },
  failures: {},
  limit: { name: 'assessment-times', points: 600, seconds: 600 },
  run: async ({ query, services }) => {
    const [times, next] = await Promise.all([listFreeTimes(services, query.date), listNextFree(services, query.date)])
    return answer({ date: query.date, times, ...nextDetails(next) })
  },
})

export function nextDetails(next: Slot[]) {
  return { nextFree: next.map(({ day, time }) => ({ preferredDate: day, preferredTime: time })) }
}

async function listFreeTimes({ sql, env, now }: SlotServices, day: string): Promise<CallTime[]> {
  const slots = await listSlots(sql, { firstDay: day, lastDay: day })
  return freeSlots(day, slots, env.assessmentCallsAtOnce, now()).map(({ time }) => time)
}

/** At most three within two months. @param from replaced by today where it has passed. */
export async function listNextFree({ sql, env, now }: SlotServices, from: string): Promise<Slot[]> {
  const today = londonDay(now())
  const first = from < today || from > dayAfter(today, daysAhead) ? today : from
  const slots = await listSlots(sql, { firstDay: first, lastDay: dayAfter(first, daysToSearch) })
  const next: Slot[] = []
  for (let days = 0; days <= daysToSearch && next.length < 3; days++) {
    next.push(...freeSlots(dayAfter(first, days), slots, env.assessmentCallsAtOnce, now()))
  }
  return next.slice(0, 3)
}

function freeSlots(day: string, slots: SlotRow[], atOnce: number, now: Date): Slot[] {
  return callTimes
    .map((time) => ({ day, time }))
    .filter((slot) => {
      if (refusalOf(slot, now)) return false
      const known = slots.find((row) => row.day === day && row.time === slot.time)
      return (known?.booked ?? 0) < (known?.capacity ?? atOnce)
    })
}

/** What can be chosen on the day of the address or of a refused form, or on the first with a free time; and why the form was refused. */
export async function chooseSlot(
  services: SlotServices,
  {
    query,
    refused,
    typed,
  }: Pick<PageRequest, 'query'> & { refused: Failure | null; typed: Readonly<Record<string, string | undefined>> },
) {
  const date = (refused ? typed.preferredDate : query.get('date')) ?? null
  const time = (refused ? typed.preferredTime : query.get('time')) ?? null
  const problems = inFormOrder(refused?.fields ?? [], Object.keys(typed))
  const hasOthers = refused?.details?.nextFree || refused?.failure === 'conflict'
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
    problems,
    notice: refused && problems.length === 0 ? withoutNext(refused.message) : null,
    next: free.length === 0 || hasOthers ? next : [],
  }
}
