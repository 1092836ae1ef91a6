import { type } from 'arktype'
import { adminHref } from '../../../../admin-pages.ts'
import { byPerson, recordChange } from '../../../../database/record-change.ts'
import { answer, formCommand } from '../../../../requests/command.ts'
import { formPost } from '../../../../requests/form-post.ts'
import { handler, type Loader, type PageRequest } from '../../../../requests/page-loader.ts'
import { failure } from '../../../../wire/failure.ts'
import { type JobState, jobStates } from '../rules.ts'
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
  const state = jobStates.find((known) => known === query.get('state')) ?? null
  const after = query.get('after') ?? ''
  const before = /^\d{1,15}$/.test(after) ? Number(after) : null
  const [rows, counts] = await Promise.all([listJobs(sql, { state, before, limit: pageSize + 1 }), countJobs(sql)])
  const jobs = rows.slice(0, pageSize)
  return {
    kind: 'page',
    status: notice === 'not-retried' ? 409 : 200,
    data: {
      state,
      counts: Object.fromEntries(
        jobStates.map((known) => [known, counts.find((row) => row.state === known)?.jobs ?? 0]),
      ) as Record<JobState, number>,
      jobs,
      firstHref: before === null ? null : adminHref('jobs', { state }),
      nextHref: rows.length > pageSize ? adminHref('jobs', { state, after: jobs.at(-1)!.id }) : null,
      notice,
    },
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
    done: () => adminHref('jobs', { done: 'retried' }),
    again: (request) => jobsPage(request, 'not-retried'),
  }),
})
