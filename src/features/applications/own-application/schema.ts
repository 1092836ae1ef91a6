import { type } from 'arktype'
import { eventDraftSchema, organisationSchema } from '#features/applications/schema.ts'
import { optionalParagraphs } from '#wire/text-schema.ts'
import { withdrawalLimit } from './rules.ts'

/** The corrected application, whole: checked as it was when it was sent. */
export const changeSchema = type({
  /** The revision that was shown when the correction was begun. */
  revision: '1 <= number.integer <= 1000000000',
  organisation: organisationSchema,
  eventDraft: eventDraftSchema,
}).onUndeclaredKey('delete')

/** The event as it would be, whole. */
export const proposeSchema = type({
  revision: '1 <= number.integer <= 1000000000',
  eventDraft: eventDraftSchema,
}).onUndeclaredKey('delete')

export const withdrawSchema = type({ reason: optionalParagraphs(withdrawalLimit).default('') }).onUndeclaredKey(
  'delete',
)
