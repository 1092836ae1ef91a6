import type { FieldFailure } from '#wire/failure.ts'
import type { CriteriaDifference } from '../compare-criteria.ts'
import type { Criterion } from '../criterion.ts'
import type { CriteriaVersion } from '../standards.tsx'
import type { TypedCriterion } from './criterion-form.ts'

/** What a post has come to. `changed`: somebody else has changed the draft meanwhile; `same`: there is nothing to publish. */
export type CriteriaNotice =
  | 'begun'
  | 'added'
  | 'saved'
  | 'moved'
  | 'removed'
  | 'published'
  | 'discarded'
  | 'changed'
  | 'same'

export type CriteriaDraft = {
  criteria: Criterion[]
  revision: number
  /** ISO 8601 in UTC. */
  changedAt: string
  changedByName: string | null
}

export type AdminCriteriaData = {
  published: CriteriaVersion & { criteria: Criterion[] }
  /** The next version while it is written, with what it changes; null where there is none. */
  draft: (CriteriaDraft & { differences: CriteriaDifference[] }) | null
  notice: CriteriaNotice | null
  /** What was typed into the form that publishes. */
  note: string
  problems: FieldFailure[]
}

export type AdminCriterionData = {
  /** Null for a new one. */
  id: string | null
  /** Its name as it is stored. */
  name: string
  typed: TypedCriterion
  problems: FieldFailure[]
  /** Of the draft; goes back with the form. */
  revision: number
  /** Why what was typed is not saved: the draft was changed by somebody else, or is no longer there. */
  conflict: 'changed' | 'no-draft' | null
  /** It has just been saved. */
  saved: boolean
}
