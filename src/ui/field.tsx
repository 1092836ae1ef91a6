import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import { VisuallyHidden } from './text.tsx'

export type FieldText = {
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
  /** Said after the label. Required is the rule and is not marked. */
  optional?: boolean | undefined
  labelHidden?: boolean | undefined
}

/** One column, with the error between hint and control, all wired by id. */
export function Field({
  id,
  children,
  counter,
  className,
  ...text
}: FieldText & {
  id: string
  className?: string | undefined
  counter?: { used: number; max: number } | undefined
  children: (control: ReturnType<typeof controlProps>) => ReactNode
}) {
  return (
    <div className={className}>
      <label htmlFor={id} className={text.labelHidden ? 'visually-hidden' : 'label'}>
        {text.label}
        {text.optional && <span className="font-normal text-muted"> (optional)</span>}
      </label>
      <FieldNotes id={id} hint={text.hint} error={text.error} />
      {children(controlProps(id, text, counter !== undefined))}
      {counter && (
        <p id={`${id}-count`} className="mt-1 text-sm text-muted figures">
          {counter.used} of {counter.max} characters
        </p>
      )}
    </div>
  )
}

/** The ids that `FieldNotes` and a counter give their texts. */
export function controlProps(id: string, text: Pick<FieldText, 'hint' | 'error'>, counted = false) {
  const notes = [text.hint && `${id}-hint`, text.error && `${id}-error`, counted && `${id}-count`].filter(Boolean)
  return {
    id,
    'aria-describedby': notes.join(' ') || undefined,
    'aria-invalid': text.error ? (true as const) : undefined,
  }
}

export function FieldNotes({ id, hint, error }: { id: string; hint?: ReactNode; error?: string | undefined }) {
  return (
    <>
      {hint && (
        <p id={`${id}-hint`} className="field-hint">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="field-error">
          <Icon icon="i-circle-alert" className="mt-1" />
          <span>
            <VisuallyHidden>Error: </VisuallyHidden>
            {error}
          </span>
        </p>
      )}
    </>
  )
}

type FieldProps = FieldText & {
  name: string
  id?: string | undefined
  fieldClassName?: string | undefined
  counter?: { used: number; max: number } | undefined
}

/** The field's own properties, and what is left for its control. */
function divide<Props extends FieldProps>(props: Props) {
  const { label, hint, error, optional, labelHidden, counter, fieldClassName, ...control } = props
  const id = props.id ?? props.name
  return [{ id, label, hint, error, optional, labelHidden, counter, className: fieldClassName }, control] as const
}

/** The id is the name unless given, so that an error summary can link to it. `className` is the control's. */
export function TextInput({ className, ...props }: FieldProps & ComponentProps<'input'>) {
  const [field, input] = divide(props)
  return (
    <Field {...field}>
      {(control) => <input type="text" {...input} {...control} className={classNames('control', className)} />}
    </Field>
  )
}

export function TextArea({ className, ...props }: FieldProps & ComponentProps<'textarea'>) {
  const [field, area] = divide(props)
  return (
    <Field {...field}>
      {(control) => <textarea rows={5} {...area} {...control} className={classNames('control', className)} />}
    </Field>
  )
}

/** `placeholder` is a first, empty choice. */
export function Select({
  options,
  placeholder,
  className,
  ...props
}: FieldProps & {
  options: readonly { value: string; label: string; disabled?: boolean | undefined }[]
  placeholder?: string | undefined
} & Omit<ComponentProps<'select'>, 'children'>) {
  const [field, select] = divide(props)
  return (
    <Field {...field}>
      {(control) => (
        <select {...select} {...control} className={classNames('control', className)}>
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

/** For a form that asks by GET. Hidden fields that keep other filters are its `children`. */
export function SearchInput({
  button = 'Search',
  className,
  children,
  ...props
}: Omit<FieldProps, 'error' | 'optional' | 'counter'> & { button?: string | undefined } & ComponentProps<'input'>) {
  const [field, input] = divide(props)
  return (
    <Field {...field}>
      {(control) => (
        <span className="flex">
          {children}
          <input
            type="search"
            enterKeyHint="search"
            autoComplete="off"
            {...input}
            {...control}
            className={classNames('control flex-1 min-w-0 rounded-r-none', className)}
          />
          <button type="submit" className="button-search">
            <Icon icon="i-search" className="max-sm:hidden" />
            {button}
          </button>
        </span>
      )}
    </Field>
  )
}

export const emailInput = {
  type: 'email',
  autoComplete: 'email',
  inputMode: 'email',
  spellCheck: false,
  maxLength: 254,
} as const

export const phoneInput = { type: 'tel', autoComplete: 'tel', inputMode: 'tel', maxLength: 40 } as const

export function SearchForm(props: ComponentProps<'form'>) {
  // biome-ignore lint/a11y/useSemanticElements: the search element is not known to every browser that we serve.
  return <form role="search" {...props} />
}
