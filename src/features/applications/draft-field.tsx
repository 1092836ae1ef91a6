import { useStore } from '@tanstack/react-form'
import { type ComponentProps, createContext, type ElementType, useContext } from 'react'
import { type Choice, RadioGroup } from '#ui/choices.tsx'
import { Select, TextArea, TextInput } from '#ui/field.tsx'
import { type Draft, type Refusal, remainingProblems } from './rules.ts'
import type { WizardForm } from './use-wizard-form.ts'

/** The form of the fields below, and what the server has refused, which is shown at its field until that is changed. */
export const DraftContext = createContext<{ form: WizardForm; refusal: Refusal } | null>(null)

export const useDraftForm = () => useContext(DraftContext)!.form

type BoundField = {
  name: keyof Draft
  /** Called after the value has been changed by hand. */
  onEdit?: ((value: string) => void) | undefined
}

type ControlProps<Control extends ElementType> = Omit<ComponentProps<Control>, 'name' | 'form'>

function useAnswer({ name, onEdit }: BoundField) {
  const { form, refusal } = useContext(DraftContext)!
  const value = useStore(form.store, ({ values }) => values[name])
  const problem = useStore(form.store, ({ fieldMeta }) => firstError(fieldMeta[name]?.errors ?? []))
  const refused = remainingProblems(refusal, { ...refusal.draft, [name]: value }).find(({ field }) => field === name)
  const onChange = (value: string) => {
    form.setFieldValue(name, value)
    onEdit?.(value)
  }
  return { name, value, error: problem ?? refused?.message, onChange }
}

function useControl(bound: BoundField) {
  const { onChange, ...control } = useAnswer(bound)
  return { ...control, onChange: (event: { target: { value: string } }) => onChange(event.target.value) }
}

export function DraftText({ name, onEdit, ...rest }: BoundField & ControlProps<typeof TextInput>) {
  return <TextInput {...rest} {...useControl({ name, onEdit })} />
}

export function DraftTextArea({ name, ...rest }: Pick<BoundField, 'name'> & ControlProps<typeof TextArea>) {
  return <TextArea {...rest} {...useControl({ name })} />
}

export function DraftSelect({ name, ...rest }: Pick<BoundField, 'name'> & ControlProps<typeof Select>) {
  return <Select {...rest} {...useControl({ name })} />
}

export function DraftRadios({ name, onEdit, ...rest }: BoundField & { label: string; choices: readonly Choice[] }) {
  return <RadioGroup {...rest} {...useAnswer({ name, onEdit })} />
}

function firstError(errors: readonly unknown[]): string | undefined {
  const first = errors.find((error) => error !== undefined)
  return first === undefined ? undefined : String(first)
}
