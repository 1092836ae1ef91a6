import { type } from 'arktype'
import { paragraphs } from '../../../wire/text-schema.ts'
import { reasonLimit } from './rules.ts'

const criterionId = type('/^[a-z][a-z0-9-]{1,38}[a-z0-9]$/')

/** Why a criterion does not apply to an event, in its organiser's words. */
export const notApplicableSchema = type({
  applicationId: 'string.uuid',
  criterionId,
  reason: paragraphs(reasonLimit, 'Say why this does not apply'),
})

export const appliesSchema = type({ applicationId: 'string.uuid', criterionId })

export const removeFileSchema = type({ applicationId: 'string.uuid', fileId: 'string.uuid' })
