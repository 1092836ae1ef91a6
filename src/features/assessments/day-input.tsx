import { useEffect, useRef } from 'react'
import { TextInput } from '#ui/field.tsx'

/** The day, set from outside when another one is offered, and reported once a whole date stands in the field. */
export function DayInput({
  day,
  firstDay,
  lastDay,
  error,
  onChoose,
}: {
  day: string
  firstDay: string
  lastDay: string
  error?: string | undefined
  onChoose: (day: string) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (input.current && input.current.value !== day) input.current.value = day
  }, [day])
  return (
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
  )
}
