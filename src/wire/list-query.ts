import { type } from 'arktype'
import { type Failure, failure } from './failure.ts'
import { refuse } from './field-failures.ts'

/** What is said of a cursor that no answer of ours has handed out. */
export const cursorSentence = 'Use the cursor from the Link header of the previous page'

/** How many things one answer of a list has, as it stands in an address: a whole number from 1 to `max`. */
export function pageLimit(max: number) {
  const sentence = `Use a whole number from 1 to ${max}`
  return type('string')
    .narrow(
      (digits, ctx) =>
        (/^\d{1,9}$/.test(digits) && Number(digits) >= 1 && Number(digits) <= max) || refuse(ctx, sentence),
    )
    .pipe(Number)
    .to(`1 <= number.integer <= ${max}`)
    .configure({ default: max })
}

/** The failure of a cursor that has the right form and leads nowhere. */
export function badCursor(): Failure {
  const fields = [{ field: 'cursor', message: cursorSentence }]
  return failure('invalid', 'Some of the information is missing or not valid.', { fields })
}
