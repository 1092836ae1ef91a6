import { type } from 'arktype'
import { byPerson, recordChange } from '#database/record-change.ts'
import { answer, command } from '#requests/command.ts'
import { actingFor } from '#requests/visitor.ts'
import { failure } from '#wire/failure.ts'
import { selectedOptionsSchema } from '#wire/selected-options.ts'
import { crmStatuses } from '../rules.ts'
import { findApplication } from './queries.ts'
import { queueCrmUpdate } from './queue-crm-update.ts'

/** What `POST /api/update-crm-status` takes. Fields that are not named here are dropped. */
const crmUpdateSchema = type({
  applicationId: type('string.uuid').configure({ sentence: 'Name the application by its id' }),
  status: type.enumerated(...crmStatuses).configure({ sentence: 'This is not a status of the CRM' }),
  selectedOptions: selectedOptionsSchema,
}).onUndeclaredKey('delete')

const crmUpdateAnswer = type({ applicationId: 'string.uuid', status: 'string', selectedOptions: 'string[]' })

export const updateCrmStatus = command({
  permission: 'owner',
  summary: 'Tell the sales team about an applicant',
  description:
    'For the browser that applied (its signed cookie) or a signed-in admin. It never changes the status of the application. The CRM gets the update from a queue. If the same update is sent again, the CRM gets it once.',
  schema: crmUpdateSchema,
  answers: { 200: crmUpdateAnswer },
  failures: { forbidden: 'This browser did not apply.', 'not-found': 'There is no such application.' },
  limit: { name: 'crm-status', points: 60, seconds: 600 },
  run: async ({ input, visitor, services }) => {
    const [application] = await findApplication(services.sql, { id: input.applicationId })
    if (!application) return failure('not-found', 'There is no such application.')
    if (
      !(await visitor.isOwnerOf(application.id)) &&
      !(await visitor.isOwnerOf(application.organisation_id)) &&
      !(await visitor.holds('review'))
    ) {
      return failure('forbidden', 'Only the browser that applied can do this.')
    }
    const admin = await actingFor(visitor, [application.id, application.organisation_id])
    await services.sql.begin(async (transaction) => {
      if (!(await queueCrmUpdate(transaction, input, services)) || !admin) return
      const { status, selectedOptions } = input
      const subject = { kind: 'application', id: application.id }
      const after = { status, selectedOptions }
      await recordChange(transaction, { actor: byPerson(admin), subject, action: 'crm-told', after })
    })
    return answer({
      applicationId: application.id,
      status: input.status,
      selectedOptions: input.selectedOptions,
    })
  },
})
