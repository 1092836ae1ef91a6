import { type } from 'arktype'
import pLimit from 'p-limit'
import { answer, command, read } from '#requests/command.ts'
import { failure, isFailure } from '#wire/failure.ts'
import { fileLimits, pieceCount } from '../rules.ts'
import { type EvidenceFile, fileAnswer, startUploadSchema, uploadAnswer } from '../schema.ts'
import { dropUnfinished, findFile } from './queries.ts'
import { finishWhole, ownUpload, startUpload, takePiece, uploadState } from './upload.ts'

const ofOwner = { permission: 'owner', cookie: 'mine' } as const
const byId = type({ id: 'string.uuid' })
const nothingHere = 'There is no such upload, or it was started in another browser.'
const begunLimit = { name: 'evidence-uploads', points: 600, seconds: 3600 }
const pieceLimit = { name: 'evidence-pieces', points: 6000, seconds: 3600 }

/** Pieces that are written at the same time. */
const storing = pLimit(2)

export const startEvidenceUpload = command({
  ...ofOwner,
  summary: 'Start sending a document',
  description: `A file has at most 20 MB. \`criterionId\` is what it is for: a criterion, or \`condition-\` and the id of a condition of the accreditation. Where the criterion asks for a last day (\`expires\`), \`expiresOn\` names it, or \`noLastDay\` says that there is none. What is not finished after ${fileLimits.unfinishedHours} hours is deleted.`,
  schema: startUploadSchema,
  limit: begunLimit,
  answers: { 201: uploadAnswer },
  failures: {
    forbidden: 'This browser did not send the application.',
    conflict:
      'The email address of the application is not confirmed; or a limit is reached: unfinished uploads, bytes in all, bytes in a day, or the space for documents.',
  },
  run: async ({ input, visitor, services }) => {
    const begun = await startUpload(services, visitor, input)
    if (isFailure(begun)) return begun
    const row = await ownUpload(services.sql, begun.id, visitor)
    return answer(uploadState(row!), { status: 201 })
  },
})

export const readEvidenceUpload = read({
  ...ofOwner,
  summary: 'How much of a document has arrived',
  params: byId,
  answers: { 200: uploadAnswer },
  failures: { 'not-found': nothingHere },
  run: async ({ params, visitor, services }) => {
    const row = await ownUpload(services.sql, params.id, visitor)
    if (row) return answer(uploadState(row))
    // Its check is over, so it has arrived whole.
    const [file] = await findFile(services.sql, { fileId: params.id })
    if (!file || !(await visitor.isOwnerOf(file.applicationId, file.organisationId)))
      return failure('not-found', nothingHere)
    const { id, bytes } = file
    return answer({ id, pieceBytes: fileLimits.pieceBytes, received: pieceCount(bytes), toSend: [] })
  },
})

export const sendEvidencePiece = command({
  ...ofOwner,
  summary: 'Send one part of a document',
  description: 'The answer comes once the part is stored. You can send parts in any order, and more than once.',
  params: type({ id: 'string.uuid', position: type('string <= 2').to('string.integer.parse') }),
  bytes: fileLimits.pieceBytes,
  limit: pieceLimit,
  answers: { 200: uploadAnswer },
  failures: {
    'not-found': nothingHere,
    conflict: 'The file has no such part, the part has a different size, or the file is complete.',
    'too-large': 'The part is larger than 1 MB.',
    unsupported: 'The part is compressed.',
  },
  run: async ({ params, readBytes, visitor, services }) => {
    const { sql } = services
    const row = await ownUpload(sql, params.id, visitor)
    if (!row) return failure('not-found', nothingHere)
    const content = await readBytes()
    if (isFailure(content)) return content
    const refused = await storing(() => takePiece(sql, row, params.position, content))
    if (refused) return refused
    const positions = [...new Set([...row.positions, params.position])]
    return answer(uploadState({ ...row, positions }))
  },
})

export const finishEvidenceUpload = command({
  ...ofOwner,
  summary: 'End an upload',
  description: 'We then check the type and content of the document, and scan it for viruses if a scanner is connected.',
  params: byId,
  answers: { 200: fileAnswer, 201: fileAnswer },
  failures: {
    'not-found': nothingHere,
    conflict: { when: 'Parts are missing. `toSend` lists them.', details: type({ toSend: 'number.integer[]' }) },
  },
  run: async ({ params, visitor, services }) => {
    const { sql } = services
    const row = await ownUpload(sql, params.id, visitor)
    if (row && !row.finishedAt && !(await finishWhole(services, row.id))) {
      const { toSend } = uploadState((await ownUpload(sql, params.id, visitor)) ?? row)
      if (toSend.length > 0) return failure('conflict', 'Parts of the file have not arrived.', { details: { toSend } })
    }
    const [file] = await findFile(sql, { fileId: params.id })
    if (!file || !(await visitor.isOwnerOf(file.applicationId, file.organisationId)))
      return failure('not-found', nothingHere)
    const { applicationId, organisationId, ...shown } = file
    return answer(shown satisfies EvidenceFile, { status: row && !row.finishedAt ? 201 : 200 })
  },
})

export const cancelEvidenceUpload = command({
  ...ofOwner,
  summary: 'Cancel an upload',
  params: byId,
  answers: { 200: byId },
  failures: { 'not-found': nothingHere, conflict: 'The document is complete.' },
  run: async ({ params, visitor, services }) => {
    const row = await ownUpload(services.sql, params.id, visitor)
    if (!row) return failure('not-found', nothingHere)
    const [dropped] = await dropUnfinished(services.sql, { uploadId: row.id })
    return dropped ? answer({ id: dropped.id }) : failure('conflict', 'We already have the document.')
  },
})
