import { type ComponentProps, createContext, type ElementType, type ReactNode, useContext } from 'react'
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

type Own<Control extends ElementType> = Omit<ComponentProps<Control>, 'name' | 'form'>

/** What binds a control that tells its value by change events to its answer in the draft. */
function BoundField({ form, name, onEdit, children }: Bound & { children: (control: BoundControl) => ReactNode }) {
  const said = useRefusal()
  return (
    <form.Field name={name}>
      {(field) =>
        children({
          name,
          value: field.state.value,
          error: firstError(field.state.meta.errors) ?? said(name, field.state.value),
          onBlur: field.handleBlur,
          onChange: ({ target }) => {
            field.handleChange(target.value)
            onEdit?.(target.value)
          },
        })
      }
    </form.Field>
  )
}

type BoundControl = {
  name: string
  value: string
  error: string | undefined
  onBlur: () => void
  onChange: (event: { target: { value: string } }) => void
}

/** One line of text of the draft. */
export function DraftText({ form, name, onEdit, ...rest }: Bound & Own<typeof TextInput>) {
  return <BoundField {...{ form, name, onEdit }}>{(control) => <TextInput {...rest} {...control} />}</BoundField>
}

/** Several lines of text of the draft. */
export function DraftTextArea({ form, name, ...rest }: Omit<Bound, 'onEdit'> & Own<typeof TextArea>) {
  return <BoundField {...{ form, name }}>{(control) => <TextArea {...rest} {...control} />}</BoundField>
}

/** One of a list, of the draft. */
export function DraftSelect({ form, name, ...rest }: Omit<Bound, 'onEdit'> & Own<typeof Select>) {
  return <BoundField {...{ form, name }}>{(control) => <Select {...rest} {...control} />}</BoundField>
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
