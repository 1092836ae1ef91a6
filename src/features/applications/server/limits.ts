import type { RateLimit } from '../../../database/rate-limit.ts'

/** How many applications one visitor may send, by whichever way. */
export const applicationLimit: RateLimit = { name: 'applications', points: 120, seconds: 600 }
