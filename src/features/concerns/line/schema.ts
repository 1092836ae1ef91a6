import { type } from 'arktype'
import { isMailAddress } from '#domain/mail-address.ts'
import { honeypotName } from '#ui/honeypot-field.tsx'
import { refuse } from '#wire/field-failures.ts'
import { line, optionalParagraphs, paragraphs, requiredLine } from '#wire/text-schema.ts'
import { concernSubjects, concernLimits as limits } from './rules.ts'

const optionalEmail = line(limits.email)
  .narrow(
    (address, ctx) => address === '' || isMailAddress(address) || refuse(ctx, 'Please enter a valid email address'),
  )
  .default('')

const choice = (sentence: string) => ({ sentence, missing: sentence })

/** What `POST /api/concerns` and the form's own post take. Fields that are not named here are dropped. */
export const concernSchema = type({
  about: type.enumerated(...concernSubjects.map(({ value }) => value)).configure(choice('Choose what it is about')),
  event: requiredLine(limits.event, 'Enter the name of the event or the number of its certificate'),
  place: line(limits.place).default(''),
  happened: paragraphs(limits.happened, 'Tell us what happened'),
  occurred: line(limits.occurred).default(''),
  inDanger: type("'yes' | 'no'").configure(choice('Say whether anyone is in danger now')),
  name: line(limits.name).default(''),
  email: optionalEmail,
  [honeypotName]: type('string <= 1000').default(''),
}).onUndeclaredKey('delete')
export type ConcernReport = typeof concernSchema.infer

export const concernAnswer = type({
  reference: 'string',
  /** Of the status page: whoever has it can see where the case stands. */
  statusUrl: 'string',
  /** By when somebody takes it up. */
  promisedAt: type('string').configure({ format: 'date-time' }),
})

/** What the reporter adds on the status page. */
export const messageSchema = type({ message: paragraphs(limits.message, 'Write your message') })

/** What the organiser answers. */
export const replySchema = type({
  answer: paragraphs(limits.answer, 'Write your answer'),
  publicReply: optionalParagraphs(limits.publicReply).default(''),
})
