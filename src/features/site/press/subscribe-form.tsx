import { type FormEvent, useEffect, useRef, useState } from 'react'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorSummary } from '../../../ui/error-summary.tsx'
import { TextInput } from '../../../ui/field.tsx'
import { HoneypotField, honeypotName } from '../../../ui/honeypot-field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { ApiError, callApi } from '../../../wire/call-api.ts'
import { press } from './content.ts'
import { type PressData, wrongAddress } from './rules.ts'

/** The form for releases by email; without a script it is posted to the page. */
export function SubscribeForm(given: PressData) {
  const words = press.subscription
  const [state, setState] = useState<'idle' | 'sending' | 'asked'>(given.isAsked ? 'asked' : 'idle')
  const [error, setError] = useState(given.error)
  const [problem, setProblem] = useState(given.problem)
  const [attempt, setAttempt] = useState(0)

  const refuse = (found: { error?: string | undefined; problem?: string }) => {
    setError(found.error ?? null)
    setProblem(found.problem ?? null)
    setAttempt((count) => count + 1)
    setState('idle')
  }

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (state === 'sending') return
    const form = new FormData(event.currentTarget)
    const email = String(form.get('email') ?? '').trim()
    const wrong = wrongAddress(email)
    if (wrong) return refuse({ error: wrong })
    refuse({})
    setState('sending')
    try {
      await callApi('subscribeToPress', { body: { email, [honeypotName]: String(form.get(honeypotName) ?? '') } })
      setState('asked')
    } catch (failure) {
      const answer = failure instanceof ApiError ? failure.failure : null
      const said = wordsFor(answer?.fields)
      refuse(said ? { error: said } : { problem: answer?.error ?? words.failed.text })
    }
  }

  if (state === 'asked') {
    return <Asked takeFocus={!given.isAsked} />
  }
  return (
    <form
      method="post"
      action={`${paths.press()}#subscribe`}
      noValidate
      onSubmit={submit}
      className="flex flex-col gap-6 max-w-form"
    >
      <ErrorSummary
        key={attempt}
        heading="There is a problem"
        errors={error ? [{ id: 'email', message: error }] : []}
      />
      {problem && (
        <Notice tone="danger" live="alert" title={words.failed.title}>
          <p>{problem}</p>
        </Notice>
      )}
      <TextInput
        name="email"
        type="email"
        label="Email"
        hint={words.hint}
        autoComplete="email"
        inputMode="email"
        spellCheck={false}
        maxLength={254}
        defaultValue={given.email}
        error={error ?? undefined}
        required
      />
      <HoneypotField />
      <p className="text-sm text-muted">{words.consent}</p>
      <Button type="submit" className="self-start" busy={state === 'sending'} busyText={words.busy}>
        {words.button}
      </Button>
    </form>
  )
}

/** Stands where the form was, and takes the focus that the form's button had. */
function Asked({ takeFocus }: { takeFocus: boolean }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (takeFocus) box.current?.focus()
  }, [takeFocus])
  const { title, text } = press.subscription.asked
  return (
    <div ref={box} tabIndex={-1}>
      <Notice tone="success" title={title}>
        <p>{text}</p>
      </Notice>
    </div>
  )
}

function wordsFor(fields: { field: string; message: string }[] = []): string | undefined {
  return fields.find(({ field }) => field === 'email')?.message
}
