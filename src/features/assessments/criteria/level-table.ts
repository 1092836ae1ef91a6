import { eventCategories } from '#domain/categories.ts'
import { figure } from '#domain/figures.ts'
import { type Criterion, type CriterionLevel, levelFor } from './criterion.ts'
import { ruleEventTypeNames, ruleEventTypes } from './criterion-groups.ts'

/** A row for each kind of event, a column for each size. */
type LevelTable = { sizes: string[]; rows: { event: string; levels: (CriterionLevel | null)[] }[] }

/** In people. */
const schemeSizes = [1, 200, 800]

/** The least number of people of each size at which rules may differ. */
export function sizeStarts(criteria: readonly Criterion[]): number[] {
  const named = criteria.flatMap(({ rules }) => rules.map(({ from }) => from ?? 1))
  return [...new Set([...schemeSizes, ...named])].sort((a, b) => a - b)
}

/** Events for which a criterion is never asked have no row. */
export function levelTable(criterion: Criterion): LevelTable {
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
        event: `${typeWords(types)}${categoryWords(categories)}`,
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

function typeWords(types: string[]): string {
  return types.length === ruleEventTypeNames.length ? 'Every event' : types.join(', ')
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
