import { eventCategories } from '#domain/categories.ts'
import { CheckboxGroup } from '#ui/choices.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { Select, TextInput } from '#ui/field.tsx'
import type { FieldFailure } from '#wire/failure.ts'
import { problemOf } from '#wire/form.ts'
import { ruleEventTypeNames, ruleEventTypes } from '../criterion-groups.ts'
import type { ruleFields, TypedCriterion } from './criterion-form.ts'

export function RuleFields({
  index,
  typed,
  problems,
}: {
  index: number
  typed: TypedCriterion
  problems: FieldFailure[]
}) {
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
