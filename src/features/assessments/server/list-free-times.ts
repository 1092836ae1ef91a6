import { dayAfter } from '#domain/calendar-day.ts'
import { type CallTime, callTimes, type Slot } from '#domain/call-times.ts'
import { londonDay } from '#domain/london-time.ts'
import { daysAhead, refusalOf } from '#features/assessments/rules.ts'
import type { Services } from '#requests/services.ts'
import { listSlots, type SlotRow } from './queries.ts'

type Needed = Pick<Services, 'sql' | 'env' | 'now'>

/** How far the next free times are looked for. */
const daysToSearch = 60

/** The times of a day that can be booked now, in order. */
export async function listFreeTimes({ sql, env, now }: Needed, day: string): Promise<CallTime[]> {
  const slots = await listSlots(sql, { firstDay: day, lastDay: day })
  return freeSlots(day, slots, env.assessmentCallsAtOnce, now()).map(({ time }) => time)
}

/** The next free slots from a day on (from today, where the day has passed), at most three within two months. */
export async function listNextFree({ sql, env, now }: Needed, from: string): Promise<Slot[]> {
  const today = londonDay(now())
  const first = from < today || from > dayAfter(today, daysAhead) ? today : from
  const slots = await listSlots(sql, { firstDay: first, lastDay: dayAfter(first, daysToSearch) })
  const found: Slot[] = []
  for (let days = 0; days <= daysToSearch && found.length < 3; days++) {
    found.push(...freeSlots(dayAfter(first, days), slots, env.assessmentCallsAtOnce, now()))
  }
  return found.slice(0, 3)
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
