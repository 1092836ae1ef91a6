import { type } from 'arktype'
import { eventCategories } from '#domain/categories.ts'
import { refuse } from '#wire/field-failures.ts'
import { moment } from '#wire/formats.ts'
import { criterionGroupNames, ruleEventTypeNames } from './criterion-groups.ts'

/** For which events a criterion is a must or a should. What is left out holds for all. */
const applicabilityRule = type({
  level: "'must' | 'should'",
  'types?': type.enumerated(...ruleEventTypeNames).array(),
  'categories?': type.enumerated(...eventCategories).array(),
  /** Minimum number of people on: the sizes of the scheme are 1, 200 and 800. */
  'from?': '1 <= number.integer <= 1000000',
})

export const criterionSchema = type({
  /** Stays the same from version to version. */
  id: '/^[a-z][a-z0-9-]{1,38}[a-z0-9]$/',
  name: '1 <= string <= 80',
  group: type.enumerated(...criterionGroupNames),
  asked: '1 <= string <= 600',
  why: '1 <= string <= 600',
  /** What a good document looks like. */
  good: '1 <= string <= 600',
  /** Its documents have a last day, which we ask for. */
  'expires?': 'boolean',
  /** Days after that last day before an entry that must have it is suspended. */
  'graceDays?': '0 <= number.integer <= 90',
  /** The first that fits an event decides. */
  rules: applicabilityRule.array().atLeastLength(1),
})

/** Query of the criteria: a version, or none for the latest. */
export const criteriaQuerySchema = type({
  'version?': type('string')
    .narrow((digits, ctx) => isVersion(digits) || refuse(ctx, 'Use the number of a version'))
    .pipe(Number)
    .to('1 <= number.integer <= 999999999'),
}).onUndeclaredKey('delete')

function isVersion(digits: string): boolean {
  return /^[1-9]\d{0,8}$/.test(digits)
}

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
