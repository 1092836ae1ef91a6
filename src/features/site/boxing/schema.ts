import { type } from 'arktype'
import { honeypotName } from '#ui/honeypot-field.tsx'
import { emailLine, line, phoneLine, requiredLine } from '#wire/text-schema.ts'
import { maxGuests, ticketTypes } from './rules.ts'

/** Prices and totals are not asked for: those are ours. */
export const reservationSchema = type({
  guests: type(`1 <= number.integer <= ${maxGuests}`).configure({ sentence: 'Choose from 1 to 10 guests' }),
  ticketType: type
    .enumerated(...ticketTypes.map(({ id }) => id))
    .configure({ sentence: 'Choose one of the ticket types' }),
  name: requiredLine(120, 'Enter your name'),
  email: emailLine('Enter your email address'),
  phone: phoneLine('Enter your phone number'),
  'submissionKey?': type('string.uuid').configure({ sentence: 'The submission key must be a UUID' }),
  [honeypotName]: line(1000).default(''),
}).onUndeclaredKey('delete')

export const reservationAnswer = type({
  id: 'string.uuid',
  reference: 'string',
  ticketType: 'string',
  guests: 'number.integer',
  totalPence: 'number.integer',
  /** Null where the address is confirmed. */
  confirmBy: 'string | null',
  /** The address was not confirmed in time. */
  isReleased: 'boolean',
})

/** Nothing in it says whose it is. */
export type Reservation = Omit<typeof reservationAnswer.infer, 'reference'>
