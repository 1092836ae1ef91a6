import { NoAnswer } from '#database/connect.ts'
import { openSql, type Sql } from '#database/sql.ts'
import type { DatabaseWatch } from '#database/watch-database.ts'
import type { Log } from '#process/log.ts'
import type { PageCache } from './page-cache.ts'

type NoticesOptions = {
  databaseUrl: string
  watch: Pick<DatabaseWatch, 'isUnavailable' | 'answers' | 'freshen' | 'sql'>
  cache: Pick<PageCache, 'announce' | 'clear'>
  log: Log
  beatMs?: number
}

const channel = 'page_data'

/** Otherwise a pooler without a free connection would be waited for endlessly. */
const listenMs = 5000
const againMs = 250

/** Drops everything kept after a broken connection. One can also die silently, so each beat notifies itself: nothing stale is shown longer than two. */
export async function listenForInvalidations({ databaseUrl, watch, cache, log, beatMs = 15_000 }: NoticesOptions) {
  const ownBeat = `beat ${Bun.randomUUIDv7()}`
  let hasArrived = true
  let isListening = false
  let hasListened = false
  /** Beats come faster than an attempt may fail. */
  let isBeginning = false
  let hasStopped = false
  let connection = await listen()
  const timer = setInterval(() => void beat(), beatMs)

  return {
    listens: () => isListening,
    beat,
    stop: async () => {
      hasStopped = true
      clearInterval(timer)
      await connection.end({ timeout: 1 })
    },
  }

  async function listen(): Promise<Sql> {
    const sql = openSql(databaseUrl, { connections: 1 })
    try {
      const listening = sql.listen(channel, hear, () => {
        if (hasListened) void forgetWhenThere()
        hasListened = true
      })
      listening.catch(() => {})
      await Promise.race([listening, Bun.sleep(listenMs).then(() => Promise.reject(new NoAnswer()))])
    } catch (problem) {
      await sql.end({ timeout: 0 })
      throw problem
    }
    isListening = true
    return sql
  }

  /** What is forgotten has to be made again: not before the other connections, which broke with this one, are back. */
  async function forgetWhenThere(): Promise<void> {
    while (!(await watch.answers())) {
      if (hasStopped) return
      await Bun.sleep(againMs)
    }
    await watch.freshen()
    cache.clear()
  }

  function hear(text: string): void {
    if (text === ownBeat) hasArrived = true
    else if (!text.startsWith('beat ')) cache.announce(text.split('\n'))
  }

  async function beat(): Promise<void> {
    // Nothing changes in a database that is away: what is kept stays right.
    if (watch.isUnavailable() || isBeginning) return
    try {
      if (!hasArrived) {
        log.error('notices not heard')
        isListening = false
        cache.clear()
        void connection.end({ timeout: 0 }).catch(() => {})
        isBeginning = true
        connection = await listen()
      }
      hasArrived = false
      await watch.sql.notify(channel, ownBeat)
    } catch (problem) {
      log.error('notices not heard', {}, problem)
    } finally {
      isBeginning = false
    }
  }
}
