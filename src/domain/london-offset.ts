import { madeOnce } from './made-once.ts'

const offsets = madeOnce(
  () => new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London', timeZoneName: 'longOffset' }),
)

/**
 * '+01:00' in summer time, '+00:00' otherwise, for a local date (YYYY-MM-DD) and time (HH:MM) in London. The hour that comes twice
 * in October is taken as winter's; the one that is left out in March as summer's.
 */
export function londonOffset(date: string, time: string): string {
  // Summer time begins and ends at 01:00 UTC, so the local time read as UTC falls on the right side.
  const parts = offsets().formatToParts(new Date(`${date}T${time}:00Z`))
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  return name.slice(3) || '+00:00'
}
