import { type ReactNode, useEffect, useRef } from 'react'
import { type CallTime, callTimes, type Slot } from '#domain/call-times.ts'
import { Button } from '#ui/button.tsx'
import { ChipLink, ChipRow } from '#ui/chip.tsx'
import { RadioGroup } from '#ui/choices.tsx'
import { TextInput } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import type { BookingForm } from './recognition/server.ts'
import { slotWords } from './rules.ts'

type CallTimesProps = { free: CallTime[]; chosen: CallTime | null; error: string | undefined }

export function CallTimes({ free, chosen, error }: CallTimesProps) {
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

/** @param day is set from outside when another one is offered. */
export function DayForm({
  action,
  day,
  firstDay,
  lastDay,
  error,
  onChoose,
  children,
}: Pick<BookingForm, 'day' | 'firstDay' | 'lastDay'> & {
  action: string
  error: string | undefined
  onChoose: (day: string) => void
  children?: ReactNode
}) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (input.current && input.current.value !== day) input.current.value = day
  }, [day])
  return (
    <form
      method="get"
      action={action}
      onSubmit={(event) => event.preventDefault()}
      className="flex flex-wrap items-end gap-3"
    >
      {children}
      <TextInput
        ref={input}
        id="preferredDate"
        name="date"
        type="date"
        label="Date"
        hint="Monday to Friday."
        required
        min={firstDay}
        max={lastDay}
        defaultValue={day}
        error={error}
        onChange={(event) => onChoose(event.target.value)}
      />
      <noscript>
        <Button variant="quiet">Show the times of this day</Button>
      </noscript>
    </form>
  )
}

/** Why the last attempt failed or there is nothing to choose, with links to what is free next. */
export function NextFree({
  notice,
  next,
  hrefOf,
}: Pick<BookingForm, 'notice' | 'next'> & { hrefOf: (slot: Slot) => string }) {
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
