import { useStore as useFormState } from '@tanstack/react-form'
import { useAtomValue, useSetAtom, useStore } from 'jotai'
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { checkOnceLoaded, useCheckedForm } from '#ui/use-checked-form.ts'
import type { FieldFailure } from '#wire/failure.ts'
import { exchangesAtom, localDraftAtom, meetServerAtom } from './draft/state.ts'
import { type ApplyData, type Draft, type Refusal, readDraft, remainingProblems, type StepId } from './rules.ts'
import { draftAtom, restoreDraftAtom } from './state.ts'

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

export async function findProblems(step: StepId, draft: Draft): Promise<FieldFailure[]> {
  return await checkOnceLoaded(async () => {
    const { stepProblems } = await import('./schema.ts')
    return () => stepProblems(step, draft)
  })
}

export type WizardForm = ReturnType<typeof useWizardForm>

/** The summary gets shorter as fields are corrected. */
export function useStillWrong(form: WizardForm, said: Refusal | null) {
  const values = useFormState(form.store, (state) => state.values)
  const meta = useFormState(form.store, (state) => state.fieldMeta)
  const refused = said ? remainingProblems(said, values) : []
  return ({ field }: FieldFailure) =>
    refused.some((problem) => problem.field === field) || (meta[field as keyof Draft]?.errors.length ?? 0) > 0
}
