import { eventCategories } from '#domain/categories.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox, RadioGroup } from '#ui/choices.tsx'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { Select, TextArea, TextInput } from '#ui/field.tsx'
import type { FieldFailure } from '#wire/failure.ts'
import { type EntryField, fieldLabels, type TypedEntry } from './rules.ts'

/** Every field of an entry that an editor may change. An ordinary form: what is wrong comes back beside what was typed. */
export function EntryForm({
  action,
  goesBack,
  typed,
  problems,
  validUntil,
  isUnsaved,
  submitLabel,
}: {
  action: string
  /** What the form began with: the entry's version, or the key of a new one. */
  goesBack: { name: string; value: string }
  typed: TypedEntry
  problems: FieldFailure[]
  /** The last day of a new entry. */
  validUntil?: string
  /** What was typed was not stored, though nothing is wrong with it. */
  isUnsaved?: boolean
  submitLabel: string
}) {
  const field = (name: EntryField) => ({
    name,
    label: fieldLabels[name],
    defaultValue: typed[name],
    error: problems.find((problem) => problem.field === name)?.message,
  })
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
      <input type="hidden" name="intent" value="save" />
      <input type="hidden" {...goesBack} />
      <TextInput {...field('title')} maxLength={200} autoComplete="off" />
      <TextInput {...field('organiser')} maxLength={200} autoComplete="off" />
      <TextArea {...field('description')} optional rows={6} maxLength={5000} />
      <RadioGroup
        {...field('eventType')}
        choices={[
          { value: 'physical', label: 'Public event' },
          { value: 'online', label: 'Online event' },
          { value: 'private', label: 'Private Event Service', hint: 'Clients pick their own dates' },
        ]}
      />
      <Select
        {...field('category')}
        placeholder="Choose a category"
        options={eventCategories.map((category) => ({ value: category, label: category }))}
      />
      <div className="grid gap-6 sm:grid-cols-2">
        <TextInput {...field('date')} optional type="date" />
        <TextInput {...field('time')} optional type="time" />
      </div>
      <TextInput {...field('venue')} optional maxLength={200} autoComplete="off" />
      <TextInput {...field('address')} optional maxLength={500} autoComplete="off" />
      <div className="grid gap-6 sm:grid-cols-2">
        <TextInput {...field('city')} optional maxLength={100} autoComplete="off" />
        <TextInput {...field('county')} optional maxLength={100} autoComplete="off" />
        <TextInput {...field('postcode')} optional maxLength={20} autoComplete="off" />
        <TextInput {...field('country')} optional maxLength={60} autoComplete="off" />
        <TextInput {...field('attendees')} optional inputMode="numeric" maxLength={7} />
        <TextInput {...field('capacity')} optional inputMode="numeric" maxLength={7} />
      </div>
      <TextInput {...field('price')} optional hint="As the public sees it, for example ‘From £12’" maxLength={60} />
      <TextInput {...field('websiteUrl')} optional inputMode="url" maxLength={508} />
      <TextInput {...field('ticketUrl')} optional inputMode="url" maxLength={500} />
      <Checkbox name="isPro" value="1" label="PRO: the landing page is shown" defaultChecked={typed.isPro === '1'} />
      <TextInput {...field('landingPageUrl')} optional inputMode="url" maxLength={500} />
      <TextInput
        {...field('buttonText')}
        optional
        hint="If you leave this empty, the text depends on the ticket link and the website. Plan My Tour leads to the tours site."
        maxLength={40}
      />
      <TextArea {...field('partners')} optional rows={3} hint="One name on each line, at most 20" />
      <TextInput
        {...field('imageUrl')}
        optional
        inputMode="url"
        hint="An https:// address of a JPEG, PNG, WebP or AVIF file of at most 3 MB. If you leave this empty, we draw a pattern."
        maxLength={500}
      />
      <TextArea {...field('images')} optional rows={4} hint="One address on each line, at most 12" />
      {validUntil !== undefined && (
        <TextInput
          name="validUntil"
          label="Accredited until"
          optional
          hint="The last day. If you leave this empty, the entry has no end date."
          type="date"
          defaultValue={validUntil}
          error={problems.find((problem) => problem.field === 'validUntil')?.message}
        />
      )}
      <Button type="submit" className="self-start">
        {submitLabel}
      </Button>
    </form>
  )
}

function sentenceOf({ field, message }: FieldFailure): string {
  const label = field in fieldLabels ? fieldLabels[field as EntryField] : 'Accredited until'
  return message.startsWith(label) ? message : `${label}: ${message.charAt(0).toLowerCase()}${message.slice(1)}`
}
