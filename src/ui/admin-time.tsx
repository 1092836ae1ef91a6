import { londonClockOf, londonDateOf } from '#domain/london-time.ts'

/** A moment as the admin area shows it, such as `23 August 2025, 14:05` in London. `at` is an ISO time in UTC. */
export function AdminTime({ at }: { at: string }) {
  return (
    <time dateTime={at} className="whitespace-nowrap">
      {londonDateOf(at)}, {londonClockOf(at)}
    </time>
  )
}
