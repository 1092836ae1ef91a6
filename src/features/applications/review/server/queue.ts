import { type } from 'arktype'
import { withQuery } from '#pages.ts'
import { answer, formCommand } from '#requests/command.ts'
import { formPost } from '#requests/form-post.ts'
import { handler } from '#requests/page-loader.ts'
import { failure } from '#wire/failure.ts'
import { queueHref } from '../rules.ts'
import { loadQueue, queuePage, readQueueFilters } from './load-queue.ts'
import { handOver, reviewersOf } from './work-on-application.ts'

/** Most that a page shows, and some. */
const most = 100

const sentence = 'Choose the applications to hand over'

/** Hands several applications to one person, or to nobody, all or none of them. One that is gone is passed over. */
const assignApplications = formCommand({
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

/** The list of applications; its form hands those that are chosen to somebody, and leads back to the same list. */
export const queue = handler({
  load: loadQueue,
  act: formPost(assignApplications, {
    done: ({ handed }, { query }) => {
      const [path, search] = queueHref(readQueueFilters(query)).split('?')
      return withQuery(path!, { ...Object.fromEntries(new URLSearchParams(search)), page: query.get('page'), handed })
    },
    again: async (request, { typed: { applications = '' }, problems }) => {
      const says = { tone: 'danger', title: 'Nothing was handed over', text: problems[0]?.message ?? '' } as const
      return { kind: 'page', data: await queuePage(request, { says, chosen: applications.split(',') }) }
    },
  }),
})
