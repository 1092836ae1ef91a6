import { type ComponentProps, createContext, useContext } from 'react'
import { type Choice, RadioGroup } from '../../ui/choices.tsx'
import { Select, TextArea, TextInput } from '../../ui/field.tsx'
import { type Draft, emptyDraft, type Refusal, remainingProblems } from './rules.ts'
import type { WizardForm } from './use-wizard-form.ts'

/** What the server has said of the answers: it stands at its field until that is changed. */
export const RefusalContext = createContext<Refusal>({ problems: [], draft: emptyDraft })

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
  const said = useRefusal()
  return (
    <form.Field name={name}>
      {(field) => (
        <TextInput
          {...rest}
          name={name}
          value={field.state.value}
          error={firstError(field.state.meta.errors) ?? said(name, field.state.value)}
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
  const said = useRefusal()
  return (
    <form.Field name={name}>
      {(field) => (
        <TextArea
          {...rest}
          name={name}
          value={field.state.value}
          error={firstError(field.state.meta.errors) ?? said(name, field.state.value)}
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
  const said = useRefusal()
  return (
    <form.Field name={name}>
      {(field) => (
        <Select
          {...rest}
          name={name}
          value={field.state.value}
          error={firstError(field.state.meta.errors) ?? said(name, field.state.value)}
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
  const said = useRefusal()
  return (
    <form.Field name={name}>
      {(field) => (
        <RadioGroup
          {...rest}
          name={name}
          value={field.state.value}
          error={firstError(field.state.meta.errors) ?? said(name, field.state.value)}
          onChange={(value) => {
            field.handleChange(value)
            onEdit?.(value)
          }}
        />
      )}
    </form.Field>
  )
}

/** What the server has said of a field with this value. */
function useRefusal(): (name: keyof Draft, value: string) => string | undefined {
  const refusal = useContext(RefusalContext)
  return (name, value) =>
    remainingProblems(refusal, { ...refusal.draft, [name]: value }).find(({ field }) => field === name)?.message
}

function firstError(errors: readonly unknown[]): string | undefined {
  const first = errors.find((error) => error !== undefined)
  return first === undefined ? undefined : String(first)
}
