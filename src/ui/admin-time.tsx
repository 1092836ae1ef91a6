import { londonMomentOf } from '#domain/london-time.ts'

/** `23 August 2025, 14:05`, in London. */
export function AdminTime({ at }: { at: string }) {
  return (
    <time dateTime={at} className="whitespace-nowrap">
      {londonMomentOf(at)}
    </time>
  )
}
