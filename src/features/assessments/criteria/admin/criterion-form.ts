import { box, form, listed, paragraphs, text, wholeNumber } from '#wire/define-form.ts'
import type { Criterion } from '../criterion.ts'
import { criterionGroups } from '../criterion-groups.ts'

export const criterionForm = form({
  name: text({ label: 'Name', max: 80, required: 'Give the criterion a name', autoComplete: 'off' }),
  group: listed({ label: 'Group', none: 'Choose a group', choices: criterionGroups, required: 'Choose a group' }),
  asked: paragraphs({ label: 'What is asked for', rows: 3, max: 600, required: 'Say what is asked for' }),
  why: paragraphs({ label: 'Why', rows: 3, max: 600, required: 'Say why it is asked for' }),
  good: paragraphs({
    label: 'What a good document looks like',
    rows: 4,
    max: 600,
    required: 'Say what a good document looks like',
  }),
  expires: box({ label: 'Its documents have a last day, which we ask for' }),
  graceDays: wholeNumber({
    label: 'Days of grace',
    optional: true,
    hint: 'How many days after the last day an entry that must have it is suspended. Only if documents have a last day.',
    min: 0,
    max: 90,
  }),
})
export const ruleFields = ['level', 'types', 'categories', 'from', 'order'] as const

const maxRules = 12

/** A criterion's form as texts, by the names of its fields; a rule's are `rules.0.level` and so on. */
export type TypedCriterion = Record<string, string>

export function ruleRows(typed: TypedCriterion): number {
  return Math.min(maxRules, Math.max(1, Number(typed.ruleRows) || 0))
}

/** With an empty rule at the end. @param criterion null for a new one. */
export function typedCriterion(criterion: Criterion | null): TypedCriterion {
  if (!criterion) return { ruleRows: '1' }
  const { id: _, rules, expires, graceDays, ...texts } = criterion
  const typed: TypedCriterion = {
    ...texts,
    expires: expires ? '1' : '',
    graceDays: graceDays === undefined ? '' : String(graceDays),
    ruleRows: String(rules.length + 1),
  }
  for (const [index, rule] of rules.entries()) {
    const field = (name: (typeof ruleFields)[number]) => `rules.${index}.${name}`
    typed[field('level')] = rule.level
    typed[field('types')] = rule.types?.join(',') ?? ''
    typed[field('categories')] = rule.categories?.join(',') ?? ''
    typed[field('from')] = rule.from === undefined ? '' : String(rule.from)
    typed[field('order')] = String(index + 1)
  }
  return typed
}

export function inputOfCriterion(form: Readonly<Record<string, string>>) {
  const texts = Object.fromEntries(Object.keys(criterionForm.fields).map((name) => [name, form[name] ?? '']))
  const rules = Array.from({ length: ruleRows(form) }, (_, index) =>
    Object.fromEntries(ruleFields.map((name) => [name, form[`rules.${index}.${name}`] ?? ''])),
  )
  return { ...texts, rules, revision: form.revision ?? '' }
}
