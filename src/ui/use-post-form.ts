import type { Type } from 'arktype'
import { type FormEvent, useContext, useRef, useState } from 'react'
import { ApiError, type CallId, callApi } from '#wire/call-api.ts'
import { bodyOf, type Form, problemsOf } from '#wire/define-form.ts'
import type { FailureBody } from '#wire/failure.ts'
import { emptyForm, type FormState, inFormOrder, problemOf, textsOf } from '#wire/form.ts'
import { isReachable } from './no-connection.ts'
import { PostedContext } from './posted-context.ts'

/**
 * Sends a form as a call, with the browser's own fields, so that nothing typed before the script arrived is lost.
 * @param schema the server's, of a form that is written by hand: it takes a phone longer to start than the whole page, so it comes with the first
 * letter that is typed. Where it cannot be loaded, the browser posts the form itself, if the server can be reached.
 * @param more what the call takes beside the fields. @param failed what is said where no answer came.
 * @param onRefused `answer` is null where nothing was sent, or nothing came back.
 */
export function usePostForm<Answer = unknown>({
  call,
  of,
  schema,
  posted,
  more,
  failed,
  onDone,
  onRefused,
}: {
  call: CallId
  posted?: FormState
  more?: Record<string, unknown>
  failed: string
  onDone: (answer: Answer, form: HTMLFormElement) => void
  onRefused?: (form: FormState, answer: FailureBody | null) => void
} & ({ of: Form; schema?: never } | { of?: never; schema: () => Promise<Type> })) {
  const context = useContext(PostedContext)
  const answered = posted ?? (context ? { ...context, notice: context.command && context.outcome?.title } : emptyForm)
  const [shown, setShown] = useState({
    problems: answered.problems,
    notice: answered.notice || null,
    attempt: 0,
  })
  const [busy, setBusy] = useState(false)
  const running = useRef(false)
  const load = async () => await Promise.all([schema!(), import('#wire/check-input.ts')])

  const refuse = ({ typed, ...why }: FormState, answer: FailureBody | null = null) => {
    const shown = { ...why, problems: inFormOrder(why.problems, Object.keys(typed)) }
    setShown(({ attempt }) => ({ ...shown, attempt: attempt + 1 }))
    onRefused?.({ ...shown, typed }, answer)
  }

  async function checkBySchema(typed: Record<string, string>) {
    const loaded = await load().catch(() => null)
    if (!loaded) return null
    const [type, { checkInput, inputOfForm }] = loaded
    const body = inputOfForm(type, typed)
    const found = checkInput(type, { ...body, ...more })
    return { body, problems: 'failure' in found ? (found.fields ?? []) : [] }
  }

  async function send(form: HTMLFormElement) {
    const typed = textsOf(new FormData(form))
    const checked = of ? { body: bodyOf(of, typed), problems: problemsOf(of, typed) } : await checkBySchema(typed)
    if (!checked) {
      if (await isReachable()) return form.submit()
      return refuse({ typed, problems: [], notice: failed })
    }
    const { body, problems } = checked
    if (problems.length > 0) return refuse({ typed, problems, notice: null })
    setShown((before) => ({ ...before, problems: [], notice: null }))
    try {
      onDone(await callApi<Answer>(call, { body: { ...body, ...more } }), form)
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
    /** What the server has answered with the page; what is typed since is in the fields themselves. */
    typed: answered.typed,
    busy,
    errorOf: (field: string) => problemOf(shown.problems, field),
    form: { method: 'post', onSubmit: submit, onInput: () => void (schema && load().catch(() => {})) } as const,
  }
}
