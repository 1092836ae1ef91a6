import { useStore } from '@tanstack/react-form'
import { type ComponentProps, createContext, type ElementType, useContext } from 'react'
import { type Choice, RadioGroup } from '#ui/choices.tsx'
import { Select, TextArea, TextInput } from '#ui/field.tsx'
import { type Draft, emptyDraft, type Refusal, remainingProblems } from './rules.ts'
import type { WizardForm } from './use-wizard-form.ts'

/** What the server has refused is shown at its field until the field is changed. */
export const RefusalContext = createContext<Refusal>({ problems: [], draft: emptyDraft })

type Bound = {
  form: WizardForm
  name: keyof Draft
  /** Called after the value has been changed by hand. */
  onEdit?: ((value: string) => void) | undefined
}

type ControlProps<Control extends ElementType> = Omit<ComponentProps<Control>, 'name' | 'form'>

function useAnswer({ form, name, onEdit }: Bound) {
  const value = useStore(form.store, ({ values }) => values[name])
  const problem = useStore(form.store, ({ fieldMeta }) => firstError(fieldMeta[name]?.errors ?? []))
  const refusal = useContext(RefusalContext)
  const refused = remainingProblems(refusal, { ...refusal.draft, [name]: value }).find(({ field }) => field === name)
  const onChange = (value: string) => {
    form.setFieldValue(name, value)
    onEdit?.(value)
  }
  return { name, value, error: problem ?? refused?.message, onChange }
}

function useControl(bound: Bound) {
  const { onChange, ...control } = useAnswer(bound)
  return { ...control, onChange: (event: { target: { value: string } }) => onChange(event.target.value) }
}

export function DraftText({ form, name, onEdit, ...rest }: Bound & ControlProps<typeof TextInput>) {
  return <TextInput {...rest} {...useControl({ form, name, onEdit })} />
}

export function DraftTextArea({ form, name, ...rest }: Omit<Bound, 'onEdit'> & ControlProps<typeof TextArea>) {
  return <TextArea {...rest} {...useControl({ form, name })} />
}

export function DraftSelect({ form, name, ...rest }: Omit<Bound, 'onEdit'> & ControlProps<typeof Select>) {
  return <Select {...rest} {...useControl({ form, name })} />
}

export function DraftRadios({
  form,
  name,
  onEdit,
  ...rest
}: Bound & { label: string; hint?: string; choices: readonly Choice[] }) {
  return <RadioGroup {...rest} {...useAnswer({ form, name, onEdit })} />
}

function firstError(errors: readonly unknown[]): string | undefined {
  const first = errors.find((error) => error !== undefined)
  return first === undefined ? undefined : String(first)
}
