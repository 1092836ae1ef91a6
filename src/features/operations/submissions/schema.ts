import { type } from 'arktype'
import { submissionKinds, submissionStates } from './rules.ts'

export const exportParams = type({ kind: type.enumerated(...submissionKinds) })

export const exportQuery = type({
  'q?': 'string <= 100',
  'state?': type.enumerated(...submissionStates),
}).onUndeclaredKey('delete')
