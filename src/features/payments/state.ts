import type { NotSold } from '#domain/open-decisions.ts'

/**
 * What is not known yet of an open payment page. `under-way`: a slow payment is being sent. `unanswered`: the provider could not be
 * asked whether it was paid.
 */
export type Outstanding = 'under-way' | 'unanswered'

/** Why nothing is sold for an approved application. */
export type Closed = Exclude<NotSold, 'not-approved'>
