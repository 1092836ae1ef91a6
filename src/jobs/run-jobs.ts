import { EventEmitter } from 'node:events'
import { Logger, parseCronItems, type Runner, run, type WorkerEvents } from 'graphile-worker'
import type { JobName } from '#database/add-job.ts'
import { migrateQueue } from '#database/migrate-queue.ts'
import type { Sql, SqlRunner } from '#database/sql.ts'
import { inSpan } from '#process/trace.ts'
import type { Services } from '#requests/services.ts'
import { jobHandlers, jobSchedule } from './handlers.ts'

/** Before the queue is begun again after it has ended by itself, in milliseconds. */
const againAfterMs = 1000
/** How long jobs may take to end when the process does; of a broken runner, which may never end; and to be cut off. */
const endMs = 5000
const brokenMs = 3000
const killMs = 1500
/** How many jobs run at once, and how often each of their workers asks for the next one when there is none, in milliseconds. */
const concurrency = 4
const pollMs = 5000
/** After so many of these intervals without an answer of the database to the queue, its connections are taken for dead. */
const silentPolls = 4

type Run = { runner: Runner }

export type Jobs = {
  /** Whether jobs are processed: the queue has been begun, and the database has answered it lately. */
  areWorkedOff: () => boolean
  stop: () => Promise<void>
}

/**
 * Works off the queue in this process until `stop`, which begins nothing new and tells long jobs (`stopping` of their handlers). Several replicas share one queue: each job is taken by one of them, and a
 * job whose process dies is taken again after some minutes (`dead-pools.ts`).
 *
 * The library rides out a database that is unavailable, except where it cannot note how a job went: then it shuts its workers down, and may
 * never be done with that. So another one is begun in its place, and what it had locked is let go: nobody waits the four hours after
 * which the queue takes a dead process's jobs back. The same is done where its connections have died in silence.
 *
 * @param databaseUrl the address of the queue's role, and `sql` a pool of it; the jobs themselves do their work as the site's.
 * @throws whatever keeps the queue from being begun the first time.
 */
