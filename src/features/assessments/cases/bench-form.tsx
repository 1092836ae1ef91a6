import { type FormEvent, type ReactNode, useState } from 'react'
import { Button, type ButtonVariant } from '#ui/button.tsx'
import { useSendForm } from '#ui/use-send-form.ts'
import { problemOf } from '#wire/form.ts'
import type { FoundCase } from './state.ts'

/**
 * A form of the bench. With a script it is sent from within the page, so that what is typed in other forms stays; without one it is an
 * ordinary post.
 *
 * @param here the address of the page.
 * @param criterion the criterion that it is about, where it is about one.
 */
export function BenchForm({
  here,
  intent,
  criterion,
  button,
  variant = 'quiet',
  className = 'flex flex-col gap-4',
  children,
}: {
  here: string
  intent: string
  criterion?: string
  button: string
  variant?: ButtonVariant
  className?: string
  children?: ReactNode
}) {
  const send = useSendForm()
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    await send(event.currentTarget, (event.nativeEvent as SubmitEvent).submitter)
    setBusy(false)
  }
  return (
    <form method="post" action={here} onSubmit={submit} noValidate className={className}>
      <input type="hidden" name="intent" value={intent} />
      {criterion && <input type="hidden" name="criterion" value={criterion} />}
      {children}
      <Button type="submit" variant={variant} busy={busy} className="self-start">
        {button}
      </Button>
    </form>
  )
}

/** What was typed into one of the forms and not taken, and what is wrong with it; nothing for every other form. */
export function postedTo({ form }: FoundCase, intent: string, criterion?: string) {
  const isThis = form.typed.intent === intent && (criterion === undefined || form.typed.criterion === criterion)
  return {
    typed: isThis ? form.typed : {},
    problem: (field: string) => (isThis ? problemOf(form.problems, field) : undefined),
  }
}
