import { useEffect, useRef, useState } from 'react'
import { tryOutNotice } from '#domain/promotion-date.ts'
import type { PageData } from '#page/page.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { TextInput } from '#ui/field.tsx'
import { HoneypotField, honeypotName } from '#ui/honeypot-field.tsx'
import { Icon } from '#ui/icon.tsx'
import { Notice } from '#ui/notice.tsx'
import { usePosted } from '#ui/posted-context.ts'
import { usePostForm } from '#ui/use-post-form.ts'
import { content } from './content.ts'
import { type FormId, signUpForm, startedText } from './rules.ts'
import type { webinar } from './server.ts'

type Data = PageData<typeof webinar>

export function useSignUp({ isDone }: Data) {
  const posted = usePosted('signUp')
  const [typed, setTyped] = useState(posted.typed)
  const [done, setDone] = useState(isDone)
  const [sentFrom, setSentFrom] = useState(posted.typed.form)
  const sent = usePostForm({
    call: 'signUpForWebinar',
    of: signUpForm,
    failed: 'The sign-up could not be sent. Please try again.',
    onDone: (_, form) => {
      setSentFrom(new FormData(form).get('form') as FormId)
      setDone(true)
    },
    onRefused: ({ typed: { form } }) => setSentFrom(form),
  })
  const change = (name: string, value: string) => setTyped((before) => ({ ...before, [name]: value }))
  return { ...sent, typed, change, done, sentFrom }
}

export type SignUp = ReturnType<typeof useSignUp>

type SignUpFormProps = {
  id: FormId
  /** Heads the form where no heading of the page does. */
  title?: string
  data: Data
  signUp: SignUp
}

export function SignUpForm({ id, title, data, signUp }: SignUpFormProps) {
  const { form, busy, problems, notice, attempt, errorOf, typed, change, done, sentFrom } = signUp
  if (done) {
    return <SignUpConfirmed heading={title ? 'h2' : 'h3'} calendar={data.calendar} takeFocus={sentFrom === id} />
  }
  if (!data.isOpen) {
    return (
      <Notice tone="warning" title="Sign-up is closed">
        {data.hasStarted ? startedText(data.when) : content.closed}
      </Notice>
    )
  }
  const text = (name: 'name' | 'email') => ({
    id: `${id}-${name}`,
    name,
    label: signUpForm.fields[name].label,
    autoComplete: signUpForm.fields[name].autoComplete,
    maxLength: signUpForm.fields[name].max,
    value: typed[name] ?? '',
    onChange: ({ target }: { target: HTMLInputElement }) => change(name, target.value),
    error: errorOf(name),
  })

  return (
    <form {...form} action={`#${id}`} noValidate className="flex flex-col gap-5">
      {title && <h2 className="text-xl">{title}</h2>}
      {data.hasStarted && <Notice tone="warning">{tryOutNotice}</Notice>}
      {sentFrom === id && (
        <ErrorSummary
          key={attempt}
          problems={problems.map(({ field, message }) => ({ field: `${id}-${field}`, message }))}
        />
      )}
      {sentFrom === id && notice && (
        <Notice tone="danger" live="alert">
          {notice}
        </Notice>
      )}
      <input type="hidden" name="form" value={id} />
      <TextInput {...text('name')} />
      <TextInput
        {...text('email')}
        type="email"
        hint={signUpForm.fields.email.hint}
        inputMode="email"
        spellCheck={false}
      />
      <HoneypotField id={`${id}-${honeypotName}`} />
      <Button busy={busy} busyText="Sending...">
        {content.register}
      </Button>
      <p className="text-sm text-muted">We use your address only for this webinar.</p>
    </form>
  )
}

const nextSteps = [
  'We have sent the video-conference link to your email address.',
  'If you do not get it in a few minutes, check your spam folder.',
  'Add the webinar to your calendar.',
]

type SignUpConfirmedProps = { heading: 'h2' | 'h3'; calendar: string | null; takeFocus: boolean }

/** The one in the place of the form that was sent takes the focus. */
function SignUpConfirmed({ heading: Heading, calendar, takeFocus }: SignUpConfirmedProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (takeFocus) box.current?.focus()
  }, [takeFocus])
  return (
    <div ref={box} tabIndex={-1}>
      <Heading className="flex gap-3 text-xl">
        <Icon icon="i-circle-check" className="mt-1 text-accredited" />
        {content.confirmed}
      </Heading>
      <ul className="mt-4 flex flex-col gap-2">
        {nextSteps.map((item) => (
          <li key={item} className="flex gap-3">
            <Icon icon="i-check" className="mt-1 text-link" />
            {item}
          </li>
        ))}
      </ul>
      {calendar && (
        <ButtonLink href={calendar} download="webinar.ics" variant="quiet" className="mt-5">
          <Icon icon="i-calendar-plus" />
          {content.calendar}
        </ButtonLink>
      )}
    </div>
  )
}
