import { type FunctionComponent, type ReactNode, useContext } from 'react'
import { useLocation } from 'wouter'
import type { Choices, Field, Form as FormOf } from '#wire/define-form.ts'
import type { FieldFailure } from '#wire/failure.ts'
import { emptyForm, type FormState, problemOf } from '#wire/form.ts'
import { AdminNotice } from './admin-notice.tsx'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import { ErrorSummary } from './error-summary.tsx'
import { Select, TextArea, TextInput } from './field.tsx'
import { HoneypotField } from './honeypot-field.tsx'
import { Notice } from './notice.tsx'
import { PostedContext } from './posted-context.ts'

export type FieldProps = {
  name: string
  field: Field
  typed: string
  error: string | undefined
  choices: Choices
}

/** Radio buttons and boxes (`ui/form-choices.tsx`), for the forms that have some: others do not load them. */
export type ChoiceFields = FunctionComponent<FieldProps>

type FieldsProps<Of extends FormOf> = {
  of: Of
  /** Fields that are not shown. */
  without?: readonly (keyof Of['fields'] & string)[]
  /** The choices of a list, by the name of its field. */
  choices?: { [Name in keyof Of['fields']]?: Choices }
  choiceFields?: ChoiceFields
}

/** The fields of a form in their order. */
export function Fields<Of extends FormOf>({
  of,
  without = [],
  choices = {},
  choiceFields,
  typed,
  problems,
}: FieldsProps<Of> & { typed: Readonly<Record<string, string | undefined>>; problems: FieldFailure[] }) {
  const shown = Object.entries(of.fields).filter(([name]) => !without.includes(name))
  return (
    <>
      {shown.map(([name, field]) => {
        const Shown = choiceFields && ['radio', 'boxes', 'box'].includes(field.control) ? choiceFields : TypedField
        return (
          <Shown
            key={name}
            name={name}
            field={field}
            typed={typed[name] ?? field.initial}
            error={problemOf(problems, name)}
            choices={choices[name] ?? field.choices ?? []}
          />
        )
      })}
      {of.honeypot && <HoneypotField />}
    </>
  )
}

function TypedField({ name, field, typed, error, choices }: FieldProps) {
  const { control, label, hint, optional, labelHidden, max, rows, autoComplete, required, none } = field
  const isRequired = required === null ? undefined : true
  const shared = {
    name,
    label,
    hint,
    optional,
    labelHidden,
    autoComplete,
    required: isRequired,
    error,
    defaultValue: typed,
  }
  if (control === 'select')
    return <Select {...shared} placeholder={none ?? (required ? 'Choose' : 'Nobody')} options={choices} />
  if (control === 'paragraphs') return <TextArea {...shared} rows={rows ?? 5} maxLength={max} />
  if (control === 'date' || control === 'time') return <TextInput {...shared} type={control} />
  if (control === 'number') return <TextInput {...shared} inputMode="numeric" maxLength={max} />
  return <TextInput {...shared} type={control} maxLength={max} />
}

/**
 * A form of a page, posted to the page itself: one of its commands is carried out. What was typed stays where it was not taken.
 *
 * @param notSent the title of what the form itself says where it was refused as a whole.
 * @param values what the fields hold before anybody has typed, where that is not what their form says.
 * @param fixed fields that nobody sees.
 * @param problemsAbove the page says above what is wrong (`Outcome`).
 * @param wide it is as wide as its column.
 */
export function Form<Of extends FormOf>({
  of,
  command,
  button,
  variant,
  title,
  notSent,
  values,
  fixed = {},
  problemsAbove,
  wide,
  className = 'flex flex-col gap-6',
  children,
  ...fields
}: Omit<FieldsProps<Of>, 'of'> & {
  of?: Of
  command: string
  button: ReactNode
  variant?: 'quiet' | 'danger'
  title?: string
  notSent?: string
  values?: { [Name in keyof Of['fields']]?: string }
  fixed?: Readonly<Record<string, string>>
  problemsAbove?: boolean
  wide?: boolean
  className?: string
  children?: ReactNode
}) {
  const [path] = useLocation()
  const { typed, problems, notice } = usePosted(command)
  return (
    <form
      key={JSON.stringify(problems)}
      method="post"
      action={path}
      noValidate
      className={classNames(!wide && 'max-w-form', className)}
    >
      {title && <h2 className="text-xl">{title}</h2>}
      {notSent && <NotSent title={notSent} notice={notice} />}
      {!problemsAbove && <ErrorSummary problems={problems} />}
      <input type="hidden" name="intent" value={command} />
      {Object.entries(fixed).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
      {of && <Fields {...fields} of={of} typed={{ ...values, ...typed }} problems={problems} />}
      <Button type="submit" variant={variant} className="self-start">
        {button}
      </Button>
    </form>
  )
}

/** What became of a post to a command, for a form with a layout of its own; nothing where it was not posted, or was carried out. */
export function usePosted(command: string): FormState {
  const posted = useContext(PostedContext)
  if (posted?.command !== command) return emptyForm
  const { typed, problems, outcome } = posted
  return { typed, problems, notice: outcome?.title ?? null }
}

/** Says that a form was refused as a whole, and why. */
export function NotSent({ title, notice }: { title: string; notice: string | null }) {
  return (
    notice && (
      <Notice tone="danger" live="alert" title={title}>
        <p>{notice}</p>
      </Notice>
    )
  )
}

/** What a post to the page has come to. @param problems says as well what is wrong with a form of the page. */
export function Outcome({ problems }: { problems?: boolean }) {
  const posted = useContext(PostedContext)
  return (
    <>
      <AdminNotice says={posted?.outcome ?? null} />
      {problems && (
        <div className="mt-6">
          <ErrorSummary problems={posted?.problems ?? []} />
        </div>
      )}
    </>
  )
}
