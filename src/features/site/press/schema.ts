import { type } from 'arktype'
import { honeypotName } from '#ui/honeypot-field.tsx'
import { emailLine, line } from '#wire/text-schema.ts'

/** What the subscription form sends. */
export const subscriptionSchema = type({
  email: emailLine,
  [honeypotName]: line(1000).default(''),
}).onUndeclaredKey('delete')

/** The same whether or not the address is subscribed: nobody learns who is. */
export const subscriptionAnswer = type({ success: 'true', message: 'string' })
