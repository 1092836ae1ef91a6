import { type } from 'arktype'
import { honeypotName } from '#ui/honeypot-field.tsx'
import { emailLine, line, requiredLine } from '#wire/text-schema.ts'

export const signUpSchema = type({
  name: requiredLine(120, 'Name is required'),
  email: emailLine,
  [honeypotName]: line(1000).default(''),
}).onUndeclaredKey('delete')
export type SignUp = typeof signUpSchema.infer

/** The same for an address that has signed up before: nobody learns who has. */
export const signUpAnswer = type({ id: 'string.uuid' })
