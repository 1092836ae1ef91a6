import { type } from 'arktype'
import { assuranceNames } from '#domain/assurance.ts'
import { isDay } from '#domain/calendar-day.ts'
import { registerStatusNames } from '#domain/register-status.ts'
import { typedLimit } from '#domain/typed-number.ts'
import { refuse } from '#wire/field-failures.ts'
import { address, day, moment } from '#wire/formats.ts'
import { leafChangeNames } from '#wire/leaf.ts'
import { pageLimit } from '#wire/list-query.ts'
import { maxCandidates, maxChanges, maxChecked } from './limits.ts'

export const changesQuerySchema = type({
  'since?': type(/^\d{1,15}$/)
    .pipe(Number)
    .to('number.integer >= 0')
    .configure({ sentence: 'Use the number that the last answer gave as next' })
    .describe('the position after which to begin; left out or 0, from the first change on'),
  'first?': type("'1'").describe(
    'the position of the first change, as `nextPage` has it: with it a full page may be kept, since positions began at 0 before',
  ),
  'log?': type('string <= 300').describe(
    'name of the public log as the last answer gave it; if the log was started again since, the answer is 409',
  ),
  'limit?': pageLimit(maxChanges),
})

const change = type({
  /** 1, 2, 3 and so on; its index in the public log is one less. */
  position: 'number.integer >= 1',
  number: 'string',
  change: type.enumerated(...leafChangeNames),
  at: moment,
  status: type.enumerated(...registerStatusNames),
  assurance: type.enumerated(...assuranceNames),
  validFrom: moment,
  validUntil: moment.or('null'),
  entry: address,
  proof: address,
})
export type Change = typeof change.infer

export const changesSchema = type({
  /** Null while nothing is signed. */
  log: 'string | null',
  changes: change.array(),
  /** Sent as `since` next time; null while there is no change. */
  next: 'number.integer | null',
  nextPage: address,
  more: 'boolean',
})

/** Lets everything pass, so that a key in the address is seen and refused. */
export const anyQuery = type('Record<string, string>')

const asked = type({
  number: type(`1 <= string <= ${typedLimit}`).configure({ sentence: `Use a number of 1 to ${typedLimit} characters` }),
})
  .or({
    name: type('1 <= string <= 200').configure({ sentence: 'Use a name of 1 to 200 characters' }),
    date: type('string')
      .narrow((text, ctx) => isDay(text) || refuse(ctx, 'Use a day such as 2027-05-27'))
      .configure({ format: 'date' }),
  })
  .configure({ sentence: 'Give the number of an event, or its name and its date, such as 2027-05-27' })

export const checkSchema = type({
  events: asked
    .array()
    .atLeastLength(1)
    .atMostLength(maxChecked)
    .configure({ sentence: `Ask about 1 to ${maxChecked} events, each by its number or by its name and date` }),
})

const checkedEntry = type({
  number: 'string',
  title: 'string',
  organiser: 'string',
  date: day.or('null'),
  status: type.enumerated(...registerStatusNames),
  accredited: 'boolean',
  statusReason: 'string | null',
  /** The change is named as in `GET /api/changes`. */
  statusChangedAt: moment,
  statusChange: 'string',
  assurance: type.enumerated(...assuranceNames),
  validUntil: moment.or('null'),
  entry: address,
})
export type CheckedEntry = typeof checkedEntry.infer

export const checkedSchema = type({
  /** In the order of the events asked about. */
  results: type({
    /** near: entries that may be meant. */
    match: "'exact' | 'near' | 'none'",
    entry: checkedEntry.or('null'),
    candidates: checkedEntry.array().atMostLength(maxCandidates),
  }).array(),
})
export type CheckResult = (typeof checkedSchema.infer)['results'][number]
