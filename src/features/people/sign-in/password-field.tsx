import type { ComponentProps } from 'react'
import { TextInput } from '#ui/field.tsx'

type PasswordProps = Pick<ComponentProps<typeof TextInput>, 'id' | 'error'> & { label?: string; name?: string }

export function CurrentPassword({ label = 'Your password', name = 'current_password', ...rest }: PasswordProps) {
  return (
    <TextInput
      {...rest}
      label={label}
      name={name}
      type="password"
      autoComplete="current-password"
      required
      maxLength={200}
    />
  )
}

export function NewPassword({ label, error }: { label: string; error: string | undefined }) {
  return (
    <TextInput
      label={label}
      hint="At least 12 characters. Use a few words that only you would put together."
      name="password"
      type="password"
      autoComplete="new-password"
      required
      minLength={12}
      maxLength={200}
      error={error}
    />
  )
}
