import { type } from 'arktype'
import { honeypotName } from '#ui/honeypot-field.tsx'
import type { FieldFailure } from '#wire/failure.ts'
import { fieldFailures } from '#wire/field-failures.ts'
import { emailLine, line, phoneLine, requiredLine } from '#wire/text-schema.ts'
import { type Draft, type StepId, sentences } from './rules.ts'

/** The word is what a form posts. */
function yesOrNo(sentence: string) {
  return type("boolean | 'yes' | 'no'")
    .configure({ sentence })
    .pipe((answer) => answer === true || answer === 'yes')
    .configure({ sentence })
}

const companySchema = type({ companyName: requiredLine(200, sentences.companyName) })

const questionsSchema = type({
  hasTicketedEvents: yesOrNo(sentences.hasTicketedEvents),
  wantsMoreAttendance: yesOrNo(sentences.wantsMoreAttendance),
})

const contactSchema = type({
  name: requiredLine(120, sentences.name),
  email: emailLine('Enter your email address'),
  phone: phoneLine(sentences.phone),
})

export const stepSchemas = { company: companySchema, questions: questionsSchema, contact: contactSchema }

export function stepProblems(step: StepId, draft: Draft): FieldFailure[] {
  const checked = stepSchemas[step](draft)
  return checked instanceof type.errors ? fieldFailures(checked, stepSchemas[step]) : []
}

/** The server stores its own wording of the consent, not the sender's. */
export const leadSchema = type({
  '...': companySchema,
  hasTicketedEvents: questionsSchema.get('hasTicketedEvents'),
  wantsMoreAttendance: questionsSchema.get('wantsMoreAttendance'),
  name: contactSchema.get('name'),
  email: contactSchema.get('email'),
  phone: contactSchema.get('phone'),
  marketingConsent: type('boolean').default(false),
  [honeypotName]: line(1000).default(''),
}).onUndeclaredKey('delete')
