import { type } from 'arktype'
import { startUploadSchema } from '#features/assessments/files/schema.ts'
import { paragraphs } from '#wire/text-schema.ts'
import { reasonLimit } from './rules.ts'

const criterionId = type('/^[a-z][a-z0-9-]{1,38}[a-z0-9]$/')

/** Why a criterion does not apply to an event, in its organiser's words. */
export const notApplicableSchema = type({
  criterionId,
  reason: paragraphs(reasonLimit, 'Say why this does not apply'),
})

export const appliesSchema = type({ criterionId })

/** The last day of a document that came without it, where its criterion asks for one. */
export const lastDaySchema = startUploadSchema.pick('expiresOn', 'noLastDay').merge({ uploadId: 'string.uuid' })

export const removeUploadSchema = type({ uploadId: 'string.uuid' })

export const removeFileSchema = type({ fileId: 'string.uuid' })
