import { Logger, parseCronItems, run } from 'graphile-worker'
import type { JobName } from '../database/add-job.ts'
import type { Services } from '../services.ts'
import { jobHandlers, jobSchedule } from './handlers.ts'

/**
 * Works off the queue in this process until `stop`. Several replicas share one queue: each job is taken by one of them, and a
 * job whose process dies is taken again.
 */
export async function runJobs(services: Services, databaseUrl: string): Promise<{ stop: () => Promise<void> }> {
  const { log } = services
  const names = Object.keys(jobHandlers) as JobName[]
  const runner = await run({
    connectionString: databaseUrl,
    concurrency: 4,
    pollInterval: 5000,
    noHandleSignals: true,
    logger: new Logger(() => (level, message) => {
      if (level === 'error' || level === 'warning') log.error('queue', { message: message.slice(0, 200) })
    }),
    taskList: Object.fromEntries(
      names.map((name) => [
        name,
        async (payload: unknown) => {
          try {
            await jobHandlers[name](payload as never, services)
          } catch (problem) {
            log.error('job failed', { job: name }, problem)
            throw problem
          }
        },
      ]),
    ),
    parsedCronItems: parseCronItems(
      jobSchedule.map(({ job, cron }) => ({ task: job, match: cron, identifier: job, options: { backfillPeriod: 0 } })),
    ),
  })
  return { stop: () => runner.stop() }
}
