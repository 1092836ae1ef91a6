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

const company = { companyName: requiredLine(200, sentences.companyName) }
const questions = {
  hasTicketedEvents: yesOrNo(sentences.hasTicketedEvents),
  wantsMoreAttendance: yesOrNo(sentences.wantsMoreAttendance),
}
const contact = {
  name: requiredLine(120, sentences.name),
  email: emailLine('Enter your email address'),
  phone: phoneLine(sentences.phone),
}

export const stepSchemas = { company: type(company), questions: type(questions), contact: type(contact) }

export function stepProblems(step: StepId, draft: Draft): FieldFailure[] {
  const checked = stepSchemas[step](draft)
  return checked instanceof type.errors ? fieldFailures(checked, stepSchemas[step]) : []
}

/** The server stores its own wording of the consent, not the sender's. */
export const leadSchema = type({
  ...company,
  ...questions,
  ...contact,
  marketingConsent: type('boolean').default(false),
  [honeypotName]: line(1000).default(''),
}).onUndeclaredKey('delete')
