import { type } from 'arktype'
import { isDay } from '#domain/calendar-day.ts'
import { refuse } from '#wire/field-failures.ts'
import { day, moment } from '#wire/formats.ts'
import { dayMalformed, fileLimits } from './rules.ts'

const tooLarge = 'The file is larger than 20 MB. Send a smaller one, or split it in two'

const expiresOn = type('string <= 10')
  .narrow((text, ctx) => text === '' || isDay(text) || refuse(ctx, dayMalformed))
  .pipe((text) => text || null)
  .configure({ sentence: dayMalformed })

const what = 'Choose what the document is for'
const criterionId = type(/^[a-z\d-]{1,60}$/).configure({ sentence: what, missing: what })

/** What `POST /api/evidence/uploads` takes. */
export const startUploadSchema = type({
  applicationId: type('string.uuid').configure({ sentence: 'Name the application by its id' }),
  criterionId,
  name: type('string <= 1000').configure({ sentence: 'The name of the file is too long' }),
  bytes: type('number.integer')
    .narrow((bytes, ctx) => bytes > 0 || refuse(ctx, 'The file is empty'))
    .narrow((bytes, ctx) => bytes <= fileLimits.fileBytes || refuse(ctx, tooLarge))
    .configure({ missing: 'Say how large the file is' }),
  'expiresOn?': expiresOn,
  'noLastDay?': 'boolean',
}).onUndeclaredKey('delete')
export type StartUpload = typeof startUploadSchema.infer

/** The fields of the form without a script, apart from its file. */
export const fileFormSchema = startUploadSchema.pick('criterionId', 'expiresOn')
export type FileForm = typeof fileFormSchema.infer

export const uploadAnswer = type({
  id: 'string.uuid',
  /** Size of each piece but the last, in bytes. */
  pieceBytes: 'number.integer',
  /** How many pieces are stored from the first on without a gap: the position of the next one to send. */
  received: 'number.integer',
  /** Positions of the pieces that are not stored yet. */
  toSend: 'number.integer[]',
})
export type UploadState = typeof uploadAnswer.infer

export const fileAnswer = type({
  id: 'string.uuid',
  criterionId: 'string',
  name: 'string',
  /** Null until its content has been looked at. */
  mediaType: 'string | null',
  bytes: 'number.integer',
  /** How many pages `/evidence/files/{id}/preview` shows; null of what can only be downloaded. */
  pages: 'number.integer | null',
  /** `checking` until its content has been checked and scanned; only `ready` can be read. */
  state: "'checking' | 'ready' | 'refused' | 'purged'",
  /** `unscanned` where no scanner is connected. */
  scan: "'waiting' | 'clean' | 'infected' | 'unscanned'",
  /** Why it was refused, or what its check waits for; otherwise empty. */
  reason: 'string',
  expiresOn: day.or('null'),
  uploadedAt: moment,
  purgedAt: moment.or('null'),
})
export type EvidenceFile = typeof fileAnswer.infer
