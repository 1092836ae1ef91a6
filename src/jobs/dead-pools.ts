import type { Sql, SqlRunner } from '#database/sql.ts'

/** How often a process says that it is alive, in milliseconds. */
export const signalMs = 30_000
/** Without such a signal for so long, in seconds, a process is taken for dead. No mail is handed over for longer than this. */
export const deadAfterSeconds = 300

/** Says that this process is alive and works off jobs. @param input.pools the names under which it locks them */
export const setPoolsSeen = (sql: SqlRunner, { pools }: { pools: string[] }) => sql<Record<string, never>[]>`
  insert into job_pools (id) select unnest(${pools}::text[])
  on conflict (id) do update set seen_at = now()`

/** Gives the names of the dead to one caller alone. */
const deleteDeadPools = (sql: SqlRunner) => sql<{ id: string }[]>`
  delete from job_pools where seen_at < now() - make_interval(secs => ${deadAfterSeconds}::int) returning id`

/** Unlocks every job that was locked under these names. Nothing may be running under them any more. */
export async function unlockPools(sql: SqlRunner, pools: string[]): Promise<void> {
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
