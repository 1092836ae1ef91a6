import type { RateLimit } from '../../database/rate-limit.ts'

/** Most changes in one answer, and how many come when the call does not say. */
export const mostChanges = 1000

/** What can be asked for without a key, counted by client address: calls of `/api/changes` and `/api/check` together. */
export const addressLimit: RateLimit = { name: 'open-data', points: 60, seconds: 60 }
