import { londonClockOf, londonDateOf } from '../domain/london-time.ts'

/** A moment as the desk shows it, such as `23 August 2025, 14:05` in London. `at` is an ISO time in UTC. */
export function DeskTime({ at }: { at: string }) {
  return (
    <time dateTime={at} className="whitespace-nowrap">
      {londonDateOf(at)}, {londonClockOf(at)}
    </time>
  )
}
