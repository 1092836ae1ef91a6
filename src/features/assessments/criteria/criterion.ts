import { criterionGroupNames } from './criterion-groups.ts'
import type { criterionSchema } from './schema.ts'

export type Criterion = typeof criterionSchema.infer
export type CriterionLevel = 'must' | 'should'

export type AskedDocument = Pick<Criterion, 'group'> & { expires?: boolean | undefined }

/** An insurance without a last day is not enough: nobody knows until when it covers. */
export function wantsLastDay({ group, expires }: AskedDocument): boolean {
  return group === 'insurance' && expires === true
}

export type AssessedEvent = { eventType: string; category: string; capacity: number | null }

/** Null where the criterion does not apply. An unknown capacity counts as under 200. */
export function levelFor(criterion: Criterion, event: AssessedEvent): CriterionLevel | null {
  const rule = criterion.rules.find(
    ({ types, categories, from }) =>
      (!types || types.some((each) => each === event.eventType)) &&
      (!categories || categories.some((each) => each === event.category)) &&
      (event.capacity ?? 1) >= (from ?? 1),
  )
  return rule?.level ?? null
}

/** The criteria that apply to an event, in the order of their groups. */
export function criteriaFor<Each extends Criterion>(
  criteria: readonly Each[],
  event: AssessedEvent,
): (Each & { level: CriterionLevel })[] {
  return criteria
    .flatMap((criterion) => {
      const level = levelFor(criterion, event)
      return level ? [{ ...criterion, level }] : []
    })
    .sort((one, other) => criterionGroupNames.indexOf(one.group) - criterionGroupNames.indexOf(other.group))
}
