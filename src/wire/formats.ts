import { type } from 'arktype'

// Texts whose form the OpenAPI document names (JSON Schema, `format` and `pattern`). The server writes them; nothing is refused here.

/** A day in Europe/London, `2027-05-27`. */
export const day = type('string').configure({ format: 'date' })
/** A time of day in Europe/London, `19:30`. */
export const clockTime = type(/^\d\d:\d\d$/)
/** A moment in UTC, `2027-05-27T18:30:00.000Z`. */
export const moment = type('string').configure({ format: 'date-time' })
/** A whole web address. */
export const address = type('string').configure({ format: 'uri' })
/** A web address, or a path on this site. */
export const addressOrPath = type('string').configure({ format: 'uri-reference' })
