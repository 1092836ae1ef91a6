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
