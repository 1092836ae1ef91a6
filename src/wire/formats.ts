import { type } from 'arktype'

// Texts whose form the OpenAPI document names. The server writes them; nothing is refused here.

export const day = type('string').configure({ format: 'date' })
export const clockTime = type(/^\d\d:\d\d$/)
export const moment = type('string').configure({ format: 'date-time' })
export const address = type('string').configure({ format: 'uri' })
export const addressOrPath = type('string').configure({ format: 'uri-reference' })
