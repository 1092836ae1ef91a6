import { type } from 'arktype'
import { answer, command } from '#requests/command.ts'
import { failure } from '#wire/failure.ts'
import { requiredLine } from '#wire/text-schema.ts'
import { maxPieces, pieceCharacters } from '../rules.ts'
import { readImport } from './queries.ts'
import { startImport, takePiece } from './take-file.ts'

const importStartSchema = type({
  fileName: requiredLine(200, 'Name the file'),
  pieces: type(`1 <= number.integer <= ${maxPieces}`).configure({ sentence: 'The file is larger than 50 MB' }),
}).onUndeclaredKey('reject')

const importStartedSchema = type({ id: 'string.uuid' })

const pieceParams = type({
  id: 'string.uuid',
  position: type('string <= 3').to('string.integer.parse'),
})

const pieceTakenSchema = type({ taken: 'number.integer', complete: 'boolean' })

export const beginNationalImport = command({
  permission: 'register',
  summary: 'Start sending a CSV file of public events',
  schema: importStartSchema,
  answers: { 200: importStartedSchema },
  failures: {},
  run: async ({ input, visitor, services }) => {
    const admin = await visitor.admin()
    if (!admin) return failure('unauthenticated', 'Sign in to do this.')
    return answer({ id: await startImport(services, { ...input, admin }) })
  },
})

export const sendNationalImportPiece = command({
  permission: 'register',
  summary: 'Send one part of the file, as text',
  description: 'Once all parts have arrived, the file is checked.',
  params: pieceParams,
  rawBody: { contentType: 'text/plain', holds: type(`string <= ${pieceCharacters}`) },
  answers: { 200: pieceTakenSchema },
  failures: {
    conflict: 'This file has no such part.',
    'too-large': `The part has more than ${pieceCharacters} characters.`,
  },
  run: async ({ params, raw, services }) => {
    if (raw.length > pieceCharacters) return failure('too-large', 'The part is too long.')
    const complete = await takePiece(services, params.id, params.position, raw)
    if (complete === null) return failure('conflict', 'This file has no such part.')
    const [row] = await readImport(services.sql, { importId: params.id })
    return answer({ taken: params.position, complete: complete || row?.state !== 'receiving' })
  },
})
