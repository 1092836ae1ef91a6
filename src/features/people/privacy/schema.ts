import { type } from 'arktype'
import { refuse } from '#wire/field-failures.ts'
import { requiredLine } from '#wire/text-schema.ts'

/** An address that data is looked up by, in small letters, as it may have been taken once: text, @, text, dot, text. */
export const emailAddress = requiredLine(254, 'Email is required')
  .narrow(
    (address, ctx) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(address) || refuse(ctx, 'Please enter a valid email address'),
  )
  .pipe((address) => address.toLowerCase())

/** What the admin area erases: whose data, and why. */
export const erasureSchema = type({
  email: emailAddress,
  reason: requiredLine(300, 'Say why, for example that the person has asked'),
  sure: type("'1'").configure({
    sentence: 'Tick the box: this cannot be undone',
    missing: 'Tick the box: this cannot be undone',
  }),
}).onUndeclaredKey('delete')
