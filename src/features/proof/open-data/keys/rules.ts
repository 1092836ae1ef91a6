/** What every key begins with, so that people and programs that look for leaked secrets know it. */
export const keyPrefix = 'rk_'
export const keyPattern = /^rk_[\w-]{43}$/

/** Most keys in use of one email address. */
export const maxKeys = 5
/** Days that a chart of a key's use shows. */
export const chartDays = 30
