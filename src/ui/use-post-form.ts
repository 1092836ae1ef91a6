import type { Type } from 'arktype'
import { type FormEvent, useRef, useState } from 'react'
import { ApiError, type CallId, callApi } from '#wire/call-api.ts'
import type { FailureBody } from '#wire/failure.ts'
import { type FormState, inFormOrder, problemOf } from '#wire/form.ts'
import { isReachable } from './no-connection.ts'

/**
 * A form that a script sends as a call, with the browser's own fields, so that nothing typed before the script arrived is lost. Its schema
 * is the server's: it takes a phone longer to start than the whole page, so it comes with the first letter that is typed. Where it cannot be
 * loaded, the browser posts the form itself, if the server can be reached.
 *
 * @param posted what the server has answered with the page.
 * @param more what the call takes beside the fields.
 * @param failed what is said where no answer came.
 * @param onRefused hears of what could not be taken; `answer` is null where nothing was sent, or nothing came back.
 */
export function usePostForm<Answer = unknown>({
  call,
  schema,
  posted,
  more,
  failed,
  onDone,
  onRefused,
}: {
  call: CallId
  schema: () => Promise<Type>
  posted: FormState
  more?: Record<string, unknown>
  failed: string
  onDone: (answer: Answer, form: HTMLFormElement) => void
  onRefused?: (form: FormState, answer: FailureBody | null) => void
}) {
  const [shown, setShown] = useState({ ...posted, attempt: 0 })
  const [busy, setBusy] = useState(false)
  const running = useRef(false)
  const load = () => Promise.all([schema(), import('#wire/check-input.ts')])

  const refuse = ({ typed, ...why }: FormState, answer: FailureBody | null = null) => {
    const form = { ...why, typed, problems: inFormOrder(why.problems, Object.keys(typed)) }
    setShown(({ attempt }) => ({ ...form, attempt: attempt + 1 }))
    onRefused?.(form, answer)
  }

  async function send(form: HTMLFormElement) {
    const typed = textsOf(form)
    const checks = await load().catch(() => null)
    if (!checks) {
      if (await isReachable()) return form.submit()
      return refuse({ typed, problems: [], notice: failed })
    }
    const [type, { checkInput, inputOfForm }] = checks
    const body = { ...inputOfForm(type, typed), ...more }
    const checked = checkInput(type, body)
    if ('failure' in checked) return refuse({ typed, problems: checked.fields ?? [], notice: null })
    setShown((before) => ({ ...before, problems: [], notice: null }))
    try {
      onDone(await callApi<Answer>(call, { body }), form)
    } catch (problem) {
      const answer = problem instanceof ApiError ? problem.failure : null
      const problems = answer?.fields ?? []
      refuse({ typed, problems, notice: problems.length > 0 ? null : (answer?.error ?? failed) }, answer)
    }
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (running.current) return
    running.current = true
    setBusy(true)
    await send(event.currentTarget)
    running.current = false
    setBusy(false)
  }

  return {
    ...shown,
    busy,
    errorOf: (field: string) => problemOf(shown.problems, field),
    /** For the form itself. */
    form: { method: 'post', onSubmit: submit, onInput: () => void load().catch(() => {}) } as const,
  }
}

function textsOf(form: HTMLFormElement): Record<string, string> {
  const texts = [...new FormData(form)].filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return Object.fromEntries(texts)
}
