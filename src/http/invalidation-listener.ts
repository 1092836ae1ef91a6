import { openSql, type Sql } from '#database/sql.ts'
import type { DatabaseWatch } from '#database/watch-database.ts'
import type { Log } from '#process/log.ts'
import type { PageCache } from './page-cache.ts'

type NoticesOptions = {
  databaseUrl: string
  watch: Pick<DatabaseWatch, 'isUnavailable' | 'answers' | 'sql'>
  cache: Pick<PageCache, 'announce' | 'clear'>
  log: Log
  /** How often this process listens for its own voice, in milliseconds. */
  beatMs?: number
}

const channel = 'page_data'

/** How long a connection may take to listen, in milliseconds: a pooler without a free one would be waited for without an end. */
const listenMs = 5000

/**
 * Hears the database's notices of changed data on a connection of its own and drops the pages made of it.
 *
 * A broken connection is made again by the driver, and everything that was kept goes then, because changes went unheard meanwhile.
 * A connection can also die in silence (a firewall that forgets it, a pooler that does not pass notices on): so the process calls out
 * to itself, and where it does not hear that, drops everything and listens anew. Nothing stale is shown longer than two beats.
 */
export async function listenForInvalidations({ databaseUrl, watch, cache, log, beatMs = 15_000 }: NoticesOptions) {
  const ownBeat = `beat ${Bun.randomUUIDv7()}`
  let heard = true
  /** Whether the present connection listens, as far as is known. */
  let isListening = false
  let hasListened = false
  /** Whether another connection is being made already: beats come faster than an attempt may fail. */
  let isBeginning = false
  let connection = await listen()
  const timer = setInterval(() => void beat(), beatMs)

  return {
    /** Whether notices are heard, as far as the last call to itself tells. */
    areHeard: () => isListening,
    /** One call to itself; the clock makes it. */
    beat,
    stop: async () => {
      clearInterval(timer)
      await connection.end({ timeout: 1 })
    },
  }

  async function listen(): Promise<Sql> {
    const sql = openSql(databaseUrl, { connections: 1 })
    try {
      const listening = sql.listen(channel, hear, () => {
        // The first time nothing is kept yet.
        if (hasListened) void forgetWhenThere()
        hasListened = true
      })
      listening.catch(() => {})
      await Promise.race([listening, Bun.sleep(listenMs).then(() => Promise.reject(new NotListening()))])
    } catch (problem) {
      await sql.end({ timeout: 0 })
      throw problem
    }
    isListening = true
    return sql
  }

  /** What is kept goes once it can be made anew: this connection may be back a moment before the others may try. */
  async function forgetWhenThere(): Promise<void> {
    await watch.answers()
    cache.clear()
  }

  function hear(text: string): void {
    if (text === ownBeat) heard = true
    else if (!text.startsWith('beat ')) cache.announce(text.split('\n'))
  }

  async function beat(): Promise<void> {
    // Nothing changes in a database that is unavailable: what is kept goes on being right.
    if (watch.isUnavailable() || isBeginning) return
    try {
      if (!heard) {
        log.error('notices not heard')
        isListening = false
        cache.clear()
        void connection.end({ timeout: 0 }).catch(() => {})
        isBeginning = true
        connection = await listen()
      }
      heard = false
      await watch.sql.notify(channel, ownBeat)
    } catch (problem) {
      log.error('notices not heard', {}, problem)
    } finally {
      isBeginning = false
    }
  }
}

class NotListening extends Error {
  readonly code = 'CONNECT_TIMEOUT'
}
