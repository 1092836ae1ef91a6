import { useEffect, useRef } from 'react'
import { type CallTime, callTimes, type Slot } from '#domain/call-times.ts'
import { ChipLink, ChipRow } from '#ui/chip.tsx'
import { RadioGroup } from '#ui/choices.tsx'
import { Notice } from '#ui/notice.tsx'
import { slotWords } from './rules.ts'

/** The six times of a day; those that are not free cannot be chosen. */
export function CallTimes({
  free,
  chosen,
  error,
}: {
  free: CallTime[]
  chosen: CallTime | null
  error?: string | undefined
}) {
  return (
    <RadioGroup
      name="preferredTime"
      label="Time"
      hint="UK time. You can only choose times that are free."
      error={error}
      inline
      choices={callTimes.map((time) => ({
        value: time,
        label: free.includes(time) ? time : <s>{time}</s>,
        disabled: !free.includes(time),
      }))}
      defaultValue={chosen ?? undefined}
    />
  )
}

/** Why there is nothing to choose or the last attempt failed, and what is free next, each a link. A refusal scrolls into sight. */
export function NextFree({
  notice,
  next,
  hrefOf,
}: {
  notice: string | null
  next: Slot[]
  hrefOf: (slot: Slot) => string
}) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (notice) box.current?.scrollIntoView({ block: 'nearest' })
  }, [notice])
  if (!notice && next.length === 0) return null
  return (
    <div ref={box}>
      <Notice
        tone={notice ? 'danger' : 'info'}
        live={notice ? 'alert' : 'status'}
        title={notice ?? 'There are no free times on this day.'}
      >
        {next.length > 0 && (
          <>
            <p className="mb-3">The next free times:</p>
            <ChipRow label="Next free times">
              {next.map((slot) => (
                <ChipLink key={`${slot.day} ${slot.time}`} href={hrefOf(slot)}>
                  {slotWords(slot)}
                </ChipLink>
              ))}
            </ChipRow>
          </>
        )}
      </Notice>
    </div>
  )
}
