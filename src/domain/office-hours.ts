import { dayAfter } from './calendar-day.ts'
import { londonDay, londonOffset } from './london-time.ts'
import { isWorkingDay } from './working-days.ts'

const opens = '09:00'
const closes = '17:30'

export const promisedHours = { general: 24, application: 4, urgent: 2 } as const

/** Monday to Friday, 9:00 to 17:30 in London, without bank holidays, as the database's `office_time` counts. */
export function afterOfficeHours(from: Date, hours: number): Date {
  let left = hours * 3_600_000
  for (let day = londonDay(from); ; day = dayAfter(day, 1)) {
    if (!isWorkingDay(day)) continue
    const begins = Math.max(from.getTime(), momentOf(day, opens))
    const open = momentOf(day, closes) - begins
    if (open >= left) return new Date(begins + left)
    left -= Math.max(0, open)
  }
}

function momentOf(day: string, time: string): number {
  return Date.parse(`${day}T${time}:00${londonOffset(day, time)}`)
}
