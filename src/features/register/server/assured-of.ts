import type { Assurance } from '#domain/assurance.ts'
import type { Assured } from '#features/register/what-was-checked.tsx'
import type { Check } from './assurance-queries.ts'

type Row = { assurance: Assurance; assuredOn: string | null; nextReviewOn: string | null; checks: Check[] }

export function assuredOf({ assurance, assuredOn, nextReviewOn, checks }: Row): Assured {
  return {
    level: assurance,
    on: assuredOn,
    nextReviewOn,
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
