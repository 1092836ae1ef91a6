import { EventEmitter } from 'node:events'
import { Logger, parseCronItems, type Runner, run, type WorkerEvents } from 'graphile-worker'
import type { JobName } from '#database/add-job.ts'
import { migrateQueue } from '#database/run-migration.ts'
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

type QueueRun = { runner: Runner }

export type Jobs = Awaited<ReturnType<typeof runJobs>>

/** Another runner replaces one that shuts down without ending or whose connections died silently, and unlocks jobs that would wait for four hours. */
export async function runJobs(
  services: Services,
  databaseUrl: string,
  {
    schedule = jobSchedule,
    isUnavailable = () => false,
    sql = services.sql,
  }: { schedule?: typeof jobSchedule; isUnavailable?: () => boolean; sql?: Sql } = {},
) {
  const { log } = services
  const pools: string[] = []
  const stopping = new AbortController()
  let replacing: Promise<void> | null = null
  let unanswered = 0
  let running = 0
  let current: QueueRun | undefined
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
    // While the database is away the library asks again itself.
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

  function replace(broken: QueueRun, why: string): void {
    if (stopping.signal.aborted || replacing || broken !== current) return
    log.error(why)
    // Not at once: ending the broken one reports its end again.
    replacing = Promise.resolve()
      .then(() => beginAgain(broken))
      .finally(() => {
        replacing = null
      })
  }

  async function beginAgain(broken: QueueRun): Promise<void> {
    await end(broken.runner, brokenMs)
    while (!stopping.signal.aborted) {
      await Bun.sleep(againAfterMs)
      if (stopping.signal.aborted) return
      try {
        // Nothing of this process runs now: locks under its ids were left behind.
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
    const own = {} as QueueRun
    const ended = () => replace(own, 'queue ended by itself')
    const answered = () => {
      unanswered = 0
    }
    events.on('pool:create', ({ workerPool }) => pools.push(workerPool.id))
    events.on('pool:fatalError', ended)
    events.on('pool:gracefulShutdown', ended)
    events.on('worker:getJob:empty', answered)
    events.on('job:start', answered)
    // The library's own migration would make everybody who adds a job wait.
    await migrateQueue(databaseUrl)
    own.runner = await run({
      connectionString: databaseUrl,
      concurrency,
      maxPoolSize: 6,
      pollInterval: pollMs,
      noHandleSignals: true,
      events,
      // At once, but not in the library's other way, which leaves a failure unhandled.
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

  async function end(runner: Runner, milliseconds: number): Promise<void> {
    // A runner that is ending refuses to be stopped again.
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
      unanswered = 0
    }
  }
}

async function within(milliseconds: number, work: Promise<unknown>): Promise<boolean> {
  const over = work.then(
    () => true,
    () => true,
  )
  return await Promise.race([over, Bun.sleep(milliseconds).then(() => false)])
}

const signalMs = 30_000
/** No mail is handed over for longer than this. */
const deadAfterSeconds = 300

export const setPoolsSeen = (sql: SqlRunner, { pools }: { pools: string[] }) => sql<Record<string, never>[]>`
  insert into job_pools (id) select unnest(${pools}::text[])
  on conflict (id) do update set seen_at = now()`

async function unlockPools(sql: SqlRunner, pools: string[]): Promise<void> {
  await sql.unsafe('select graphile_worker.force_unlock_workers($1::text[])', [pools] as never[])
}

/** Only after signalling for `deadAfterSeconds` without a break: after an outage no signal is recent. */
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
