import { type } from 'arktype'
import { answer, formCommand } from '#requests/command.ts'
import { failure } from '#wire/failure.ts'
import { handOver, reviewersOf } from './work-on-application.ts'

/** Most that a page shows, and some. */
const most = 100
const sentence = 'Choose the applications to hand over'

/** Hands several applications to one person, or to nobody, all or none of them. One that is gone is passed over. */
export const assignApplications = formCommand({
  permission: 'review',
  schema: type({
    applications: type('string.uuid')
      .configure({ sentence })
      .array()
      .atLeastLength(1)
      .atMostLength(most)
      .configure({ sentence }),
    person: 'string',
  }),
  run: async ({ input: { applications, person: personId }, admin, services }) => {
    const person = personId === 'nobody' ? null : (await reviewersOf(services)).find(({ id }) => id === personId)
    if (person === undefined) {
      const message = 'Choose who is to look after them'
      return failure('invalid', message, { fields: [{ field: 'person', message }] })
    }
    return await services.sql.begin(async (tx) => {
      let handed = 0
      // In one order, so that two people who do this at once wait for each other and never both.
      for (const id of [...new Set(applications)].toSorted()) {
        if ((await handOver(tx, { id, person, admin, now: services.now() })) === 'handed') handed++
      }
      return answer({ handed })
    })
  },
})
