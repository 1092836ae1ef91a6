import { useAtom } from 'jotai'
import { type RefObject, useLayoutEffect } from 'react'
import type { StepId } from './rules.ts'
import { arrivalAtom, lastStepAtom } from './state.ts'

/** A step change starts at the top with its first field (or heading, where it has none); a fresh visit leaves the focus alone. */
export function useStepFocus(step: StepId, element: RefObject<HTMLFormElement | null>, showProblems: () => void) {
  const [last, setLast] = useAtom(lastStepAtom)
  const [arrival, setArrival] = useAtom(arrivalAtom)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the step appears.
  useLayoutEffect(() => {
    setLast(step)
    setArrival(null)
    if (arrival === 'problems') return showProblems()
    if (arrival) return focusField(arrival.field)
    if (last === null || last === step) return
    const first = element.current?.querySelector<HTMLElement>(
      '[data-fields] :is(input:not([type="hidden"]), select, textarea)',
    )
    const target = first ?? element.current?.querySelector<HTMLElement>('#step-title')
    target?.focus({ preventScroll: true })
    window.scrollTo({ top: 0 })
  }, [])
}

export function focusField(id: string) {
  const field = document.getElementById(id)
  if (!field) return
  field.focus({ preventScroll: true })
  const whole = field.closest('fieldset') ?? field.parentElement ?? field
  whole.scrollIntoView({ block: 'center' })
}
