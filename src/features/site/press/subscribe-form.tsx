import { useEffect, useRef, useState } from 'react'
import { href } from '#pages.ts'
import { Button } from '#ui/button.tsx'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { TextInput } from '#ui/field.tsx'
import { HoneypotField } from '#ui/honeypot-field.tsx'
import { Notice } from '#ui/notice.tsx'
import { usePostForm } from '#ui/use-post-form.ts'
import { press } from './content.ts'
import { subscriptionForm } from './form.ts'

export function SubscribeForm({ isAsked: wasAsked }: { isAsked: boolean }) {
  const words = press.subscription
  const [isAsked, setAsked] = useState(wasAsked)
  const { form, busy, problems, notice, attempt, errorOf, typed } = usePostForm({
    call: 'subscribeToPress',
    of: subscriptionForm,
    failed: words.failed.text,
    onDone: () => setAsked(true),
  })
  if (isAsked) return <Asked takeFocus={!wasAsked} />
  return (
    <form {...form} action={`${href('press')}#subscribe`} noValidate className="flex flex-col gap-6 max-w-form">
      <ErrorSummary key={attempt} problems={problems} />
      {notice && (
        <Notice tone="danger" live="alert" title={words.failed.title}>
          <p>{notice}</p>
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
        defaultValue={typed.email ?? ''}
        error={errorOf('email')}
        required
      />
      <HoneypotField />
      <p className="text-sm text-muted">{words.consent}</p>
      <Button type="submit" className="self-start" busy={busy} busyText={words.busy}>
        {words.button}
      </Button>
    </form>
  )
}

/** It takes the focus that the form's button had. */
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
