import { type } from 'arktype'
import { decoyName } from '../../ui/decoy-field.tsx'
import { emailLine, line, requiredLine } from '../../wire/text-schema.ts'

/** A yes or no: a boolean, or the word as a form posts it. */
function yesOrNo(sentence: string) {
  return type("boolean | 'yes' | 'no'")
    .configure({ sentence })
    .pipe((answer) => answer === true || answer === 'yes')
    .configure({ sentence })
}

/** Step 1. */
export const companySchema = type({ companyName: requiredLine(200, 'Company name is required') })

/** Step 2. */
export const questionsSchema = type({
  hasTicketedEvents: yesOrNo('Say whether your company runs ticketed events'),
  wantsMoreAttendance: yesOrNo('Say whether you would like more people to attend'),
})

/** Step 3. */
export const contactSchema = type({
  name: requiredLine(120, 'Name is required'),
  email: emailLine,
  phone: requiredLine(40, 'Phone number is required'),
})

/** A whole lead. `marketingConsent` is the box beside the wording in `content.ts`; the server stores that wording, not the sender's. */
export const leadSchema = type({
  '...': companySchema,
  hasTicketedEvents: questionsSchema.get('hasTicketedEvents'),
  wantsMoreAttendance: questionsSchema.get('wantsMoreAttendance'),
  name: contactSchema.get('name'),
  email: contactSchema.get('email'),
  phone: contactSchema.get('phone'),
  marketingConsent: type('boolean').default(false),
  [decoyName]: line(1000).default(''),
}).onUndeclaredKey('delete')
export type Lead = typeof leadSchema.infer
