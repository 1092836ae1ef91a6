import { type } from 'arktype'
import { honeypotName } from '#ui/honeypot-field.tsx'
import { emailLine, line, optionalPhoneLine, paragraphs, requiredLine } from '#wire/text-schema.ts'
import { complaintLimits, complaintSubjects } from './rules.ts'

/** What the complaint form takes. Fields that are not named here are dropped. */
export const complaintSchema = type({
  about: type
    .enumerated(...complaintSubjects.map(({ value }) => value))
    .configure({ sentence: 'Choose what it is about', missing: 'Choose what it is about' }),
  concerns: line(complaintLimits.concerns).default(''),
  message: paragraphs(complaintLimits.message, 'Tell us what happened'),
  name: requiredLine(complaintLimits.name, 'Name is required'),
  email: emailLine,
  phone: optionalPhoneLine.default(''),
  [honeypotName]: type('string <= 1000').default(''),
}).onUndeclaredKey('delete')
export type Complaint = typeof complaintSchema.infer
