import { type } from 'arktype'
import { selectedOptionsSchema } from '#wire/selected-options.ts'
import { crmStatuses } from './rules.ts'

/** What `POST /api/update-crm-status` takes. Fields that are not named here are dropped. */
export const crmUpdateSchema = type({
  applicationId: type('string.uuid').configure({ sentence: 'Name the application by its id' }),
  status: type.enumerated(...crmStatuses).configure({ sentence: 'This is not a status of the CRM' }),
  selectedOptions: selectedOptionsSchema,
}).onUndeclaredKey('delete')

export const crmUpdateAnswer = type({ applicationId: 'string.uuid', status: 'string', selectedOptions: 'string[]' })
