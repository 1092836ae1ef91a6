import { type } from 'arktype'
import { paragraphs } from '#wire/text-schema.ts'
import { reasonKindNames, reasonTextLimit } from '../reason-kinds.ts'

/** A reason text as its form sends it. */
export const reasonTextSchema = type({
  kind: type.enumerated(...reasonKindNames).configure({ sentence: 'Choose what it is a reason for' }),
  text: paragraphs(reasonTextLimit, 'Write the text'),
  /** The text that is changed; empty for a new one. */
  id: type('string <= 100').default(''),
  /** Its revision when the form was made, or the id of a new text. */
  seen: 'string <= 100',
}).onUndeclaredKey('delete')
