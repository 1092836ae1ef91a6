import { type } from 'arktype'
import { honeypotName } from '#ui/honeypot-field.tsx'
import { emailLine, line, optionalPhoneLine, paragraphs, phoneSentence, requiredLine } from '#wire/text-schema.ts'
import { type EnquiryField, enquiryLimits, sentences } from './rules.ts'

const strange = 'Use letters, numbers and punctuation only'

/** Left out, null and empty are the same. */
function optionalLine(field: EnquiryField) {
  return (
    type('null')
      .pipe(() => '')
      .or(line(enquiryLimits[field]))
      // Of a choice between kinds only the whole can say what is wrong.
      .configure({ sentence: `${strange}, at most ${enquiryLimits[field]}` })
      .default('')
  )
}

/** What `POST /api/contact` and the form's own post take. Fields that are not named here are dropped. */
export const enquirySchema = type({
  name: requiredLine(enquiryLimits.name, sentences.name),
  email: emailLine,
  company: optionalLine('company'),
  phone: type('null')
    .pipe(() => '')
    .or(optionalPhoneLine)
    .configure({ sentence: phoneSentence })
    .default(''),
  subject: optionalLine('subject'),
  message: paragraphs(enquiryLimits.message, sentences.message),
  [honeypotName]: type('string <= 1000').default(''),
}).onUndeclaredKey('delete')
export type Enquiry = typeof enquirySchema.infer

export const enquiryAnswer = type({ success: 'true', message: 'string' })
