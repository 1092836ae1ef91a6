import { Checkbox } from '#ui/choices.tsx'
import { TextInput } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { content } from './content.ts'
import type { StepProps } from './rules.ts'

export function ContactStep({ draft, change, errorOf }: StepProps) {
  return (
    <>
      <Notice tone="success" title={content.qualified.title}>
        {content.qualified.text}
      </Notice>
      <TextInput
        name="name"
        label="Your name"
        error={errorOf('name')}
        autoComplete="name"
        maxLength={120}
        value={draft.name}
        onChange={(event) => change('name', event.target.value)}
      />
      <TextInput
        name="email"
        type="email"
        label="Email"
        error={errorOf('email')}
        autoComplete="email"
        inputMode="email"
        spellCheck={false}
        maxLength={254}
        value={draft.email}
        onChange={(event) => change('email', event.target.value)}
      />
      <TextInput
        name="phone"
        type="tel"
        label="Phone number"
        error={errorOf('phone')}
        autoComplete="tel"
        inputMode="tel"
        maxLength={40}
        className="max-w-80"
        value={draft.phone}
        onChange={(event) => change('phone', event.target.value)}
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
