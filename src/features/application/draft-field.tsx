import type { ComponentProps } from 'react'
import { type Choice, RadioGroup } from '../../ui/choices.tsx'
import { Select, TextArea, TextInput } from '../../ui/field.tsx'
import type { Draft } from './rules.ts'
import type { WizardForm } from './use-wizard-form.ts'

type Bound = {
  form: WizardForm
  name: keyof Draft
  /** Told beside the form, after the value has changed by hand. */
  onEdit?: ((value: string) => void) | undefined
}

/** One line of text of the draft. */
export function DraftText({
  form,
  name,
  onEdit,
  ...rest
}: Bound & Omit<ComponentProps<typeof TextInput>, 'name' | 'form'>) {
  return (
    <form.Field name={name}>
      {(field) => (
        <TextInput
          {...rest}
          name={name}
          value={field.state.value}
          error={firstError(field.state.meta.errors)}
          onBlur={field.handleBlur}
          onChange={(event) => {
            field.handleChange(event.target.value)
            onEdit?.(event.target.value)
          }}
        />
      )}
    </form.Field>
  )
}

/** Several lines of text of the draft. */
export function DraftTextArea({
  form,
  name,
  ...rest
}: Omit<Bound, 'onEdit'> & Omit<ComponentProps<typeof TextArea>, 'name' | 'form'>) {
  return (
    <form.Field name={name}>
      {(field) => (
        <TextArea
          {...rest}
          name={name}
          value={field.state.value}
          error={firstError(field.state.meta.errors)}
          onBlur={field.handleBlur}
          onChange={(event) => field.handleChange(event.target.value)}
        />
      )}
    </form.Field>
  )
}

/** One of a list, of the draft. */
export function DraftSelect({
  form,
  name,
  ...rest
}: Omit<Bound, 'onEdit'> & Omit<ComponentProps<typeof Select>, 'name' | 'form'>) {
  return (
    <form.Field name={name}>
      {(field) => (
        <Select
          {...rest}
          name={name}
          value={field.state.value}
          error={firstError(field.state.meta.errors)}
          onBlur={field.handleBlur}
          onChange={(event) => field.handleChange(event.target.value)}
        />
      )}
    </form.Field>
  )
}

/** One of a few, of the draft. */
export function DraftRadios({
  form,
  name,
  onEdit,
  ...rest
}: Bound & { label: string; hint?: string; choices: readonly Choice[] }) {
  return (
    <form.Field name={name}>
      {(field) => (
        <RadioGroup
          {...rest}
          name={name}
          value={field.state.value}
          error={firstError(field.state.meta.errors)}
          onChange={(value) => {
            field.handleChange(value)
            onEdit?.(value)
          }}
        />
      )}
    </form.Field>
  )
}

function firstError(errors: readonly unknown[]): string | undefined {
  const first = errors.find((error) => error !== undefined)
  return first === undefined ? undefined : String(first)
}
