import { type } from 'arktype'
import { requiredLine } from '../../../wire/text-schema.ts'
import { maxPieces } from './rules.ts'

export const importStartSchema = type({
  fileName: requiredLine(200, 'Name the file'),
  pieces: type(`1 <= number.integer <= ${maxPieces}`).configure({ sentence: 'The file is larger than 50 MB' }),
}).onUndeclaredKey('reject')

export const importStartedSchema = type({ id: 'string.uuid' })

export const pieceParams = type({
  id: 'string.uuid',
  position: type('string <= 3').to('string.integer.parse'),
})

export const pieceTakenSchema = type({ taken: 'number.integer', complete: 'boolean' })
