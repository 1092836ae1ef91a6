import { madeOnce } from '#domain/made-once.ts'

export const periods = [30, 90, 365] as const

/** '40 minutes', '6 hours', '9 days' from hours: rounded up, so that “took at most” stays true. */
export function durationWords(hours: number): string {
  const whole = (value: number, unit: string) => {
    const units = Math.ceil(Number(value.toFixed(2)))
    return `${units} ${unit}${units === 1 ? '' : 's'}`
  }
  if (hours < 1) return whole(hours * 60, 'minute')
  return hours < 48 ? whole(hours, 'hour') : whole(hours / 24, 'day')
}

/** The end of an axis of hours: a round number of the unit that `durationWords` names there. */
export function durationTop(hours: number): number {
  return hours <= 20 ? roundTop(hours) : roundTop(hours / 24) * 24
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
