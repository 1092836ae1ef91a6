import { type } from 'arktype'
import { assuranceNames } from '../../domain/assurance.ts'
import { registerStatusNames } from '../../domain/register-status.ts'
import { address, moment } from '../../wire/formats.ts'
import { pageLimit } from '../../wire/list-query.ts'
import { type LeafChange, leafChanges } from '../proof/leaf.ts'
import { mostChanges } from './limits.ts'

/** Query of `GET /api/changes`. */
export const changesQuerySchema = type({
  'since?': type(/^\d{1,15}$/)
    .pipe(Number)
    .to('number.integer >= 0')
    .configure({ sentence: 'Use the number that the last answer gave as next' })
    .describe('the position after which to begin; left out, from the first change on'),
  'log?': type('string <= 300').describe(
    'name of the public log as the last answer gave it; if the log was started again since, the answer is 409',
  ),
  'limit?': pageLimit(mostChanges),
})

const change = type({
  /** Its number in the public log: 0, 1, 2 and so on. */
  position: 'number.integer >= 0',
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
