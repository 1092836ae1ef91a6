import type { Criterion } from '../criterion.ts'

export const criterionFields = ['name', 'group', 'asked', 'why', 'good', 'expires', 'graceDays'] as const
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
  const texts = Object.fromEntries(criterionFields.map((name) => [name, form[name] ?? '']))
  const rules = Array.from({ length: ruleRows(form) }, (_, index) =>
    Object.fromEntries(ruleFields.map((name) => [name, form[`rules.${index}.${name}`] ?? ''])),
  )
  return { ...texts, rules, revision: form.revision ?? '' }
}
