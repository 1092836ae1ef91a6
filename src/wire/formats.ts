import { type } from 'arktype'

// Formats for the OpenAPI document; the server writes these texts, so nothing is refused.

export const day = type('string').configure({ format: 'date' })
export const clockTime = type(/^\d\d:\d\d$/)
export const moment = type('string').configure({ format: 'date-time' })
export const address = type('string').configure({ format: 'uri' })
export const addressOrPath = type('string').configure({ format: 'uri-reference' })
