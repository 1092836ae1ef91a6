import type { RateLimit } from '#database/rate-limit.ts'

/** Also the default. */
export const maxChanges = 1000

export const maxChecked = 200
/** Events that count as one call. */
export const checkedPerCall = 20
export const maxCandidates = 3

/** Without a key, by client address: `/api/changes` and `/api/check` together. */
export const addressLimit: RateLimit = { name: 'open-data', points: 60, seconds: 60 }
export const keyLimit: RateLimit = { name: 'open-data-key', points: 600, seconds: 60 }
/** With any keys from one address: anyone can get keys, and more keys must not mean more calls. */
export const keysOfAddressLimit: RateLimit = { name: 'open-data-keys', points: 1200, seconds: 60 }

/** So that scanners for leaked secrets know a key. */
export const keyPrefix = 'rk_'
export const keyPattern = /^rk_[\w-]{43}$/

/** In use, of one email address. */
export const maxKeys = 5
export const chartDays = 30
