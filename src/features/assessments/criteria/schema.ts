import { type } from 'arktype'
import { eventCategories } from '#domain/categories.ts'
import { refuse } from '#wire/field-failures.ts'
import { moment } from '#wire/formats.ts'
import { criterionGroupNames, ruleEventTypeNames } from './criterion-groups.ts'

/** What is left out holds for all events. */
const applicabilityRule = type({
  level: "'must' | 'should'",
  'types?': type.enumerated(...ruleEventTypeNames).array(),
  'categories?': type.enumerated(...eventCategories).array(),
  /** The minimum number of people. */
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
  /** We ask for the last day of its documents. */
  'expires?': 'boolean',
  /** Days after that last day before an entry that must have it is suspended. */
  'graceDays?': '0 <= number.integer <= 90',
  /** The first that fits an event decides. */
  rules: applicabilityRule.array().atLeastLength(1),
})

export const criteriaQuerySchema = type({
  'version?': type('string')
    .narrow((digits, ctx) => /^[1-9]\d{0,8}$/.test(digits) || refuse(ctx, 'Use the number of a version'))
    .pipe(Number)
    .to('1 <= number.integer <= 999999999'),
}).onUndeclaredKey('delete')

const versionFields = {
  version: 'number.integer',
  publishedAt: moment,
  /** What is new in it. */
  note: 'string',
} as const

export const criteriaAnswer = type({
  ...versionFields,
  criteria: criterionSchema.array(),
  /** Every version, the newest first. */
  versions: type(versionFields).array(),
})
