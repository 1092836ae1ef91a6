import { type } from 'arktype'
import { eventCategories } from '../../../domain/categories.ts'

/** What a criterion is about, in the order in which they are shown. */
export const criterionGroups = {
  safety: 'Safety',
  safeguarding: 'Safeguarding',
  insurance: 'Insurance',
  governance: 'Governance',
  community: 'Community and access',
} as const
export type CriterionGroup = keyof typeof criterionGroups

const eventTypes = ['physical', 'online', 'private'] as const

/** For which events a criterion is a must or a should. What is left out holds for all. */
const applicabilityRule = type({
  level: "'must' | 'should'",
  'types?': type.enumerated(...eventTypes).array(),
  'categories?': type.enumerated(...eventCategories).array(),
  /** From how many people on: the sizes of the scheme are 1, 200 and 800. */
  'from?': '1 <= number.integer <= 1000000',
})

/** One criterion of a version of the catalogue, as it is stored, shown and given out by `/api/criteria`. */
export const criterionSchema = type({
  /** Stays the same from version to version. */
  id: '/^[a-z][a-z0-9-]{1,38}[a-z0-9]$/',
  name: '1 <= string <= 80',
  group: type.enumerated(...(Object.keys(criterionGroups) as CriterionGroup[])),
  asked: '1 <= string <= 600',
  why: '1 <= string <= 600',
  /** What a good document looks like. */
  good: '1 <= string <= 600',
  /** Its documents have a last day, which is asked for. */
  'expires?': 'boolean',
  /** Days after that last day before an entry that must have it is suspended. */
  'graceDays?': '0 <= number.integer <= 90',
  /** The first that fits an event decides. */
  rules: applicabilityRule.array().atLeastLength(1),
})
export type Criterion = typeof criterionSchema.infer
export type CriterionLevel = 'must' | 'should'

/** What is known of an event when it is decided which criteria apply. */
export type AssessedEvent = { eventType: string; category: string; capacity: number | null }

/** @returns whether an event must or should meet a criterion; null where it does not apply. An unknown capacity counts as under 200. */
export function levelFor(criterion: Criterion, event: AssessedEvent): CriterionLevel | null {
  const rule = criterion.rules.find(
    ({ types, categories, from }) =>
      (!types || types.some((each) => each === event.eventType)) &&
      (!categories || categories.some((each) => each === event.category)) &&
      (event.capacity ?? 1) >= (from ?? 1),
  )
  return rule?.level ?? null
}

/** The criteria that apply to an event, each with its level, in the order of their groups. */
export function criteriaFor<Each extends Criterion>(
  criteria: readonly Each[],
  event: AssessedEvent,
): (Each & { level: CriterionLevel })[] {
  const groups = Object.keys(criterionGroups)
  return criteria
    .flatMap((criterion) => {
      const level = levelFor(criterion, event)
      return level ? [{ ...criterion, level }] : []
    })
    .sort((one, other) => groups.indexOf(one.group) - groups.indexOf(other.group))
}
