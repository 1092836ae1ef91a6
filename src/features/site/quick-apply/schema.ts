import { type } from 'arktype'
import { honeypotName } from '#ui/honeypot-field.tsx'
import type { FieldFailure } from '#wire/failure.ts'
import { fieldFailures } from '#wire/field-failures.ts'
import { emailLine, line, phoneLine, requiredLine } from '#wire/text-schema.ts'
import { type Draft, type StepId, sentences } from './rules.ts'

/** A yes or no: a boolean, or the word as a form posts it. */
function yesOrNo(sentence: string) {
  return type("boolean | 'yes' | 'no'")
    .configure({ sentence })
    .pipe((answer) => answer === true || answer === 'yes')
    .configure({ sentence })
}

/** Step 1. */
const companySchema = type({ companyName: requiredLine(200, sentences.companyName) })

/** Step 2. */
const questionsSchema = type({
  hasTicketedEvents: yesOrNo(sentences.hasTicketedEvents),
  wantsMoreAttendance: yesOrNo(sentences.wantsMoreAttendance),
})

/** Step 3. */
const contactSchema = type({
  name: requiredLine(120, sentences.name),
  email: emailLine,
  phone: phoneLine(sentences.phone),
})

const steps = { company: companySchema, questions: questionsSchema, contact: contactSchema }

/** What is missing or wrong in one step; empty when it may be left. */
export function stepProblems(step: StepId, draft: Draft): FieldFailure[] {
  const checked = steps[step](draft)
  return checked instanceof type.errors ? fieldFailures(checked, steps[step]) : []
}

/** A whole lead. `marketingConsent` is the box beside the wording in `content.ts`; the server stores that wording, not the sender's. */
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
export type Lead = typeof leadSchema.infer
