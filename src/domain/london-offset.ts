import { madeOnce } from './made-once.ts'

const offsets = madeOnce(
  () => new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London', timeZoneName: 'longOffset' }),
)

/** '+01:00' in summer, '+00:00' in winter. The hour that comes twice in October is winter's; the one left out in March is summer's. */
export function londonOffset(date: string, time: string): string {
  // Summer time begins and ends at 01:00 UTC, so the local time read as UTC is on the right side.
  const parts = offsets().formatToParts(new Date(`${date}T${time}:00Z`))
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  return name.slice(3) || '+00:00'
}
