import { adminHref } from '#admin-pages.ts'
import { placeEntry } from '#domain/claim-places.ts'
import { type ClaimKind, claimKinds } from '#domain/claims.ts'
import type { PageData } from '#page/page.ts'
import { AdminTime } from '#ui/admin-time.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { Select, TextArea, TextInput } from '#ui/field.tsx'
import { Outcome } from '#ui/form.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { wordmarkNames } from '#ui/wordmark.tsx'
import { textField } from './rules.ts'
import type { adminClaims } from './server.ts'

export function ClaimFormPage({ form }: { form: NonNullable<PageData<typeof adminClaims>['form']> }) {
  const { id, place, typed, problems, seen, isConflict, changedAt, changedBy } = form
  const { page, part, kinds } = placeEntry(place)
  const kind = kinds.find((each) => each === typed.kind) ?? kinds[0]!
  const field = (name: string) => ({
    name,
    defaultValue: typed[name] ?? '',
    error: problems.find((problem) => problem.field === name)?.message,
  })
  const action = adminHref('adminClaims', id ? { edit: id } : { add: place })
  return (
    <>
      <PageHeading lead={`${page}: ${part}`}>{id ? 'Change a claim' : 'Add a claim'}</PageHeading>
      <Outcome />
      <form
        key={`${seen} ${JSON.stringify(problems)}`}
        method="post"
        action={action}
        noValidate
        data-unsaved={isConflict ? '' : undefined}
        className="mt-8 max-w-form flex flex-col gap-6"
      >
        <ErrorSummary problems={problems} />
        <input type="hidden" name="seen" value={seen} />
        <input type="hidden" name="place" value={place} />
        {kinds.length === 1 ? (
          <input type="hidden" name="kind" value={kind} />
        ) : (
          <Select
            {...field('kind')}
            label="Kind"
            options={kinds.map((value) => ({ value, label: claimKinds[value].label }))}
          />
        )}
        <Texts kind={kind} field={field} />
        <fieldset className="flex flex-col gap-6">
          <legend className="mb-4 font-serif text-xl">Proof</legend>
          <TextInput
            {...field('source')}
            label="Source"
            hint="What proves it, in a sentence. Visitors read it beside a figure."
            optional
            maxLength={300}
          />
          <TextInput
            {...field('proof')}
            label="Link or file"
            hint="A link to the proof that starts with https://, or where the file is kept."
            optional
            maxLength={500}
          />
          <TextInput
            {...field('owner')}
            label="Responsible"
            hint="The name of the person who checked it."
            optional
            autoComplete="off"
            maxLength={120}
          />
          <TextInput {...field('validFrom')} type="date" label="Valid from" optional />
          <TextInput {...field('validUntil')} type="date" label="Valid until" hint="Its last day." optional />
        </fieldset>
        <TextInput
          {...field('position')}
          label="Order"
          hint="A whole number. Smaller numbers come first. Claims without a number come last."
          optional
          inputMode="numeric"
          maxLength={5}
          className="max-w-40"
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit">{id ? 'Save claim' : 'Add claim'}</Button>
          <ButtonLink variant="link" href={adminHref('adminClaims')}>
            Back to the list
          </ButtonLink>
        </div>
      </form>
      {changedAt && (
        <p className="mt-6 text-sm text-muted">
          Changed <AdminTime at={changedAt} />
          {changedBy && `, by ${changedBy}`}
        </p>
      )}
      {id && <Removal action={action} seen={seen} />}
    </>
  )
}

type FieldOf = (name: string) => { name: string; defaultValue: string; error: string | undefined }

function Texts({ kind, field }: { kind: ClaimKind; field: FieldOf }) {
  return claimKinds[kind].texts.map((name) => {
    const { label, optional } = textField(kind, name)
    const props = { ...field(name), label, optional, maxLength: name === 'quote' ? 600 : 120 }
    if (name === 'quote') return <TextArea key={name} {...props} rows={4} />
    if (kind !== 'partner-logo' || name !== 'value') return <TextInput key={name} {...props} autoComplete="off" />
    return (
      <Select
        key={name}
        {...field(name)}
        label={label}
        hint="Without a drawing, we show the name as text."
        optional
        placeholder="None"
        options={wordmarkNames.map((value) => ({ value, label: value }))}
      />
    )
  })
}

/** Asks before it removes, without a script too. */
function Removal({ action, seen }: { action: string; seen: string }) {
  return (
    <Disclosure summary="Remove this claim" className="mt-8 max-w-form">
      <form method="post" action={action} className="flex flex-col gap-4 items-start">
        <input type="hidden" name="intent" value="remove" />
        <input type="hidden" name="seen" value={seen} />
        <p>
          It is then not shown anywhere, not even in the demonstration. The audit log keeps its text. To stop showing it
          but keep it here, set its last day instead.
        </p>
        <Button type="submit" variant="quiet">
          Remove it
        </Button>
      </form>
    </Disclosure>
  )
}
