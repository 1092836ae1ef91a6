import { type } from 'arktype'
import { assuranceNames } from '#domain/assurance.ts'
import { isDay } from '#domain/calendar-day.ts'
import { registerStatusNames } from '#domain/register-status.ts'
import { typedLimit } from '#domain/typed-number.ts'
import { refuse } from '#wire/field-failures.ts'
import { address, day, moment } from '#wire/formats.ts'
import { type LeafChange, leafChanges } from '#wire/leaf.ts'
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
  /** Its place among all changes: 1, 2, 3 and so on. The index of its entry in the public log is one less. */
  position: 'number.integer >= 1',
  number: 'string',
  change: type.enumerated(...(Object.keys(leafChanges) as LeafChange[])),
  at: moment,
  status: type.enumerated(...registerStatusNames),
  assurance: type.enumerated(...assuranceNames),
  validFrom: moment,
  validUntil: moment.or('null'),
  /** The page that says what the register holds of the entry today. */
  entry: address,
  /** The proof that the entry's newest change is in the public log. */
  proof: address,
})
export type Change = typeof change.infer

export const changesSchema = type({
  /** Name of the public log; null as long as nothing was signed. */
  log: 'string | null',
  changes: change.array(),
  /** To be sent as `since` next time; null where there is no change yet. */
  next: 'number.integer | null',
  /** The address of the next page. */
  nextPage: address,
  /** Whether there were more changes when this was answered. */
  more: 'boolean',
})

/** Takes no parameters, and lets through what is there: a key in the address is to be refused. */
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
  /** Why, where it was said in public. */
  statusReason: 'string | null',
  /** When the status became what it is, and by what: a change as `GET /api/changes` names it. */
  statusChangedAt: moment,
  statusChange: 'string',
  assurance: type.enumerated(...assuranceNames),
  validUntil: moment.or('null'),
  /** The page that says what the register holds of the entry. */
  entry: address,
})
export type CheckedEntry = typeof checkedEntry.infer

export const checkedSchema = type({
  /** One for each event asked about, in that order. */
  results: type({
    /** exact: the number, or one entry of that name on that day. near: entries that may be meant. none: the register holds nothing like it. */
    match: "'exact' | 'near' | 'none'",
    entry: checkedEntry.or('null'),
    candidates: checkedEntry.array().atMostLength(maxCandidates),
  }).array(),
})
export type Checked = (typeof checkedSchema.infer)['results'][number]
