import { openSql } from '#database/sql.ts'
import { londonDay } from '#domain/london-time.ts'
import type { Log } from '#process/log.ts'
import type { Cdn } from '#providers/cdn/cdn.ts'
import { edgeTag, everything, manyTags, programChanged } from './edge-headers.ts'

type PurgerOptions = {
  cdn: Cdn
  /** Past a pooler: the lock lives as long as the connection. */
  databaseUrl: string
  log: Log
  now: () => Date
  gatherMs?: number
  /** Then the same is purged again: every process knows of the change, and answers begun before it have arrived. */
  againMs?: number
  beatMs?: number
}

export type EdgePurger = ReturnType<typeof purgeEdge>

const maxWaiting = 1000
const firstRetryMs = 500
const longestRetryMs = 30_000
const lastMs = 4000

/** The holder of an advisory lock purges, and repeats until it succeeds. After its death the next holder purges everything. */
export function purgeEdge({ cdn, databaseUrl, log, now, gatherMs = 50, againMs = 5000, beatMs = 5000 }: PurgerOptions) {
  const sql = openSql(databaseUrl, { connections: 1, keep: true })
  const waiting = new Map<string, boolean>()
  const repeats = new Set<ReturnType<typeof setTimeout>>()
  let day = londonDay(now())
  let isLeader = false
  let isStopping = false
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> | null = null
  const beats = setInterval(beat, beatMs)
  sendIn(0)
  return { announce, stop }

  function announce(tags: readonly string[]): void {
    const all = tags.includes('*') || tags.includes(programChanged)
    add(all ? [everything] : tags.map(edgeTag), false)
    sendIn(gatherMs)
  }

  function beat(): void {
    const today = londonDay(now())
    if (today !== day) {
      day = today
      add([everything], false)
    }
    sendIn(0)
  }

  function add(tags: readonly string[], isRepeat: boolean): void {
    for (const tag of tags) waiting.set(tag, isRepeat && (waiting.get(tag) ?? true))
    if (waiting.size > maxWaiting || (waiting.size > 1 && waiting.has(everything))) {
      waiting.clear()
      waiting.set(everything, false)
    }
  }

  function sendIn(milliseconds: number): void {
    if (timer || isStopping) return
    timer = setTimeout(() => {
      timer = undefined
      void send()
    }, milliseconds)
  }

  async function send(): Promise<void> {
    if (running) {
      await running
      return sendIn(0)
    }
    running = sendWaiting()
    await running
    running = null
    if (failures > 0) sendIn(Math.min(longestRetryMs, firstRetryMs * 2 ** (failures - 1)))
    else if (waiting.size > 0) sendIn(gatherMs)
  }

  async function sendWaiting(): Promise<void> {
    const taken = new Map(waiting)
    waiting.clear()
    try {
      const leads = await tryToLead()
      if (!leads) {
        isLeader = false
        failures = 0
        return
      }
      if (!isLeader) {
        taken.clear()
        taken.set(everything, false)
      }
      isLeader = true
      if (taken.size === 0) return
      const tags = [...taken.keys()]
      await purge(taken.has(everything) ? [everything] : [...tags, manyTags])
      failures = 0
      const first = tags.filter((tag) => taken.get(tag) === false)
      if (first.length > 0 && !isStopping) repeat(first)
    } catch (problem) {
      for (const [tag, isRepeat] of taken) add([tag], isRepeat)
      failures++
      log.error('edge not purged', { failures, tags: taken.size }, problem)
    }
  }

  function repeat(tags: string[]): void {
    const repeated = setTimeout(() => {
      repeats.delete(repeated)
      add(tags, true)
      sendIn(0)
    }, againMs)
    repeats.add(repeated)
  }

  /** The connection that has the lock gets it again. */
  async function tryToLead(): Promise<boolean> {
    const [row] = await sql<{ leads: boolean }[]>`
      select pg_try_advisory_lock(hashtextextended('purges of the edge', 0)) as leads`
    return row!.leads
  }

  async function purge(tags: string[]): Promise<void> {
    for (let at = 0; at < tags.length; at += cdn.maxTags) {
      const outcome = await cdn.purge(tags.slice(at, at + cdn.maxTags))
      if (outcome.kind === 'unavailable') throw new Error(outcome.reason)
    }
  }

  async function stop(): Promise<void> {
    isStopping = true
    clearInterval(beats)
    clearTimeout(timer)
    for (const repeated of repeats) clearTimeout(repeated)
    const last = async () => {
      await running
      if (waiting.size > 0) await sendWaiting()
    }
    await Promise.race([last(), Bun.sleep(lastMs)])
    await sql.end({ timeout: 1 })
  }
}
