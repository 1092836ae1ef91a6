import { madeOnce } from '#domain/made-once.ts'

export const periods = [30, 90, 365] as const
export type Period = (typeof periods)[number]

/** '40 minutes', '5.5 hours', '3.2 days' from hours. */
export function durationWords(hours: number): string {
  const rounded = (value: number) => String(Math.round(value * 10) / 10)
  if (hours < 1) return `${Math.round(hours * 60)} minutes`
  if (hours < 48) return `${rounded(hours)} ${rounded(hours) === '1' ? 'hour' : 'hours'}`
  return `${rounded(hours / 24)} days`
}

/** 1, 2 or 5 times a power of ten, at least 1. */
export function roundTop(value: number): number {
  if (value <= 1) return 1
  const power = 10 ** Math.floor(Math.log10(value))
  const step = [1, 2, 5, 10].find((factor) => factor * power >= value)!
  return step * power
}

const shortDay = madeOnce(() => new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'short' }))

/** '21 Nov'. */
export function dayWords(day: string): string {
  return shortDay().format(new Date(`${day}T00:00:00Z`))
}
