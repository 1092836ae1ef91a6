import { FormApi, revalidateLogic } from '@tanstack/react-form'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { FieldFailure } from '#wire/failure.ts'

/** From the last keystroke of a correction to the check. */
const validationDelayMs = 100

/**
 * A form of several steps: it is checked when a step is left, and from then on while it is corrected. The library's own `useForm` brings 5 KB of
 * fields that no form of ours uses: an answer is read from the form's store and written by `setFieldValue`.
 * @param check what keeps the step from being left. @param onInvalid shows all problems at once.
 */
export function useCheckedForm<Values>({
  values,
  check,
  onValid,
  onInvalid,
}: {
  values: Values
  check: (values: Values) => Promise<FieldFailure[]>
  onValid: (values: Values) => void | Promise<void>
  onInvalid: (values: Values) => void | Promise<void>
}) {
  const options = {
    defaultValues: values,
    canSubmitWhenInvalid: true,
    validationLogic: revalidateLogic(),
    validators: {
      onDynamicAsyncDebounceMs: validationDelayMs,
      onDynamicAsync: async ({ value }: { value: Values }) => {
        const problems = await check(value)
        if (problems.length === 0) return undefined
        return { fields: Object.fromEntries(problems.map(({ field, message }) => [field, message])) }
      },
    },
    onSubmit: ({ value }: { value: Values }) => onValid(value),
    onSubmitInvalid: ({ value }: { value: Values }) => void onInvalid(value),
  }
  const [form] = useState(() => new FormApi(options))
  useLayoutEffect(form.mount, [])
  useLayoutEffect(() => form.update(options))
  return form
}

/**
 * The library behind a schema takes a phone longer to start than the whole page, so it is loaded when it is first needed. Where it cannot be
 * loaded, the server says what is wrong.
 */
export async function checkOnceLoaded(load: () => Promise<() => FieldFailure[]>): Promise<FieldFailure[]> {
  try {
    return (await load())()
  } catch {
    return []
  }
}

/** Submits once the check of the last change has begun: that check would otherwise end the one of the submission. */
export function useSubmitSoon(form: { handleSubmit: () => Promise<void> }): () => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void form.handleSubmit(), validationDelayMs)
  }
}
