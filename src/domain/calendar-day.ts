import type { Day } from './formats.ts'

/** There is no year 0, and PostgreSQL takes none. */
export function isDay(text: string | null | undefined): text is Day {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text ?? '') || text!.startsWith('0000')) return false
  const moment = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(moment.getTime()) && moment.toISOString().slice(0, 10) === text
}

export function dayAfter(day: Day, days: number): Day {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

export function mondayOf(day: Day): Day {
  return dayAfter(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))
}

/** 29 February becomes the 28th, so that both days make twelve months. */
export function yearBefore(day: Day): Day {
  const [year, month, date] = day.split('-')
  const before = `${Number(year) - 1}-${month}-`
  return before + (month === '02' && date === '29' ? '28' : date)
}
