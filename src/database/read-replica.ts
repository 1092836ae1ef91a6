import type { Log } from '#process/log.ts'
import { openSql, type SqlRunner } from './sql.ts'

export type ReadReplica = ReturnType<typeof followReplica>

type ReplicaOptions = {
  url: string
  connections: number
  primary: SqlRunner
  log: Log
  boundMs?: number
}

const clockMs = 1000
const againMs = { first: 10, max: 500 }

/** Announcements usually arrive before their changes: until the replica has caught up, the primary answers. The address must lead to one server only. */
export function followReplica({ url, connections, primary, log, boundMs = 5000 }: ReplicaOptions) {
  let announcements = 0
  let passed = -1
  let primaryWasThereAt = Number.NEGATIVE_INFINITY
  let wake = () => {}
  let isStopped = false
  let wasCurrent: boolean | null = null
  // After a restart it may hold less than before for a moment.
  const sql = openSql(url, { connections, onClose: distrust })
  const following = follow()
  return {
    sql,
    isCurrent,
    /** From now on the replica is not used until it has passed the primary's present position. */
    announced: () => {
      announcements++
      wake()
    },
    stop: async () => {
      isStopped = true
      wake()
      await sql.end({ timeout: 1 })
      await following
    },
  }

  function isCurrent(): boolean {
    return passed === announcements && performance.now() - primaryWasThereAt < boundMs
  }

  function distrust(): void {
    passed = -1
    wake()
  }

  async function follow(): Promise<void> {
    while (!isStopped) {
      const upTo = announcements
      await compare(upTo).catch(() => {})
      if (isStopped) return
      if (isCurrent() !== wasCurrent) {
        wasCurrent = isCurrent()
        if (wasCurrent) log.info('replica asked')
        else log.error('replica not asked', { why: 'it is away or behind' })
      }
      if (announcements === upTo) await pause(clockMs)
    }
  }

  async function compare(upTo: number): Promise<void> {
    const at = performance.now()
    // Not the flushed position, which may be before an announced change (`synchronous_commit = off`).
    const [position] = await primary<{ lsn: string }[]>`select pg_current_wal_insert_lsn()::text as lsn`
    for (let wait = againMs.first; !isStopped; wait = Math.min(wait * 2, againMs.max)) {
      const [replica] = await sql<{ has_replayed: boolean }[]>`
        select pg_is_in_recovery() and coalesce(pg_last_wal_replay_lsn() >= ${position!.lsn}::pg_lsn, false) as has_replayed`
      if (replica!.has_replayed) {
        passed = upTo
        primaryWasThereAt = at
        return
      }
      if (performance.now() - at > boundMs) return
      await Bun.sleep(wait)
    }
  }

  async function pause(milliseconds: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}
