import { type } from 'arktype'
import { isDay } from '#domain/calendar-day.ts'
import { isWhen } from '#domain/date-filters.ts'
import { type Failure, failure } from './failure.ts'
import { refuse } from './field-failures.ts'
import { addressOrPath } from './formats.ts'

export const cursorSentence = 'Use the cursor from the Link header of the previous page'

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

export function badCursor(): Failure {
  const fields = [{ field: 'cursor', message: cursorSentence }]
  return failure('invalid', 'Some of the information is missing or not valid.', { fields })
}

const dayOfList = type('string')
  .narrow((text, ctx) => isDay(text) || refuse(ctx, 'Use a day such as 2027-05-27'))
  .configure({ format: 'date' })

export const datesQuery = {
  'when?': type('string')
    .narrow((text, ctx) => isWhen(text) || refuse(ctx, 'Say weekend, month or a month such as 2027-03'))
    .describe('weekend (this one), month (this one) or a month, such as 2027-03'),
  'from?': dayOfList.describe('first day'),
  'to?': dayOfList.describe('last day; entries without a date are in no range of days'),
} as const

export const suggestQuerySchema = type({
  'q?': type('string <= 100')
    .configure({ sentence: 'Use at most 100 characters' })
    .describe('what has been typed so far'),
  'of?': type("'city'").describe('city: cities alone'),
}).onUndeclaredKey('delete')

export const suggestionSchema = type({
  title: 'string',
  detail: 'string',
  url: addressOrPath,
})
export type Suggestion = typeof suggestionSchema.infer
