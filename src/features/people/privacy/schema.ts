import { type } from 'arktype'
import { honeypotName } from '../../../ui/honeypot-field.tsx'
import { refuse } from '../../../wire/field-failures.ts'
import { emailLine, line, paragraphs, requiredLine } from '../../../wire/text-schema.ts'
import { complaintLimits, complaintSubjects } from './rules.ts'

/** An address that data is looked up by, in small letters, as it may have been taken once: text, @, text, dot, text. */
export const emailAddress = requiredLine(complaintLimits.email, 'Email is required')
  .narrow(
    (address, ctx) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(address) || refuse(ctx, 'Please enter a valid email address'),
  )
  .pipe((address) => address.toLowerCase())

/** What the complaint form takes. Fields that are not named here are dropped. */
export const complaintSchema = type({
  about: type
    .enumerated(...complaintSubjects.map(({ value }) => value))
    .configure({ sentence: 'Choose what it is about', missing: 'Choose what it is about' }),
  concerns: line(complaintLimits.concerns).default(''),
  message: paragraphs(complaintLimits.message, 'Tell us what happened'),
  name: requiredLine(complaintLimits.name, 'Name is required'),
  email: emailLine,
  phone: line(complaintLimits.phone).default(''),
  [honeypotName]: type('string <= 1000').default(''),
}).onUndeclaredKey('delete')
export type Complaint = typeof complaintSchema.infer

/** The answer that closes a complaint. */
export const outcomeSchema = type({
  outcome: paragraphs(complaintLimits.message, 'Write what was found and what follows'),
})

/** What the admin area erases: whose data, and why. */
export const erasureSchema = type({
  email: emailAddress,
  reason: requiredLine(300, 'Say why, for example that the person has asked'),
  sure: type("'1'").configure({
    sentence: 'Tick the box: this cannot be undone',
    missing: 'Tick the box: this cannot be undone',
  }),
}).onUndeclaredKey('delete')
