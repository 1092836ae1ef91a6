import { type } from 'arktype'
import { refuse } from '#wire/field-failures.ts'
import { requiredLine } from '#wire/text-schema.ts'

/** Any address that may have been taken once, in small letters: text, @, text, dot, text. */
export const emailAddress = requiredLine(254, 'Email is required')
  .narrow(
    (address, ctx) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(address) || refuse(ctx, 'Please enter a valid email address'),
  )
  .pipe((address) => address.toLowerCase())

export const erasureSchema = type({
  email: emailAddress,
  reason: requiredLine(300, 'Say why, for example that the person has asked'),
  sure: type("'1'").configure({
    sentence: 'Tick the box: this cannot be undone',
    missing: 'Tick the box: this cannot be undone',
  }),
}).onUndeclaredKey('delete')
