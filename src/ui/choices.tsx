import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { controlProps, FieldNotes, type FieldText } from './field.tsx'

export type Choice = { value: string; label: ReactNode; hint?: ReactNode; disabled?: boolean | undefined }

type GroupProps = FieldText & {
  name: string
  id?: string | undefined
  choices: readonly Choice[]
  inline?: boolean | undefined
  className?: string | undefined
}

/** Controlled by `value` and `onChange`, or left to the form by `defaultValue`. */
export function RadioGroup({
  value,
  defaultValue,
  onChange,
  ...group
}: GroupProps & {
  value?: string | undefined
  defaultValue?: string | undefined
  onChange?: ((value: string) => void) | undefined
}) {
  return (
    <ChoiceGroup
      {...group}
      input={(choice) => ({
        type: 'radio',
        name: group.name,
        ...(value === undefined
          ? { defaultChecked: choice.value === defaultValue }
          : { checked: choice.value === value }),
        onChange: () => onChange?.(choice.value),
      })}
    />
  )
}

/** The form carries them as one list, `name[]`. */
export function CheckboxGroup({ defaultValue, ...group }: GroupProps & { defaultValue: readonly string[] }) {
  return (
    <ChoiceGroup
      {...group}
      input={({ value }) => ({
        type: 'checkbox',
        name: `${group.name}[]`,
        defaultChecked: defaultValue.includes(value),
      })}
    />
  )
}

/** The first one carries the group's id, so that an error summary's link lands on it. */
function ChoiceGroup({
  label,
  hint,
  error,
  optional,
  labelHidden,
  name,
  id = name,
  choices,
  inline,
  className,
  input,
}: GroupProps & { input: (choice: Choice) => ComponentProps<'input'> }) {
  const control = controlProps(id, { hint, error })
  return (
    <fieldset className={className} aria-describedby={control['aria-describedby']}>
      <legend className={labelHidden ? 'visually-hidden' : 'mb-2 font-semibold'}>
        {label}
        {optional && <span className="font-normal text-muted"> (optional)</span>}
      </legend>
      <FieldNotes id={id} hint={hint} error={error} />
      <div className={inline ? 'flex flex-wrap gap-x-8' : undefined}>
        {choices.map((choice, index) => {
          const choiceId = index === 0 ? id : `${id}-${index + 1}`
          return (
            <label
              key={choice.value}
              className={classNames('option', choice.disabled && 'opacity-60 cursor-not-allowed')}
            >
              <input
                className="choice"
                id={choiceId}
                value={choice.value}
                disabled={choice.disabled}
                aria-invalid={control['aria-invalid']}
                aria-describedby={choice.hint ? `${choiceId}-note` : undefined}
                {...input(choice)}
              />
              <span>
                {choice.label}
                {choice.hint && (
                  <span id={`${choiceId}-note`} className="block text-sm text-muted">
                    {choice.hint}
                  </span>
                )}
              </span>
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}

type CheckboxProps = Pick<FieldText, 'label' | 'hint' | 'error'> & { name: string } & Omit<
    ComponentProps<'input'>,
    'type' | 'className'
  >

export function Checkbox({ label, hint, error, ...rest }: CheckboxProps) {
  const id = rest.id ?? rest.name
  return (
    <div>
      <FieldNotes id={id} error={error} />
      <label className="option">
        <input type="checkbox" {...rest} {...controlProps(id, { hint, error })} className="choice" />
        <span>
          {label}
          {hint && (
            <span id={`${id}-hint`} className="block text-sm text-muted">
              {hint}
            </span>
          )}
        </span>
      </label>
    </div>
  )
}
