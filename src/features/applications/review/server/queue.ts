import { withQuery } from '#pages.ts'
import { formPost } from '#requests/form-post.ts'
import { handler } from '#requests/page-loader.ts'
import { queueHref } from '../rules.ts'
import { assignApplications } from './assign-applications.ts'
import { loadQueue, queuePage, readQueueFilters } from './load-queue.ts'

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
