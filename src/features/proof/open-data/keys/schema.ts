import { type } from 'arktype'
import { honeypotName } from '#ui/honeypot-field.tsx'
import { emailLine, requiredLine } from '#wire/text-schema.ts'
import { nameLimit } from './rules.ts'

/** What the form for a key takes. */
export const keyRequestSchema = type({
  name: requiredLine(nameLimit, 'Enter your name or the name of your organisation'),
  email: emailLine,
  [honeypotName]: type('string <= 1000').default(''),
}).onUndeclaredKey('delete')
