import { EventEmitter } from 'node:events'
import { Logger, parseCronItems, type Runner, run, type WorkerEvents } from 'graphile-worker'
import type { JobName } from '../database/add-job.ts'
import type { Services } from '../services.ts'
import { inSpan } from '../trace.ts'
import { jobHandlers, jobSchedule } from './handlers.ts'

/** Before the queue is begun again after it has ended by itself, in milliseconds. */
const againAfterMs = 1000

/**
 * Works off the queue in this process until `stop`. Several replicas share one queue: each job is taken by one of them, and a
 * job whose process dies is taken again.
 *
 * The library rides out a database that is away, except that it ends itself when it cannot note how a job went. Then it is begun
 * again, and what it had locked is let go, so that nobody waits the four hours after which the queue takes a dead process's jobs back.
 */
export async function runJobs(services: Services, databaseUrl: string): Promise<{ stop: () => Promise<void> }> {
  const { log } = services
  /** Under these ids this process has locked jobs. */
  const pools: string[] = []
  let stopping = false
  let runner = await begin()
  let ended = watch(runner)
  return {
    stop: async () => {
      stopping = true
      // One that has ended by itself refuses to be stopped once more.
      await runner.stop().catch(() => {})
      await ended
    },
  }

  async function watch(watched: Runner): Promise<void> {
    await watched.promise.catch(() => {})
    if (stopping) return
    log.error('queue ended by itself')
    ended = beginAgain()
  }

  async function beginAgain(): Promise<void> {
    while (!stopping) {
      await Bun.sleep(againAfterMs)
      if (stopping) return
      try {
        // Nothing of this process is running now: whatever is still locked under its ids was left behind.
        await services.sql.unsafe('select graphile_worker.force_unlock_workers($1::text[])', [pools] as never[])
        pools.length = 0
        runner = await begin()
      } catch (problem) {
        log.error('queue not begun', {}, problem)
        continue
      }
      log.info('queue begun again')
      if (stopping) return void (await runner.stop().catch(() => {}))
      return await watch(runner)
    }
  }

  async function begin(): Promise<Runner> {
    const events = new EventEmitter() as unknown as WorkerEvents
    events.on('pool:create', ({ workerPool }) => pools.push(workerPool.id))
    return await run({
      connectionString: databaseUrl,
      concurrency: 4,
      maxPoolSize: 6,
      pollInterval: 5000,
      noHandleSignals: true,
      events,
      // At once, but by the way that catches a failure: the other one leaves it unhandled, which ends the process.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      logger: new Logger(() => (level, message) => {
        // How a job failed is logged below without its message, which may quote a value.
        if (message.startsWith('Failed task ')) return
        if (level === 'error' || level === 'warning') log.error('queue', { message: message.slice(0, 200) })
      }),
      taskList: Object.fromEntries(
        (Object.keys(jobHandlers) as JobName[]).map((name) => [name, (payload: unknown) => work(name, payload)]),
      ),
      parsedCronItems: parseCronItems(
        jobSchedule.map(({ job, cron }) => ({
          task: job,
          match: cron,
          identifier: job,
          options: { backfillPeriod: 0 },
        })),
      ),
    })
  }

  async function work(name: JobName, payload: unknown): Promise<void> {
    try {
      await inSpan(`job ${name}`, {}, () => jobHandlers[name](payload as never, services))
    } catch (problem) {
      log.error('job failed', { job: name }, problem)
      throw problem
    }
  }
}
