import type { Services } from '#requests/services.ts'
import { type Failure, failure } from '#wire/failure.ts'
import type { ChangeableRow } from '../queries.ts'
import { closedOf, closedWords, wayToChange } from '../rules.ts'

/** Null where it can be corrected, if only its event. */
export function correctionRefusal(row: ChangeableRow | undefined, services: Pick<Services, 'brand'>): Failure | null {
  return row && wayToChange(row) === 'event' ? null : withdrawalRefusal(row, services)
}

/** Null where it can be withdrawn. */
export function withdrawalRefusal(row: ChangeableRow | undefined, { brand }: Pick<Services, 'brand'>): Failure | null {
  if (!row) return failure('not-found', "The application you're looking for doesn't exist.")
  const closed = closedOf(row)
  if (!closed) return null
  const toAsk = closed.because === 'withdrawn' ? '' : ` Write to ${brand.complianceEmail} and quote ${row.reference}.`
  return failure('conflict', `${closedWords(closed)}${toAsk}`, { details: { because: closed.because, at: closed.at } })
}
