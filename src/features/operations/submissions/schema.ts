import { type } from 'arktype'
import { letterKinds, letterStates } from './rules.ts'

export const exportParams = type({ kind: type.enumerated(...letterKinds) })

export const exportQuery = type({
  'q?': 'string <= 100',
  'state?': type.enumerated(...letterStates),
}).onUndeclaredKey('delete')
