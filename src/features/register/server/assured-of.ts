import type { Assurance } from '#domain/assurance.ts'
import type { Assured } from '#features/register/what-was-checked.tsx'
import type { Check } from './assurance-queries.ts'

type Row = { assurance: Assurance; assured_on: string | null; next_review_on: string | null; checks: Check[] }

/** How far an entry was checked, as its pages show it. */
export function assuredOf({ assurance, assured_on, next_review_on, checks }: Row): Assured {
  return {
    level: assurance,
    on: assured_on,
    nextReviewOn: next_review_on,
    checks: checks.map(({ name, result, checkedBy, checkedOn, basis, basisOn, basisText }) => ({
      name,
      result,
      by: checkedBy,
      on: checkedOn,
      basis,
      basisOn,
      basisText,
    })),
  }
}
