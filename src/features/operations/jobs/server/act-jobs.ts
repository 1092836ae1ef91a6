import { adminHref } from '../../../../admin-pages.ts'
import { byPerson, recordChange } from '../../../../database/record-change.ts'
import { type Action, handler } from '../../../../page-loader.ts'
import type { JobsData } from '../state.ts'
import { jobsPage, loadJobs } from './load-jobs.ts'
import { retryJob } from './queries.ts'

/** Has a job that failed run now. One that is done or running by now stays as it is. */
export const actJobs: Action<JobsData> = async (request) => {
  const { form, visitor, services } = request
  const admin = await visitor.admin()
  const id = /^\d{1,15}$/.test(form.job ?? '') ? Number(form.job) : null
  if (!admin || id === null) return await jobsPage(request, 'not-retried')
  const isRetried = await services.sql.begin(async (tx) => {
    const [job] = await retryJob(tx, { id })
    if (!job) return false
    const subject = { kind: 'job', id: String(id) }
    await recordChange(tx, { actor: byPerson(admin), subject, action: 'retried', after: { name: job.name } })
    return true
  })
  if (!isRetried) return await jobsPage(request, 'not-retried')
  return { kind: 'redirect', to: adminHref('jobs', { done: 'retried' }), status: 303 }
}

export const jobs = handler({ load: loadJobs, act: actJobs })
