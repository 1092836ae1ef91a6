import { adminHref } from '#admin-pages.ts'
import { AdminNotice, type AdminSays } from '#ui/admin-notice.tsx'
import { Breadcrumb } from '#ui/breadcrumb.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/choices.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { Select, TextArea, TextInput } from '#ui/field.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { problemOf } from '#wire/form.ts'
import { definePage } from '#wire/page.ts'
import { criterionGroupNames, criterionGroups } from '../criterion-groups.ts'
import { type criterionFields, ruleRows } from './criterion-form.ts'
import { RuleFields } from './rule-fields.tsx'
import type { AdminCriterionData } from './state.ts'

export const page = definePage<AdminCriterionData>({
  Component: CriterionPage,
  meta: ({ name }) => ({ title: name || 'New criterion' }),
})

const conflicts: Record<NonNullable<AdminCriterionData['conflict']>, AdminSays> = {
  changed: {
    tone: 'warning',
    title: 'Not saved: someone else has changed the draft since you opened it',
    text: 'What you typed is still in the form. If you save again, it replaces what is stored now.',
  },
  'no-draft': {
    tone: 'warning',
    title: 'Not saved: the draft was published or discarded since you opened it',
    text: 'What you typed is still in the form. Start another draft in a second window, then save again.',
  },
}

function CriterionPage({ data }: { data: AdminCriterionData }) {
  const { id, name, conflict, saved } = data
  const title = name || 'New criterion'
  return (
    <>
      <Breadcrumb crumbs={[{ label: 'Criteria', href: adminHref('adminCriteria') }, { label: title }]} />
      <PageHeading lead="Part of the draft. The public can see it once the draft is published.">{title}</PageHeading>
      <AdminNotice
        says={conflict ? conflicts[conflict] : saved ? { tone: 'success', title: 'Saved in the draft' } : null}
      />
      <CriterionForm data={data} />
      {id && name && (
        <Disclosure summary="Remove this criterion" className="mt-12 max-w-form">
          <p className="mb-4">
            Assessments with the next version do not ask for it. Assessments that have already started still do.
          </p>
          <form method="post" action={adminHref('adminCriterion', { id })}>
            <input type="hidden" name="intent" value="remove" />
            <input type="hidden" name="revision" value={data.revision} />
            <Button type="submit" variant="danger">
              Remove from the draft
            </Button>
          </form>
        </Disclosure>
      )}
    </>
  )
}

function CriterionForm({ data: { id, typed, problems, revision, conflict } }: { data: AdminCriterionData }) {
  const field = (name: (typeof criterionFields)[number]) => ({
    name,
    defaultValue: typed[name] ?? '',
    error: problemOf(problems, name),
  })
  return (
    <form
      key={`${revision} ${conflict} ${JSON.stringify(problems)}`}
      method="post"
      action={adminHref('adminCriterion', { id: id ?? 'new' })}
      noValidate
      data-unsaved={conflict ? '' : undefined}
      className="mt-8 flex flex-col gap-6 max-w-form"
    >
      <ErrorSummary problems={problems} />
      <input type="hidden" name="revision" value={revision} />
      <TextInput {...field('name')} label="Name" maxLength={80} autoComplete="off" />
      <Select
        {...field('group')}
        label="Group"
        placeholder="Choose a group"
        options={criterionGroupNames.map((group) => ({ value: group, label: criterionGroups[group] }))}
      />
      <TextArea {...field('asked')} label="What is asked for" rows={3} maxLength={600} />
      <TextArea {...field('why')} label="Why" rows={3} maxLength={600} />
      <TextArea {...field('good')} label="What a good document looks like" rows={4} maxLength={600} />
      <Checkbox
        name="expires"
        value="1"
        label="Its documents have a last day, which we ask for"
        defaultChecked={typed.expires === '1'}
      />
      <TextInput
        {...field('graceDays')}
        label="Days of grace"
        optional
        hint="How many days after the last day an entry that must have it is suspended. Only if documents have a last day."
        inputMode="numeric"
        maxLength={2}
      />
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
        <Button type="submit">Save and go back</Button>
        <Button type="submit" variant="quiet" name="next" value="stay">
          Save and stay here
        </Button>
      </div>
    </form>
  )
}
