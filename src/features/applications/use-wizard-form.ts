import { useAtom, useAtomValue, useSetAtom, useStore } from 'jotai'
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { useCheckedForm } from '#ui/use-checked-form.ts'
import { exchangesAtom, keepStep, leftStepAtom, localDraftAtom, meetServerAtom } from './draft/state.ts'
import { findProblems } from './draft-field.tsx'
import { type ApplyData, type Draft, readDraft, type StepId, stepOf } from './rules.ts'
import { arrivalAtom, draftAtom, lastStepAtom, restoreDraftAtom } from './state.ts'

/** Checks when the step is left, and from then on at each change; keeps what is typed in this browser at once. */
export function useWizardForm(
  { step, coupon, posted, saved }: ApplyData,
  formElement: RefObject<HTMLFormElement | null>,
  {
    onValid,
    onInvalid,
  }: { onValid: (draft: Draft) => void | Promise<void>; onInvalid: (draft: Draft) => void | Promise<void> },
) {
  const store = useStore()
  const draft = useAtomValue(draftAtom)
  const isFound = useAtomValue(localDraftAtom) !== null
  const exchanges = useAtomValue(exchangesAtom)
  const keep = useSetAtom(draftAtom)
  const restore = useSetAtom(restoreDraftAtom)
  const form = useCheckedForm({
    values: posted?.draft ?? (saved && !isFound ? readDraft(saved.answers) : draft),
    check: (value) => findProblems(step, value),
    onValid,
    onInvalid,
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the step appears.
  useLayoutEffect(() => {
    const kept = posted?.draft ?? begin()
    const whole = { ...kept, ...(coupon ? { couponCode: coupon } : {}) }
    keep(whole)
    form.reset(whole, { keepDefaultValues: true })
    let last = form.state.values
    return form.store.subscribe(() => {
      if (form.state.values === last) return
      last = form.state.values
      keep(last)
    }).unsubscribe
  }, [])

  useEffect(() => {
    const fetchSchema = () => void import('./schema.ts').catch(() => {})
    const element = formElement.current
    element?.addEventListener('input', fetchSchema, { once: true })
    return () => element?.removeEventListener('input', fetchSchema)
  }, [formElement])

  // All answers were exchanged for another version.
  const shown = useRef(exchanges)
  useLayoutEffect(() => {
    if (shown.current === exchanges) return
    shown.current = exchanges
    form.reset(store.get(draftAtom), { keepDefaultValues: true })
  }, [exchanges, form, store])

  return form

  /** Merges what this browser has kept with what a link has brought. */
  function begin(): Draft {
    restore()
    if (saved) store.set(meetServerAtom, saved)
    shown.current = store.get(exchangesAtom)
    return store.get(draftAtom)
  }
}

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
