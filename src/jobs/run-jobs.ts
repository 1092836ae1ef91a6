import { EventEmitter } from 'node:events'
import { Logger, parseCronItems, type Runner, run, type WorkerEvents } from 'graphile-worker'
import type { JobName } from '#database/add-job.ts'
import { migrateQueue } from '#database/migrate-queue.ts'
import type { Sql, SqlRunner } from '#database/sql.ts'
import { inSpan } from '#process/trace.ts'
import type { Services } from '#requests/services.ts'
import { jobHandlers, jobSchedule } from './handlers.ts'

const againAfterMs = 1000
/** A broken runner may never end. */
const endMs = 5000
const brokenMs = 3000
const killMs = 1500
const concurrency = 4
const pollMs = 5000
/** Then the queue's connections are taken for dead. */
const silentPolls = 4

type Run = { runner: Runner }

export type Jobs = {
  /** The queue was started, and the database has answered it lately. */
  runsJobs: () => boolean
  stop: () => Promise<void>
}

/**
 * Runs the queue's jobs until `stop`, which starts no new ones and tells long ones. Replicas share one queue; a job whose process dies is taken
 * again after some minutes (`releaseDeadPools`).
 * The library shuts its workers down where it cannot note how a job went, and may never be done with that: then another runner takes its place and
 * unlocks its jobs, which would wait for four hours. The same where its connections have died in silence.
 * @param databaseUrl of the queue's role, and `sql` a pool of it. @throws what keeps the queue from starting the first time.
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
  /** The ids under which this process has locked jobs. */
  const pools: string[] = []
  const stopping = new AbortController()
  let replacing: Promise<void> | null = null
  let unanswered = 0
  let running = 0
  let current: Run | undefined
  let signals = 0
  await begin()
  const timer = setInterval(beat, pollMs)
  const signalTimer = setInterval(giveSignal, signalMs)
  return {
    runsJobs: () => !replacing && !isSilent(),
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
    // While the database is away the library asks again by itself.
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
        // Nothing of this process runs now: what is locked under its ids was left behind.
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
    // The library would do this by itself, and everybody who adds a job would wait.
    await migrateQueue(databaseUrl)
    own.runner = await run({
      connectionString: databaseUrl,
      concurrency,
      maxPoolSize: 6,
      pollInterval: pollMs,
      noHandleSignals: true,
      events,
      // At once, but not by the library's other way, which leaves a failure unhandled.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      logger: new Logger(() => (level, message) => {
        // It may quote a value; the failure is logged below without its message.
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

  /** In good order if there is time. */
  async function end(runner: Runner, milliseconds: number): Promise<void> {
    // One that is ending already refuses to be stopped again.
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
      // A worker notes its end and asks for the next job.
      unanswered = 0
    }
  }
}

/** Its failure is an end as well. */
async function within(milliseconds: number, work: Promise<unknown>): Promise<boolean> {
  const over = work.then(
    () => true,
    () => true,
  )
  return await Promise.race([over, Bun.sleep(milliseconds).then(() => false)])
}

const signalMs = 30_000
/** Without a signal for so long a process is taken for dead; no mail is handed over for longer. */
const deadAfterSeconds = 300

/** This process is alive. @param input.pools the names under which it locks jobs */
export const setPoolsSeen = (sql: SqlRunner, { pools }: { pools: string[] }) => sql<Record<string, never>[]>`
  insert into job_pools (id) select unnest(${pools}::text[])
  on conflict (id) do update set seen_at = now()`

/** Nothing may be running under them any more. */
async function unlockPools(sql: SqlRunner, pools: string[]): Promise<void> {
  await sql.unsafe('select graphile_worker.force_unlock_workers($1::text[])', [pools] as never[])
}

/**
 * For others to take the jobs of processes that were killed. Only for a process that has given its own signals for `deadAfterSeconds` without a
 * break: after an outage nobody's are recent.
 */
export async function releaseDeadPools(sql: Sql): Promise<number> {
  return await sql.begin(async (transaction) => {
    const dead = await transaction<{ id: string }[]>`
      delete from job_pools where seen_at < now() - make_interval(secs => ${deadAfterSeconds}::int) returning id`
    if (dead.length > 0)
      await unlockPools(
        transaction,
        dead.map(({ id }) => id),
      )
    return dead.length
  })
}
