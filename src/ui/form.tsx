import { type FunctionComponent, type ReactNode, useContext } from 'react'
import { useLocation } from 'wouter'
import type { Choices, Field, Form as FormOf } from '#wire/define-form.ts'
import type { FieldFailure } from '#wire/failure.ts'
import { problemOf } from '#wire/form.ts'
import { AdminNotice } from './admin-notice.tsx'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import { ErrorSummary } from './error-summary.tsx'
import { Select, TextArea, TextInput } from './field.tsx'
import { HoneypotField } from './honeypot-field.tsx'
import { NotSent } from './notice.tsx'
import { PostedContext, usePosted } from './posted-context.ts'

export type FieldProps = {
  name: string
  field: Field
  typed: string
  error: string | undefined
  choices: Choices
}

type FieldsProps<Of extends FormOf> = {
  of: Of
  without?: readonly (keyof Of['fields'] & string)[]
  choices?: { [Name in keyof Of['fields']]?: Choices }
  /** In `ui/form-choices.tsx`, so that forms without radio buttons and boxes do not load them. */
  choiceFields?: FunctionComponent<FieldProps>
}

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
  const words = { name, label, hint, optional, labelHidden, error }
  const shared = { ...words, autoComplete, required: required === null ? undefined : true, defaultValue: typed }
  if (control === 'select')
    return <Select {...shared} placeholder={none ?? (required ? 'Choose' : 'Nobody')} options={choices} />
  if (control === 'paragraphs') return <TextArea {...shared} rows={rows ?? 5} maxLength={max} />
  if (control === 'date' || control === 'time') return <TextInput {...shared} type={control} />
  if (control === 'number') return <TextInput {...shared} inputMode="numeric" maxLength={max} />
  return <TextInput {...shared} type={control} maxLength={max} />
}

/**
 * Posted to the page itself, where one of its commands is run. What was typed stays where it was not taken.
 * @param notSent title of what the form itself says where it was refused as a whole. @param values before anybody has typed, if not the form's own.
 * @param fixed hidden fields. @param problemsAbove the page shows them above (`Outcome`). @param anchor the part of the page that is shown then.
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
  anchor,
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
  anchor?: string
  wide?: boolean
  className?: string
  children?: ReactNode
}) {
  const [path] = useLocation()
  const { typed, problems, notice } = usePosted(command)
  // A box that was not ticked is not sent: it stays without a tick.
  const unticked = Object.fromEntries(Object.keys(of?.fields ?? {}).map((name) => [name, '']))
  const isPosted = Object.keys(typed).length > 0
  return (
    <form
      key={JSON.stringify(problems)}
      method="post"
      action={anchor ? `${path}#${anchor}` : path}
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
      {of && (
        <Fields {...fields} of={of} typed={isPosted ? { ...unticked, ...typed } : (values ?? {})} problems={problems} />
      )}
      <Button variant={variant} className="self-start">
        {button}
      </Button>
    </form>
  )
}

/** @param problems shows those of the page's form, too. */
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
