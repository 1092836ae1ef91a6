import { type } from 'arktype'
import { refuse } from '../../../wire/field-failures.ts'
import { moment } from '../../../wire/formats.ts'
import { criterionSchema } from './criterion.ts'

const versionSentence = 'Ask for a version by its number'

/** Query of the criteria: a version, or none for the latest. */
export const criteriaQuerySchema = type({
  'version?': type('string')
    .narrow((digits, ctx) => /^[1-9]\d{0,8}$/.test(digits) || refuse(ctx, versionSentence))
    .pipe(Number)
    .to('1 <= number.integer <= 999999999'),
}).onUndeclaredKey('delete')

const versionFields = {
  version: 'number.integer',
  publishedAt: moment,
  /** What is new in it. */
  note: 'string',
} as const

/** The criteria as they are given out. */
export const criteriaAnswer = type({
  ...versionFields,
  criteria: criterionSchema.array(),
  /** Every version, the newest first. */
  versions: type(versionFields).array(),
})
