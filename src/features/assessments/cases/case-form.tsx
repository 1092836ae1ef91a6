import { type FormEvent, type ReactNode, useContext, useState } from 'react'
import { AdminNotice } from '#ui/admin-notice.tsx'
import { Button, type ButtonVariant } from '#ui/button.tsx'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { Select } from '#ui/field.tsx'
import { PostedContext } from '#ui/posted-context.ts'
import { useSendForm } from '#ui/use-send-form.ts'
import { problemOf } from '#wire/form.ts'

/** A form that a script sends from within the page, so that what is typed in other forms stays. @param here the address of the page. */
export function CaseForm({
  here,
  intent,
  criterion,
  button,
  variant = 'quiet',
  className,
  children,
}: {
  here: string
  intent: string
  criterion?: string | undefined
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
    <form method="post" action={here} onSubmit={submit} noValidate className={className ?? 'flex flex-col gap-4'}>
      <input type="hidden" name="intent" value={intent} />
      {criterion && <input type="hidden" name="criterion" value={criterion} />}
      {children}
      <Button type="submit" variant={variant} busy={busy} className={className ? undefined : 'self-start'}>
        {button}
      </Button>
    </form>
  )
}

/** What was typed into one of the forms and not taken, and what is wrong with it; nothing for every other form. */
export function usePostedForm(command: string, criterion?: string) {
  const posted = useContext(PostedContext)
  const isThis = posted?.command === command && (criterion === undefined || posted.typed.criterion === criterion)
  const typed: Readonly<Record<string, string | undefined>> = isThis ? posted.typed : {}
  const problem = (field: string) => (isThis ? problemOf(posted.problems, field) : undefined)
  const field = (name: string) => ({ name, defaultValue: typed[name], error: problem(name) })
  return { isPosted: isThis, typed, problem, field }
}
export type PostedForm = ReturnType<typeof usePostedForm>

type TextPresetProps = { name: string; id?: string; label: string; texts: string[]; fieldId: string }

/** A choice of texts; the chosen one is added to what is typed in a field. */
export function TextPreset({ texts, fieldId, ...select }: TextPresetProps) {
  return (
    <Select
      {...select}
      placeholder="Your own words"
      options={texts.map((text) => ({ value: text, label: text }))}
      onChange={({ target }) => {
        const field = document.getElementById(fieldId) as HTMLTextAreaElement | null
        if (field) field.value = [field.value, target.value].filter(Boolean).join('\n')
        target.value = ''
      }}
    />
  )
}

export function CaseOutcome() {
  const posted = useContext(PostedContext)
  if (!posted) return null
  const { outcome, command, typed, problems } = posted
  const isOfCriterion = command === 'evidence' || command === 'verdict' || command === 'accept'
  const prefix = isOfCriterion ? `${typed.criterion}-` : ''
  const named = problems.map(({ field, message }) => ({ field: prefix + field, message }))
  return (
    <>
      <AdminNotice says={outcome} />
      {problems.length > 0 && (
        <div className="mt-6">
          <ErrorSummary key={JSON.stringify(posted)} problems={named} />
        </div>
      )}
    </>
  )
}
