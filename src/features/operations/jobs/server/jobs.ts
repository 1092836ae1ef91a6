import { type } from 'arktype'
import { byPerson, recordChange } from '#database/record-change.ts'
import { answer, formCommand } from '#requests/command.ts'
import { formPost } from '#requests/form-post.ts'
import { handler, type Loader, type PageRequest } from '#requests/page-loader.ts'
import { failure } from '#wire/failure.ts'
import { listPages, readPageNumber, readSort, rowsOf } from '#wire/list-pages.ts'
import { type JobState, type JobsView, jobStates, jobsHref, usualSort } from '../rules.ts'
import type { JobsData } from '../state.ts'
import { countJobs, listJobs, retryJob } from './queries.ts'

const pageSize = 40

/** Feeds the queue's page: what waits, runs, is tried again, and was given up, and why. */
const loadJobs: Loader<JobsData> = async (request) =>
  await jobsPage(request, request.query.get('done') === 'retried' ? 'retried' : null)

/** The page as it stands, or after a post. */
async function jobsPage(
  { query, services: { sql } }: PageRequest,
  notice: JobsData['notice'] = null,
): Promise<{ kind: 'page'; status: number; data: JobsData }> {
  const view = viewOf(query)
  const [rows, counted] = await Promise.all([
    listJobs(sql, { state: view.state, newestFirst: view.sort.descending, ...rowsOf(view.page, pageSize) }),
    countJobs(sql),
  ])
  const counts = Object.fromEntries(
    jobStates.map((known) => [known, counted.find((row) => row.state === known)?.jobs ?? 0]),
  ) as Record<JobState, number>
  return {
    kind: 'page',
    status: notice === 'not-retried' ? 409 : 200,
    data: {
      view,
      counts,
      jobs: rows.slice(0, pageSize),
      pages: listPages({
        page: view.page,
        pageSize,
        fetched: rows.length,
        counted: view.state ? counts[view.state] : Object.values(counts).reduce((sum, jobs) => sum + jobs, 0),
        hrefOf: (page) => jobsHref({ ...view, page: page ?? 1 }),
      }),
      notice,
    },
  }
}

/** Which part of the list an address asks for. */
function viewOf(query: URLSearchParams): JobsView {
  return {
    state: jobStates.find((known) => known === query.get('state')) ?? null,
    sort: readSort(query.get('sort'), ['added'], usualSort),
    page: readPageNumber(query.get('page')),
  }
}

/** Has a job that failed run now. One that is done or running by now stays as it is. */
const retry = formCommand({
  permission: 'mail',
  schema: type({ job: type(/^\d{1,15}$/).pipe(Number) }),
  run: async ({ input: { job: id }, admin, services }) =>
    await services.sql.begin(async (tx) => {
      const [job] = await retryJob(tx, { id })
      if (!job) return failure('conflict', 'It is already running or done.')
      const subject = { kind: 'job', id: String(id) }
      await recordChange(tx, { actor: byPerson(admin), subject, action: 'retried', after: { name: job.name } })
      return answer(null)
    }),
})

export const jobs = handler({
  load: loadJobs,
  act: formPost(retry, {
    done: (_, { query }) => jobsHref(viewOf(query), 'retried'),
    again: (request) => jobsPage(request, 'not-retried'),
  }),
})
