import type { Log } from '#process/log.ts'
import { DatabaseUnavailable } from './is-unavailable.ts'
import { schemaIsCurrent } from './migrate.ts'
import { openSql, type Sql } from './sql.ts'

export type DatabaseWatch = {
  /** The pool, except that its statements fail at once (`DatabaseUnavailable`) while the database is known to be away. */
  sql: Sql
  /** True from the first report until the database has answered again. */
  isUnavailable: () => boolean
  /** Says that a statement failed for want of the database: from now on it is asked until it answers. */
  reportUnavailable: () => void
  /**
   * Asks now, on a connection of its own, so that a busy pool does not count as an absent database. Where there is no answer within
   * two seconds (of a process that is not busy itself) the database is reported away. Several who ask at once share one question.
   */
  answers: () => Promise<boolean>
  /**
   * Whether the site can serve: the database answers, and has had this program's schema. One that is silent is not reported away by
   * this: a pooler that is paused for a failover is silent too, and requests can wait for it.
   */
  isReady: () => Promise<boolean>
  stop: () => Promise<void>
}

/** What a question to it came to. */
type Found = 'there' | 'silent' | 'away'

const questionMs = 2000
const stepMs = 100
const betweenMs = 250

/**
 * Knows whether the database is there.
 *
 * Without this, every request of an outage would wait for a connection of its own and stand in the pool's line: thousands of them
 * in half a minute, each answered late, and all processed before anybody new when the database is back.
 */
export function watchDatabase(pool: Sql, url: string, log: Log): DatabaseWatch {
  let unavailableSince: number | null = null
  let asking: Promise<Found> | undefined
  let stopped = false
  let own: Sql | undefined
  let schemaWasCurrent = false

  return {
    sql: failingFast(pool, () => unavailableSince !== null),
    isUnavailable: () => unavailableSince !== null,
    reportUnavailable,
    answers: async () => {
      const isThere = (await ask()) === 'there'
      if (!isThere) reportUnavailable()
      return isThere
    },
    isReady: async () => {
      const found = await ask()
      if (found === 'away') reportUnavailable()
      if (found !== 'there') return false
      // A newer release may migrate while this one goes on serving: asked until it was so once.
      schemaWasCurrent ||= await schemaIsCurrent(own ?? pool).catch(() => false)
      return schemaWasCurrent
    },
    stop: async () => {
      stopped = true
      await own?.end({ timeout: 0 })
    },
  }

  function reportUnavailable(): void {
    if (unavailableSince !== null || stopped) return
    unavailableSince = performance.now()
    log.error('database away')
    void untilItAnswers()
  }

  async function untilItAnswers(): Promise<void> {
    while (!stopped && (await ask()) !== 'there') await Bun.sleep(betweenMs)
  }

  /** The database answers again: statements go there once the pool has got over its loss. */
  async function noteThere(): Promise<void> {
    if (unavailableSince === null) return
    await freshenPool()
    if (unavailableSince === null) return
    log.info('database back', { seconds: Math.round((performance.now() - unavailableSince) / 1000) })
    unavailableSince = null
  }

  /**
   * The first statement on a connection that broke in the middle of one is told of that one's end (postgres 3.4.9 keeps the server's
   * last words across connections). So each connection is given a statement that nobody waits for.
   */
  async function freshenPool(): Promise<void> {
    const connections = Array.from({ length: pool.options.max })
    const given = Promise.allSettled(connections.map(async () => await pool`select 1`))
    await Promise.race([given, Bun.sleep(questionMs)])
  }

  function ask(): Promise<Found> {
    asking ??= question().finally(() => {
      asking = undefined
    })
    return asking
  }

  async function question(): Promise<Found> {
    own ??= openSql(url, { connections: 1 })
    const connection = own
    let answered: Found = 'away'
    try {
      const answer = connection`select pg_is_in_recovery() as reads_only`
      const late = patience().then(() => 'late' as const)
      const found = await Promise.race([answer, late])
      if (found === 'late') {
        answer.catch(() => {})
        answered = 'silent'
      } else if (found[0]?.reads_only === false) {
        await noteThere()
        return 'there'
      }
    } catch {
      // Asked again on a new connection.
    }
    own = undefined
    void connection.end({ timeout: 0 }).catch(() => {})
    return answered
  }
}

/**
 * Two seconds, without those in which this process was too busy to hear an answer: while it starts on a slow machine, the answer has
 * long arrived when a single timer of two seconds goes off first.
 */
async function patience(): Promise<void> {
  for (let waited = 0; waited < questionMs; waited += stepMs) await Bun.sleep(stepMs)
}

/** The same pool, whose statements throw while `isUnavailable`. What builds parts of statements (`sql(name)`) goes through. */
function failingFast(pool: Sql, isUnavailable: () => boolean): Sql {
  const sends = new Set<PropertyKey>(['unsafe', 'begin', 'reserve', 'file', 'notify'])
  return new Proxy(pool, {
    apply(target, self, args) {
      const isStatement = Array.isArray(args[0]) && 'raw' in args[0]
      if (isStatement && isUnavailable()) throw new DatabaseUnavailable()
      return Reflect.apply(target as never, self, args)
    },
    get(target, name) {
      if (sends.has(name) && isUnavailable()) return refuse
      return Reflect.get(target, name)
    },
  })
}

function refuse(): never {
  throw new DatabaseUnavailable()
}
