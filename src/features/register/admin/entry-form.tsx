import { Button } from '#ui/button.tsx'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { Fields } from '#ui/form.tsx'
import { ChoiceField } from '#ui/form-choices.tsx'
import type { FieldFailure } from '#wire/failure.ts'
import { type EntryField, labelOf, newForm, type TypedEntry } from './form.ts'

type EntryFormProps = {
  command: 'create' | 'save'
  action: string
  /** The entry's version, or the key of a new one. */
  goesBack: { name: string; value: string }
  typed: TypedEntry & { validUntil?: string | undefined }
  problems: FieldFailure[]
  /** Nothing is wrong with what was typed, but it was not stored. */
  isUnsaved?: boolean
  button: string
}

export function EntryForm({ command, action, goesBack, typed, problems, isUnsaved, button }: EntryFormProps) {
  const part = (...names: (keyof typeof newForm.fields)[]) => (
    <Fields
      of={{ honeypot: false, fields: Object.fromEntries(names.map((name) => [name, newForm.fields[name]])) }}
      typed={typed}
      problems={problems}
      choiceFields={ChoiceField}
    />
  )
  return (
    <form
      method="post"
      action={action}
      noValidate
      data-unsaved={isUnsaved ? '' : undefined}
      className="flex flex-col gap-6 max-w-form"
    >
      <ErrorSummary
        key={JSON.stringify(problems)}
        problems={problems.map((problem) => ({ field: problem.field, message: sentenceOf(problem) }))}
      />
      <input type="hidden" name="intent" value={command} />
      <input type="hidden" {...goesBack} />
      {part('title', 'organiser', 'description', 'eventType', 'category')}
      <div className="grid gap-6 sm:grid-cols-2">{part('date', 'time')}</div>
      {part('venue', 'address')}
      <div className="grid gap-6 sm:grid-cols-2">
        {part('city', 'county', 'postcode', 'country', 'attendees', 'capacity')}
      </div>
      {part(
        'price',
        'websiteUrl',
        'ticketUrl',
        'isPro',
        'landingPageUrl',
        'buttonText',
        'partners',
        'imageUrl',
        'images',
      )}
      {command === 'create' && part('validUntil')}
      <Button className="self-start">{button}</Button>
    </form>
  )
}

function sentenceOf({ field, message }: FieldFailure): string {
  const label = field === 'validUntil' ? newForm.fields.validUntil.label : labelOf(field as EntryField)
  return message.startsWith(label) ? message : `${label}: ${message.charAt(0).toLowerCase()}${message.slice(1)}`
}