export async function runJobs(
  services: Services,
  databaseUrl: string,
  {
    schedule = jobSchedule,
    isUnavailable = () => false,
    sql = services.sql,
  }: { schedule?: typeof jobSchedule; isUnavailable?: () => boolean; sql?: Sql } = {},
): Promise<Jobs> {
  const { log } = services
  /** Under these ids this process has locked jobs. */
  const pools: string[] = []
  const stopping = new AbortController()
  let replacing: Promise<void> | null = null
  /** Intervals since the database last answered a worker, and how many jobs run. */
  let unanswered = 0
  let running = 0
  let current: Run | undefined
  /** Signals of life that reached the database, one after the other. */
  let signals = 0
  await begin()
  const timer = setInterval(beat, pollMs)
  const signalTimer = setInterval(giveSignal, signalMs)
  return {
    areWorkedOff: () => !replacing && !isSilent(),
    stop: async () => {
      stopping.abort()
      clearInterval(timer)
      clearInterval(signalTimer)
      await replacing
      if (current) await end(current.runner, endMs)
    },
  }

  function isSilent(): boolean {
    return running < concurrency && unanswered >= silentPolls
  }

  function beat(): void {
    // A database that is unavailable answers nobody: the library asks it again by itself.
    unanswered = isUnavailable() ? 0 : unanswered + 1
    if (current && isSilent()) replace(current, 'queue not answered')
  }

  async function giveSignal(): Promise<void> {
    try {
      await setPoolsSeen(sql, { pools })
      signals++
      if (signals * signalMs <= deadAfterSeconds * 1000) return
      const dead = await releaseDeadPools(sql)
      if (dead > 0) log.info('jobs of dead processes released', { processes: dead })
    } catch (problem) {
      signals = 0
      log.error('no signal of life to the queue', {}, problem)
    }
  }

  function replace(broken: Run, why: string): void {
    if (stopping.signal.aborted || replacing || broken !== current) return
    log.error(why)
    // Not at once: ending the broken one says again that it ends.
    replacing = Promise.resolve()
      .then(() => beginAgain(broken))
      .finally(() => {
        replacing = null
      })
  }

  async function beginAgain(broken: Run): Promise<void> {
    await end(broken.runner, brokenMs)
    while (!stopping.signal.aborted) {
      await Bun.sleep(againAfterMs)
      if (stopping.signal.aborted) return
      try {
        // Nothing of this process is running now: whatever is still locked under its ids was left behind.
        await unlockPools(sql, pools)
        pools.length = 0
        await begin()
        log.info('queue begun again')
        return
      } catch (problem) {
        log.error('queue not begun', {}, problem)
      }
    }
  }

  async function begin(): Promise<void> {
    const events = new EventEmitter() as WorkerEvents
    const own = {} as Run
    const ended = () => replace(own, 'queue ended by itself')
    const answered = () => {
      unanswered = 0
    }
    events.on('pool:create', ({ workerPool }) => pools.push(workerPool.id))
    events.on('pool:fatalError', ended)
    events.on('pool:gracefulShutdown', ended)
    events.on('worker:getJob:empty', answered)
    events.on('job:start', answered)
    // The library would do this by itself, and let everybody wait who adds a job meanwhile.
    await migrateQueue(databaseUrl)
    own.runner = await run({
      connectionString: databaseUrl,
      concurrency,
      maxPoolSize: 6,
      pollInterval: pollMs,
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
        schedule.map(({ job, cron }) => ({
          task: job,
          match: cron,
          identifier: job,
          options: { backfillPeriod: 0 },
        })),
      ),
    })
    current = own
    await giveSignal()
    own.runner.promise.then(ended, ended)
    answered()
  }

  /** Ends a runner in good order, or in whatever order it takes. */
  async function end(runner: Runner, milliseconds: number): Promise<void> {
    // One that is ending already refuses to be stopped once more.
    const stopped = runner.stop().catch(() => runner.promise.catch(() => {}))
    if (await within(milliseconds, stopped)) return
    await within(killMs, runner.kill())
  }

  async function work(name: JobName, payload: unknown): Promise<void> {
    running++
    try {
      await inSpan(`job ${name}`, {}, () => jobHandlers[name](payload as never, services, stopping.signal))
    } catch (problem) {
      if (stopping.signal.aborted && problem === stopping.signal.reason) log.info('job left to others', { job: name })
      else log.error('job failed', { job: name }, problem)
      throw problem
    } finally {
      running--
      // Its end is noted by a worker that then asks for the next job.
      unanswered = 0
    }
  }
}

/** Whether something is over in time; its failure is an end as well. */
async function within(milliseconds: number, work: Promise<unknown>): Promise<boolean> {
  const over = work.then(
    () => true,
    () => true,
  )
  return await Promise.race([over, Bun.sleep(milliseconds).then(() => false)])
}

/** How often a process says that it is alive, in milliseconds. */
const signalMs = 30_000
/** Without such a signal for so long, in seconds, a process is taken for dead. No mail is handed over for longer than this. */
const deadAfterSeconds = 300

/** Says that this process is alive and works off jobs. @param input.pools the names under which it locks them */
export const setPoolsSeen = (sql: SqlRunner, { pools }: { pools: string[] }) => sql<Record<string, never>[]>`
  insert into job_pools (id) select unnest(${pools}::text[])
  on conflict (id) do update set seen_at = now()`

/** Gives the names of the dead to one caller alone. */
const deleteDeadPools = (sql: SqlRunner) => sql<{ id: string }[]>`
  delete from job_pools where seen_at < now() - make_interval(secs => ${deadAfterSeconds}::int) returning id`

/** Unlocks every job that was locked under these names. Nothing may be running under them any more. */
async function unlockPools(sql: SqlRunner, pools: string[]): Promise<void> {
  await sql.unsafe('select graphile_worker.force_unlock_workers($1::text[])', [pools] as never[])
}

/**
 * Unlocks the jobs of processes that were killed, so that others take them. To be called only by a process that has given its own signals
 * without a break for `deadAfterSeconds`: after an outage of the database nobody's signals are recent.
 *
 * @returns how many pools were found dead.
 */
export async function releaseDeadPools(sql: Sql): Promise<number> {
  return await sql.begin(async (transaction) => {
    const dead = (await deleteDeadPools(transaction)).map(({ id }) => id)
    if (dead.length > 0) await unlockPools(transaction, dead)
    return dead.length
  })
}
