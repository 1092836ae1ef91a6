import type { RateLimit } from '../../../../database/rate-limit.ts'

/** One allowance for the call and for the page's own post. */
export const leadLimit: RateLimit = { name: 'quickapply-lead', points: 60, seconds: 600 }
