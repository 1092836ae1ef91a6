import type { RateLimit } from '#database/rate-limit.ts'

/** Most changes in one answer, and how many come when the call does not say. */
export const maxChanges = 1000

export const maxChecked = 200
/** A check counts as one call for each so many events begun. */
export const checkedPerCall = 20
/** Most candidates for a name that the register does not hold just so on that day. */
export const maxCandidates = 3

/** What can be asked for without a key, counted by client address: calls of `/api/changes` and `/api/check` together. */
export const addressLimit: RateLimit = { name: 'open-data', points: 60, seconds: 60 }
export const keyLimit: RateLimit = { name: 'open-data-key', points: 600, seconds: 60 }
/** With any keys from one client address: keys are given to everyone, and more of them are not to mean more calls without end. */
export const keysOfAddressLimit: RateLimit = { name: 'open-data-keys', points: 1200, seconds: 60 }
