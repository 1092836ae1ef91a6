import type { ChangeEvent } from 'react'
import { Checkbox } from '#ui/choices.tsx'
import { TextInput } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { content } from './content.ts'
import type { StepProps } from './rules.ts'

export function ContactStep({ draft, change, errorOf }: StepProps) {
  const text = (name: 'name' | 'email' | 'phone') => ({
    name,
    error: errorOf(name),
    value: draft[name],
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => change(name, target.value),
  })
  return (
    <>
      <Notice tone="success" title={content.qualified.title}>
        {content.qualified.text}
      </Notice>
      <TextInput {...text('name')} label="Your name" autoComplete="name" maxLength={120} />
      <TextInput
        {...text('email')}
        type="email"
        label="Email"
        autoComplete="email"
        inputMode="email"
        spellCheck={false}
        maxLength={254}
      />
      <TextInput
        {...text('phone')}
        type="tel"
        label="Phone number"
        autoComplete="tel"
        inputMode="tel"
        maxLength={40}
        className="max-w-80"
      />
      <Checkbox
        name="marketingConsent"
        value="yes"
        label={content.consent}
        checked={draft.marketingConsent}
        onChange={(event) => change('marketingConsent', event.target.checked)}
      />
      <p className="text-sm text-muted">{content.privacy}</p>
    </>
  )
}
