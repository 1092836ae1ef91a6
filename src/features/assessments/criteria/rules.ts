import { eventCategories } from '#domain/categories.ts'
import { figure } from '#domain/figures.ts'
import { type Criterion, type CriterionLevel, levelFor } from './criterion.ts'
import { criterionGroups, ruleEventTypeNames, ruleEventTypes } from './criterion-groups.ts'

/** In people. */
const schemeSizes = [1, 200, 800]

/** The least number of people of each size at which rules may differ. */
export function sizeStarts(criteria: readonly Criterion[]): number[] {
  const named = criteria.flatMap(({ rules }) => rules.map(({ from }) => from ?? 1))
  return [...new Set([...schemeSizes, ...named])].sort((a, b) => a - b)
}

/** A row for each kind of event, a column for each size. Events for which a criterion is never asked have no row. */
export function levelTable(criterion: Criterion) {
  const starts = sizeStarts([criterion])
  const rowsOf = new Map<string, { types: string[]; groups: Map<string, string[]> }>()
  for (const eventType of ruleEventTypeNames) {
    const groups = Map.groupBy(eventCategories, (category) =>
      starts.map((capacity) => levelFor(criterion, { eventType, category, capacity }) ?? '').join(),
    ) as Map<string, string[]>
    // Types of events that are treated alike share their rows.
    const key = JSON.stringify([...groups])
    const known = rowsOf.get(key) ?? { types: [], groups }
    rowsOf.set(key, { ...known, types: [...known.types, ruleEventTypes[eventType]] })
  }
  const rows = [...rowsOf.values()].flatMap(({ types, groups }) =>
    [...groups]
      .map(([levels, categories]) => ({
        event:
          (types.length === ruleEventTypeNames.length ? 'Every event' : types.join(', ')) + categoryWords(categories),
        levels: levels.split(',').map((level) => (level || null) as CriterionLevel | null),
      }))
      .filter(({ levels }) => levels.some(Boolean)),
  )
  return { sizes: starts.map((start, index) => sizeWords(start, starts[index + 1])), rows }
}

function sizeWords(start: number, next: number | undefined): string {
  if (next === undefined) return `${figure(start)} and more`
  return start === 1 ? `Under ${figure(next)}` : `${figure(start)} to ${figure(next - 1)}`
}

function categoryWords(categories: string[]): string {
  const others = eventCategories.filter((category) => !categories.includes(category))
  if (others.length === 0) return ''
  return categories.length <= others.length ? `: ${categories.join(', ')}` : `, all but ${others.join(', ')}`
}

export function levelSummary(criterion: Criterion): string {
  const { rows } = levelTable(criterion)
  const levels = rows.flatMap((row) => row.levels)
  if (!levels.includes('must'))
    return levels.includes(null) || rows[0]?.event !== 'Every event' ? 'Should, for some events' : 'Should'
  return rows.length === 1 && rows[0]!.event === 'Every event' && levels.every((level) => level === 'must')
    ? 'Must'
    : 'Must, for some events'
}

export type CriteriaDifference =
  | { kind: 'added' | 'removed'; id: string; name: string }
  | { kind: 'changed'; id: string; name: string; fields: { field: string; before: string; after: string }[] }
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
    if (!earlier) return []
    const differing = Object.entries(fields)
      .map(([field, words]) => ({ field, before: words(earlier), after: words(criterion) }))
      .filter((difference) => difference.before !== difference.after)
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

/** 'Must: Public event, from 200 people'. */
export function ruleWords({ level, types, categories, from }: Criterion['rules'][number]): string {
  const events = types ? types.map((each) => ruleEventTypes[each]).join(', ') : 'every event'
  const parts = [events, categories?.join(', '), from && from > 1 ? `from ${figure(from)} people` : null]
  return `${level === 'must' ? 'Must' : 'Should'}: ${parts.filter(Boolean).join(', ')}`
}
