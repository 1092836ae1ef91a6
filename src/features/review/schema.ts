import { type } from 'arktype'
import { reasonLimit } from './rules.ts'

export const decisionSchema = type({
  applicationId: type('string.uuid').configure({ sentence: 'The application has to be named by its id' }),
  status: type("'approved' | 'rejected'").configure({ sentence: 'The decision is approved or rejected' }),
  'reason?': type(`string <= ${reasonLimit}`)
    .or('null')
    .configure({ sentence: `The reason is a text of at most ${reasonLimit} characters` }),
}).onUndeclaredKey('reject')

export const decidedSchema = type({ applicationId: 'string', status: "'approved' | 'rejected'" })
