import { type } from 'arktype'
import { apiPatterns } from '../../../../api-paths.ts'
import { answer, type Endpoint, endpoint } from '../../../../endpoint.ts'
import { failure } from '../../../../wire/failure.ts'
import { pieceCharacters } from '../rules.ts'
import { importStartedSchema, importStartSchema, pieceParams, pieceTakenSchema } from '../schema.ts'
import { readImport } from './queries.ts'
import { startImport, takePiece } from './take-file.ts'

const postImport = endpoint({
  method: 'POST',
  path: apiPatterns.nationalImports,
  id: 'beginNationalImport',
  permission: 'register',
  summary: 'Begin to send a CSV file of public events',
  body: importStartSchema,
  answers: { 200: importStartedSchema },
  failures: {},
  handle: async ({ body, visitor, services }) => {
    const admin = await visitor.admin()
    if (!admin) return failure('unauthenticated', 'Sign in to do this.')
    return answer({ id: await startImport(services, { ...body, admin }) })
  },
})

const postPiece = endpoint({
  method: 'POST',
  path: apiPatterns.nationalImportPiece,
  id: 'sendNationalImportPiece',
  permission: 'register',
  summary: 'Send one piece of the file, as text',
  description: 'With the last one that was missing the check of the file begins.',
  params: pieceParams,
  rawBody: { contentType: 'text/plain', holds: type(`string <= ${pieceCharacters}`) },
  answers: { 200: pieceTakenSchema },
  failures: {
    conflict: 'This file takes no such piece.',
    'too-large': `The piece has more than ${pieceCharacters} characters.`,
  },
  handle: async ({ params, raw, services }) => {
    if (raw.length > pieceCharacters) return failure('too-large', 'The piece is too long.')
    const complete = await takePiece(services, params.id, params.position, raw)
    if (complete === null) return failure('conflict', 'This file takes no such piece.')
    const [row] = await readImport(services.sql, { importId: params.id })
    return answer({ taken: params.position, complete: complete || row?.state !== 'receiving' })
  },
})

/** Files of public events, sent in pieces. */
export const nationalImportEndpoints: Endpoint[] = [postImport, postPiece]
