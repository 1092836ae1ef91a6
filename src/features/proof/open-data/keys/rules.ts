/** So that scanners for leaked secrets know a key. */
export const keyPrefix = 'rk_'
export const keyPattern = /^rk_[\w-]{43}$/

/** In use, of one email address. */
export const maxKeys = 5
export const chartDays = 30
