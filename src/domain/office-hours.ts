import { dayAfter } from './calendar-day.ts'
import { londonDay, londonMoment } from './london-time.ts'

const opens = '09:00'
const closes = '17:30'

export const promisedHours = { general: 24, application: 4, urgent: 2 } as const

/** Monday to Friday, 9:00 to 17:30 in London, without bank holidays, as the database's `office_time` counts. */
export function afterOfficeHours(from: Date, hours: number): Date {
  let left = hours * 3_600_000
  for (let day = londonDay(from); ; day = dayAfter(day, 1)) {
    if (!isWorkingDay(day)) continue
    const begins = Math.max(from.getTime(), londonMoment(day, opens).getTime())
    const open = londonMoment(day, closes).getTime() - begins
    if (open >= left) return new Date(begins + left)
    left -= Math.max(0, open)
  }
}

/** Monday to Friday; bank holidays are not known. */
export function isWorkingDay(day: string): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return weekday > 0 && weekday < 6
}

export function workingDayAfter(day: string, days: number): string {
  let last = day
  for (let left = days; left > 0; ) {
    last = dayAfter(last, 1)
    if (isWorkingDay(last)) left--
  }
  return last
}
