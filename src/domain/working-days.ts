import { dayAfter } from './calendar-day.ts'

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
