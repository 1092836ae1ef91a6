import { figure } from '#domain/figures.ts'
import type { Criterion } from './criterion.ts'
import { criterionGroups, ruleEventTypes } from './criterion-groups.ts'

type FieldDifference = { field: string; before: string; after: string }

export type CriteriaDifference =
  | { kind: 'added' | 'removed'; id: string; name: string }
  | { kind: 'changed'; id: string; name: string; fields: FieldDifference[] }
  /** The order of those in both versions. */
  | { kind: 'moved'; id: ''; name: '' }

const fields: Record<string, (criterion: Criterion) => string> = {
  Name: ({ name }) => name,
  Group: ({ group }) => criterionGroups[group],
  'What is asked': ({ asked }) => asked,
  Why: ({ why }) => why,
  'A good document': ({ good }) => good,
  'Last day': ({ expires, graceDays }) =>
    expires ? `Asked for, with ${graceDays ?? 0} days of grace` : 'Not asked for',
  'For which events': ({ rules }) => rules.map(ruleWords).join('; '),
}

export function compareCriteria(before: readonly Criterion[], after: readonly Criterion[]): CriteriaDifference[] {
  const found = (criteria: readonly Criterion[], id: string) => criteria.find((criterion) => criterion.id === id)
  const added = after.filter(({ id }) => !found(before, id))
  const removed = before.filter(({ id }) => !found(after, id))
  const changed = after.flatMap((criterion): CriteriaDifference[] => {
    const earlier = found(before, criterion.id)
    const differing = earlier ? fieldsThatDiffer(earlier, criterion) : []
    return differing.length > 0 ? [{ kind: 'changed', id: criterion.id, name: criterion.name, fields: differing }] : []
  })
  const staying = (criteria: readonly Criterion[], others: readonly Criterion[]) =>
    criteria.filter(({ id }) => found(others, id)).map(({ id }) => id)
  const isMoved = staying(before, after).join() !== staying(after, before).join()
  return [
    ...added.map(({ id, name }) => ({ kind: 'added' as const, id, name })),
    ...changed,
    ...removed.map(({ id, name }) => ({ kind: 'removed' as const, id, name })),
    ...(isMoved ? [{ kind: 'moved' as const, id: '' as const, name: '' as const }] : []),
  ]
}

function fieldsThatDiffer(before: Criterion, after: Criterion): FieldDifference[] {
  return Object.entries(fields)
    .map(([field, words]) => ({ field, before: words(before), after: words(after) }))
    .filter((difference) => difference.before !== difference.after)
}

/** 'Must: Public event, from 200 people'. */
export function ruleWords({ level, types, categories, from }: Criterion['rules'][number]): string {
  const events = types ? types.map((each) => ruleEventTypes[each]).join(', ') : 'every event'
  const parts = [events, categories?.join(', '), from && from > 1 ? `from ${figure(from)} people` : null]
  return `${level === 'must' ? 'Must' : 'Should'}: ${parts.filter(Boolean).join(', ')}`
}
