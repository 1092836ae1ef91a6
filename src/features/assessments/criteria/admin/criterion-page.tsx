import { useContext } from 'react'
import { adminHref } from '#admin-pages.ts'
import { eventCategories } from '#domain/categories.ts'
import type { PageData } from '#page/page.ts'
import { Breadcrumb } from '#ui/breadcrumb.tsx'
import { Button } from '#ui/button.tsx'
import { CheckboxGroup } from '#ui/choices.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { Select, TextInput } from '#ui/field.tsx'
import { Fields, Outcome } from '#ui/form.tsx'
import { ChoiceField } from '#ui/form-choices.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { PostButton } from '#ui/post-button.tsx'
import { PostedContext } from '#ui/posted-context.ts'
import type { FieldFailure } from '#wire/failure.ts'
import { problemOf } from '#wire/form.ts'
import { definePage } from '#wire/page.ts'
import { ruleEventTypeNames, ruleEventTypes } from '../criterion-groups.ts'
import { criterionForm, type ruleFields, ruleRows, type TypedCriterion } from './criterion-form.ts'
import type { adminCriterion } from './server.ts'

type Data = PageData<typeof adminCriterion>

export const page = definePage<Data>(CriterionPage, ({ name }) => name || 'New criterion')

function CriterionPage({ data }: { data: Data }) {
  const { id, name, revision } = data
  const title = name || 'New criterion'
  return (
    <>
      <Breadcrumb crumbs={[{ label: 'Criteria', href: adminHref('adminCriteria') }, { label: title }]} />
      <PageHeading lead="Part of the draft. The public can see it once the draft is published." />
      <Outcome />
      <CriterionForm data={data} />
      {id && name && (
        <Disclosure summary="Remove this criterion" className="mt-12 max-w-form">
          <p className="mb-4">
            Assessments with the next version do not ask for it. Assessments that have already started still do.
          </p>
          <PostButton command="remove" fields={{ revision }} label="Remove from the draft" variant="danger" />
        </Disclosure>
      )}
    </>
  )
}

function CriterionForm({ data: { id, typed, revision } }: { data: Data }) {
  const posted = useContext(PostedContext)
  const { problems = [] } = posted ?? {}
  return (
    <form
      key={`${revision} ${JSON.stringify(posted)}`}
      method="post"
      action={adminHref('adminCriterion', { id: id ?? 'new' })}
      noValidate
      data-unsaved={posted?.outcome?.tone === 'warning' ? '' : undefined}
      className="mt-8 flex flex-col gap-6 max-w-form"
    >
      <ErrorSummary problems={problems} />
      <input type="hidden" name="revision" value={revision} />
      <Fields of={criterionForm} choiceFields={ChoiceField} typed={typed} problems={problems} />
      <fieldset className="flex flex-col gap-6">
        <legend className="mb-2 text-xl font-semibold">For which events</legend>
        <p className="text-muted">
          The first rule that matches an event is used. If no rule matches, we do not ask. Save to add another rule.
        </p>
        <input type="hidden" name="ruleRows" value={ruleRows(typed)} />
        {Array.from({ length: ruleRows(typed) }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rules are told apart by their place alone.
          <RuleFields key={index} index={index} typed={typed} problems={problems} />
        ))}
      </fieldset>
      <div className="flex flex-wrap gap-3">
        <Button>Save and go back</Button>
        <Button variant="quiet" name="next" value="stay">
          Save and stay here
        </Button>
      </div>
    </form>
  )
}

function RuleFields({ index, typed, problems }: { index: number; typed: TypedCriterion; problems: FieldFailure[] }) {
  const nameOf = (field: (typeof ruleFields)[number]) => `rules.${index}.${field}`
  const field = (which: (typeof ruleFields)[number]) => ({
    name: nameOf(which),
    defaultValue: typed[nameOf(which)] ?? '',
    error: problemOf(problems, nameOf(which)),
  })
  const listed = (which: 'types' | 'categories') => (typed[nameOf(which)] ?? '').split(',').filter(Boolean)
  const categories = listed('categories')
  return (
    <fieldset className="p-4 border border-border rounded flex flex-col gap-4">
      <legend className="px-2 font-semibold">Rule {index + 1}</legend>
      <Select
        {...field('level')}
        label="Level"
        placeholder="Not used"
        options={[
          { value: 'must', label: 'Must' },
          { value: 'should', label: 'Should' },
          { value: 'remove', label: 'Remove this rule' },
        ]}
      />
      <CheckboxGroup
        name={nameOf('types')}
        label="Types of events"
        hint="If you tick none, it means all."
        defaultValue={listed('types')}
        choices={ruleEventTypeNames.map((value) => ({ value, label: ruleEventTypes[value] }))}
        inline
      />
      <Disclosure
        summary={`Categories: ${categories.length === 0 ? 'all' : categories.join(', ')}`}
        open={categories.length > 0}
      >
        <CheckboxGroup
          name={nameOf('categories')}
          label="Categories"
          hint="If you tick none, it means all."
          defaultValue={categories}
          choices={eventCategories.map((value) => ({ value, label: value }))}
        />
      </Disclosure>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextInput {...field('from')} label="Minimum number of people" optional inputMode="numeric" maxLength={7} />
        <TextInput {...field('order')} label="Place among the rules" optional inputMode="numeric" maxLength={2} />
      </div>
    </fieldset>
  )
}
