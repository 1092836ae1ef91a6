import { type } from 'arktype'
import { refuse } from '#wire/field-failures.ts'
import { moment } from '#wire/formats.ts'
import { canBeSaved } from './rules.ts'

const maxFields = 40
const longestAnswer = 6_000
/** In characters, of all answers together: more than twice what the form's fields can hold. */
const longestTogether = 20_000

/** Answers by field: texts as they stand there, finished or not. Nothing is trimmed; half of a surrogate pair, which PostgreSQL cannot store, is replaced. */
const answers = type({ '[string]': `string <= ${longestAnswer}` })
  .narrow((given, ctx) =>
    Object.keys(given).length <= maxFields && Object.keys(given).every((field) => /^\w{1,40}$/.test(field))
      ? true
      : refuse(ctx, 'These are not answers to the application form'),
  )
  .narrow((given, ctx) => {
    const together = Object.values(given).reduce((sum, text) => sum + text.length, 0)
    return together <= longestTogether || refuse(ctx, 'Use fewer characters')
  })
  .narrow((given, ctx) => canBeSaved(given) || refuse(ctx, 'Please enter a valid email address', 'email'))
  .pipe((given) => Object.fromEntries(Object.entries(given).map(([field, text]) => [field, text.toWellFormed()])))

/** What `POST /api/application-draft` takes. */
export const saveDraftSchema = type({
  /** The draft and the revision of it that the page has seen; null and 0 for none. */
  id: type('string.uuid').or('null'),
  revision: '0 <= number.integer <= 1000000000',
  /** The page that writes, by an id that it has made up, and the how-many-th attempt of it this is. */
  writer: 'string.uuid',
  count: '0 <= number.integer <= 9007199254740991',
  answers,
  submissionKey: 'string.uuid',
}).onUndeclaredKey('delete')

const mark = { id: 'string.uuid', revision: 'number.integer', savedAt: moment, expiresAt: moment } as const

export const savedMarkAnswer = type(mark)

export const draftAnswer = type({ ...mark, answers: { '[string]': 'string' }, submissionKey: 'string.uuid' })

export const savedDraftAnswer = type({ saved: draftAnswer.or('null') })

export const linkSentAnswer = type({ sent: 'true' })

export const deletedAnswer = type({ deleted: 'true' })
