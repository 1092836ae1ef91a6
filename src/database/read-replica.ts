import type { Log } from '#process/log.ts'
import { openSql, type Sql, type SqlRunner } from './sql.ts'

export type ReadReplica = {
  /** Its pool. To be asked only while `isCurrent`. */
  sql: Sql
  /** Whether it holds every change that was announced, and is not further behind than the bound. */
  isCurrent: () => boolean
  /** Says that a change was announced, or may have been: it is not asked before it has passed the primary's present position. */
  announced: () => void
  stop: () => Promise<void>
}

type ReplicaOptions = {
  url: string
  connections: number
  /** The primary's pool. */
  primary: SqlRunner
  log: Log
  /** How far behind the primary it may be, in milliseconds. */
  boundMs?: number
}

/** How often the two are compared while nothing is announced, and between two questions while the replica is behind, in milliseconds. */
const clockMs = 1000
const againMs = { first: 10, most: 500 }

/**
 * Follows how far one read-only replica is.
 *
 * An announcement comes from the primary, usually before the replica has replayed the change. From its first moment on the replica is
 * not asked; the primary is asked for its position in the write-ahead log, which lies behind the change, and the replica from when it has
 * replayed that on. Comparing goes on once a second, so that one that hangs or is cut off falls out by `boundMs`.
 *
 * Of several replicas behind one address another could answer than the one that was asked: the address has to lead to one.
 */
export function followReplica({ url, connections, primary, log, boundMs = 5000 }: ReplicaOptions): ReadReplica {
  let announcements = 0
  /** Up to which announcement it has replayed, and when the primary was where it is known to have come. */
  let passed = -1
  let primaryWasThereAt = Number.NEGATIVE_INFINITY
  let wake = () => {}
  let isStopped = false
  let wasCurrent: boolean | null = null
  // One that was restarted may for a moment hold less than it has shown before.
  const sql = openSql(url, { connections, onClose: distrust })
  const following = follow()
  return {
    sql,
    isCurrent,
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

  /** Waits until the replica is where the primary is now, and no longer than the bound. */
  async function compare(upTo: number): Promise<void> {
    const at = performance.now()
    const [position] = await findPosition(primary)
    for (let wait = againMs.first; !isStopped; wait = Math.min(wait * 2, againMs.most)) {
      const [replica] = await findReplayed(sql, { lsn: position!.lsn })
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

/** Where the next change will be written. What is flushed may lie before a change that was announced (`synchronous_commit = off`). */
const findPosition = (sql: SqlRunner) => sql<{ lsn: string }[]>`
  select pg_current_wal_insert_lsn()::text as lsn`

/** Whether a replica has replayed up to there; false of a server that is none. */
const findReplayed = (sql: SqlRunner, { lsn }: { lsn: string }) => sql<{ has_replayed: boolean }[]>`
  select pg_is_in_recovery() and coalesce(pg_last_wal_replay_lsn() >= ${lsn}::pg_lsn, false) as has_replayed`
