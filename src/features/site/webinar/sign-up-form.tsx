import type { FormEvent } from 'react'
import { tryOutNotice } from '../../../domain/promotion-date.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorSummary } from '../../../ui/error-summary.tsx'
import { TextInput } from '../../../ui/field.tsx'
import { HoneypotField, honeypotName } from '../../../ui/honeypot-field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import type { FieldFailure } from '../../../wire/failure.ts'
import { content } from './content.ts'
import { type FormId, startedText, type WebinarData } from './rules.ts'
import { SignUpConfirmed } from './sign-up-confirmed.tsx'
import { useSignUp } from './use-sign-up.ts'

/** One of the page's two forms; both show the same state, and the confirmation in its place once it was sent. */
export function SignUpForm({
  form,
  title,
  data,
}: {
  form: FormId
  /** Heads the form where no heading of the page does. */
  title?: string
  data: WebinarData
}) {
  const { state, change, send } = useSignUp(data.signUp)
  const errorOf = (field: string) => state.problems.find((problem) => problem.field === field)?.message

  if (state.done) {
    return (
      <SignUpConfirmed heading={title ? 'h2' : 'h3'} calendar={data.calendar} takeFocus={state.sentFrom === form} />
    )
  }
  if (!data.isOpen) {
    return (
      <Notice tone="warning" title={content.closed.title}>
        {data.hasStarted ? startedText(data.when) : content.closed.text}
      </Notice>
    )
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    void send(form, String(new FormData(event.currentTarget).get(honeypotName) ?? ''))
  }

  return (
    <form method="post" action={`#${form}`} noValidate onSubmit={submit} className="flex flex-col gap-5">
      {title && <h2 className="text-xl">{title}</h2>}
      {data.hasStarted && <Notice tone="warning">{tryOutNotice}</Notice>}
      {state.sentFrom === form && (
        <ErrorSummary
          key={state.attempt}
          heading="There is a problem"
          errors={inPageOrder(state.problems).map(({ field, message }) => ({ id: `${form}-${field}`, message }))}
        />
      )}
      {state.sentFrom === form && state.notice && (
        <Notice tone="danger" live="alert">
          {state.notice}
        </Notice>
      )}
      <input type="hidden" name="form" value={form} />
      <TextInput
        id={`${form}-name`}
        name="name"
        label="Name"
        autoComplete="name"
        maxLength={120}
        value={state.name}
        onChange={(event) => change({ name: event.target.value })}
        error={errorOf('name')}
      />
      <TextInput
        id={`${form}-email`}
        name="email"
        type="email"
        label="Email"
        hint={content.form.hint}
        autoComplete="email"
        inputMode="email"
        spellCheck={false}
        maxLength={254}
        value={state.email}
        onChange={(event) => change({ email: event.target.value })}
        error={errorOf('email')}
      />
      <HoneypotField id={`${form}-${honeypotName}`} />
      <Button type="submit" busy={state.busy} busyText="Sending...">
        {content.register}
      </Button>
      <p className="text-sm text-muted">{content.form.privacy}</p>
    </form>
  )
}

function inPageOrder(problems: FieldFailure[]): FieldFailure[] {
  return ['name', 'email'].flatMap((name) => problems.filter(({ field }) => field === name))
}
