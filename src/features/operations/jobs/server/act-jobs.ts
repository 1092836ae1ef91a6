import { type } from 'arktype'
import { adminHref } from '../../../../admin-pages.ts'
import { answer, formCommand } from '../../../../command.ts'
import { byPerson, recordChange } from '../../../../database/record-change.ts'
import { formPost } from '../../../../form-post.ts'
import { handler } from '../../../../page-loader.ts'
import { failure } from '../../../../wire/failure.ts'
import { jobsPage, loadJobs } from './load-jobs.ts'
import { retryJob } from './queries.ts'

/** Has a job that failed run now. One that is done or running by now stays as it is. */
const retry = formCommand({
  permission: 'mail',
  schema: type({ job: type(/^\d{1,15}$/).pipe(Number) }),
  run: async ({ input: { job: id }, admin, services }) =>
    await services.sql.begin(async (tx) => {
      const [job] = await retryJob(tx, { id })
      if (!job) return failure('conflict', 'It is done or running by now.')
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
