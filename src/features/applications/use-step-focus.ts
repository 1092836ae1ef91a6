import { useAtom, useSetAtom, useStore } from 'jotai'
import { type RefObject, useEffect, useLayoutEffect } from 'react'
import { keepStep, leftStepAtom } from './draft/state.ts'
import { type StepId, stepOf } from './rules.ts'
import { arrivalAtom, lastStepAtom } from './state.ts'

/** A visit goes on at the step that was left. @param isOpen false where the address or the server has chosen the step. */
export function useLeftStep(step: StepId, isOpen: boolean, goOn: (step: StepId) => void) {
  const [last, setLast] = useAtom(lastStepAtom)
  const store = useStore()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the step appears.
  useEffect(() => {
    const kept = last === null && isOpen ? store.get(leftStepAtom) : null
    const left = kept === null ? step : stepOf(kept)
    if (left === step) return keepStep(step)
    setLast(left)
    goOn(left)
  }, [])
}

/** Coming back from another page is a fresh visit. */
export function useFreshVisit() {
  const setLast = useSetAtom(lastStepAtom)
  useEffect(() => () => setLast(null), [setLast])
}

/** A step change starts at the first field, or the heading; a fresh visit leaves the focus alone. */
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
