import { useStore } from '@tanstack/react-form'
import { type ComponentProps, createContext, type ElementType, useContext } from 'react'
import { type Choice, RadioGroup } from '#ui/choices.tsx'
import { Select, TextArea, TextInput } from '#ui/field.tsx'
import { checkOnceLoaded, type useCheckedForm } from '#ui/use-checked-form.ts'
import type { FieldFailure } from '#wire/failure.ts'
import { type Draft, type Refusal, remainingProblems, type StepId } from './rules.ts'

export type DraftForm = ReturnType<typeof useCheckedForm<Draft>>

/** The form of the fields below, and what the server has refused, which is shown at its field until that is changed. */
export const DraftContext = createContext<{ form: DraftForm; refusal: Refusal } | null>(null)

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

/** The summary gets shorter as fields are corrected. */
export function useStillWrong(form: DraftForm, said: Refusal | null) {
  const values = useStore(form.store, (state) => state.values)
  const meta = useStore(form.store, (state) => state.fieldMeta)
  const refused = said ? remainingProblems(said, values) : []
  return ({ field }: FieldFailure) =>
    refused.some((problem) => problem.field === field) || (meta[field as keyof Draft]?.errors.length ?? 0) > 0
}

export async function findProblems(step: StepId, draft: Draft): Promise<FieldFailure[]> {
  return await checkOnceLoaded(async () => {
    const { stepProblems } = await import('./schema.ts')
    return () => stepProblems(step, draft)
  })
}
