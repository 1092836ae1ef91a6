import { type } from 'arktype'
import { takeRateLimit } from '#database/rate-limit.ts'
import { sendDraftLink } from '#features/applications/access/server/create-access-link.ts'
import { answer, command, read } from '#requests/command.ts'
import { draftCookie, noDraftCookie, readDraftId } from '#requests/ownership.ts'
import { failure } from '#wire/failure.ts'
import { refuse } from '#wire/field-failures.ts'
import { moment } from '#wire/formats.ts'
import { canBeSaved } from '../rules.ts'
import { deleteDraft, heldDraft, saveDraft } from './save-draft.ts'

const maxFields = 40
const longestAnswer = 6_000
/** Characters of all answers together: more than twice what the form's fields can hold. */
const longestTogether = 20_000

/** Texts as they were typed, not trimmed; half of a surrogate pair, which PostgreSQL cannot store, is replaced. */
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

const saveDraftSchema = type({
  /** What the page has seen; null and 0 for none. */
  id: type('string.uuid').or('null'),
  revision: '0 <= number.integer <= 1000000000',
  /** The id that a page has made up for itself, and the number of its attempt. */
  writer: 'string.uuid',
  count: '0 <= number.integer <= 9007199254740991',
  answers,
  submissionKey: 'string.uuid',
}).onUndeclaredKey('delete')

const mark = { id: 'string.uuid', revision: 'number.integer', savedAt: moment, expiresAt: moment } as const

const draftAnswer = type({ ...mark, answers: { '[string]': 'string' }, submissionKey: 'string.uuid' })

/** A draft that exists can be saved far more often. */
const newDraftLimit = { name: 'new-application-draft', points: 30, seconds: 600 }
export const draftLinkLimit = { name: 'application-draft-link', points: 6, seconds: 600 }

export const getApplicationDraft = read({
  permission: 'owner',
  cookie: 'draft',
  summary: 'The unfinished application of this browser',
  description: 'The one named in the signed cookie of this browser. `saved` is null if there is none.',
  answers: { 200: type({ saved: draftAnswer.or('null') }) },
  failures: {},
  limit: { name: 'application-draft-read', points: 300, seconds: 600 },
  run: async ({ headers, services }) =>
    answer({ saved: await heldDraft(services, readDraftId(headers.get('cookie') ?? '', services)) }),
})

export const saveApplicationDraft = command({
  permission: 'owner',
  cookie: 'draft',
  summary: 'Save the unfinished application of this browser',
  description:
    'The answers must have an email address. They are kept for 60 days after the last change. Each call sets the signed cookie that names them.',
  schema: saveDraftSchema,
  answers: { 200: type(mark), 201: type(mark) },
  headers: ['Set-Cookie'],
  failures: {
    forbidden: 'The call has an id but not the cookie of that draft.',
    conflict: {
      when: 'Another tab or device has changed it since that revision. `saved` is what is stored, and nothing was changed.',
      details: type({ saved: draftAnswer }),
    },
    'too-many': 'This email address has started too many applications.',
  },
  limit: { name: 'application-draft', points: 900, seconds: 600 },
  run: async ({ input, headers, visitor, services }) => {
    const held = readDraftId(headers.get('cookie') ?? '', services)
    if (!held && input.id) {
      return failure('forbidden', 'Without its cookie this browser cannot change the draft.')
    }
    if (!held) {
      const wait = await takeRateLimit(services.sql, newDraftLimit, visitor.address)
      if (wait !== null) return failure('too-many', 'You have tried too many times. Please wait.', { retryAfter: wait })
    }
    const outcome = await saveDraft(services, held, input)
    const { id, revision, savedAt, expiresAt } = outcome.draft
    if (outcome.kind === 'other') {
      return failure('conflict', 'These answers were changed somewhere else.', {
        details: { saved: outcome.draft },
      })
    }
    // So that the cookie lasts as long as the draft.
    const cookies = [draftCookie(headers.get('cookie') ?? '', id, services)]
    return answer({ id, revision, savedAt, expiresAt }, { status: outcome.isNew ? 201 : 200, cookies })
  },
})

export const sendApplicationDraftLink = command({
  permission: 'owner',
  cookie: 'draft',
  summary: 'Email a link to the unfinished application of this browser',
  description: 'Only to the email address in the answers. The link works once, within 14 days.',
  answers: { 200: type({ sent: 'true' }) },
  failures: {
    'not-found': 'This browser has no saved answers.',
    'too-many': 'This email address has had too many links.',
  },
  limit: draftLinkLimit,
  run: async ({ headers, services }) => {
    const draft = await heldDraft(services, readDraftId(headers.get('cookie') ?? '', services))
    if (!draft) return failure('not-found', 'There are no saved answers.')
    const wait = await sendDraftLink(services, { draftId: draft.id, email: draft.answers.email!.trim() })
    if (wait === null) return answer({ sent: true })
    const minutes = Math.ceil(wait / 60)
    const words = `You have tried too many times. Please wait ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`
    return failure('too-many', words, { retryAfter: wait })
  },
})

export const deleteApplicationDraft = command({
  permission: 'owner',
  cookie: 'draft',
  summary: 'Delete the unfinished application of this browser',
  description: 'Deletes every answer and every link to it, at once. Also succeeds if there is none.',
  answers: { 200: type({ deleted: 'true' }) },
  headers: ['Set-Cookie'],
  failures: {},
  limit: { name: 'application-draft-delete', points: 60, seconds: 600 },
  run: async ({ headers, services }) => {
    const held = readDraftId(headers.get('cookie') ?? '', services)
    if (held) await deleteDraft(services.sql, { id: held })
    return answer({ deleted: true }, { cookies: held ? [noDraftCookie(services)] : [] })
  },
})
