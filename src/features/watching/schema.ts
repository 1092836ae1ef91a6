import { type } from 'arktype'
import { honeypotName } from '#ui/honeypot-field.tsx'
import { emailLine, line } from '#wire/text-schema.ts'
import { cadenceNames } from './rules.ts'

const cadence = type.enumerated(...cadenceNames).configure({ sentence: 'Choose how often' })

/** What the form on `/follow` sends. */
export const followSchema = type({
  /** The subject as the query of an address. */
  of: line(600).default(''),
  email: emailLine,
  cadence,
  [honeypotName]: line(1000).default(''),
}).onUndeclaredKey('delete')

/** What changes one follow of those on a person's page, or stops it. */
export const changeFollowSchema = type({
  id: 'string.uuid',
  cadence: cadence.default('weekly'),
  intent: type.enumerated('stop', 'change').default('change'),
}).onUndeclaredKey('delete')
