import type { Log } from '#process/log.ts'
import { DatabaseUnavailable } from './database-problem.ts'
import { schemaIsCurrent } from './migrate.ts'
import { openSql, type Sql } from './sql.ts'

export type DatabaseWatch = ReturnType<typeof watchDatabase>

type DatabaseState = 'there' | 'silent' | 'away'

const questionMs = 2000
const stepMs = 100
const betweenMs = 250

/** Without it all requests of an outage would wait for a connection and be served before new ones after it. */
export function watchDatabase(pool: Sql, url: string, log: Log) {
  let unavailableSince: number | null = null
  let asking: Promise<DatabaseState> | undefined
  let stopped = false
  let own: Sql | undefined
  let schemaWasCurrent = false

  return {
    sql: failingFast(pool, () => unavailableSince !== null),
    isUnavailable: () => unavailableSince !== null,
    reportUnavailable,
    /** On a connection of its own, since a busy pool does not mean an absent database; no answer in two seconds reports it away. */
    answers: async () => {
      const isThere = (await ask()) === 'there'
      if (!isThere) reportUnavailable()
      return isThere
    },
    /** Whether the database answers with this program's schema. A silent one is not reported away: a pooler that pauses for a failover is silent too. */
    isReady: async () => {
      const found = await ask()
      if (found === 'away') reportUnavailable()
      if (found !== 'there') return false
      schemaWasCurrent ||= await schemaIsCurrent(own ?? pool).catch(() => false)
      return schemaWasCurrent
    },
    freshen: freshenPool,
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

  async function noteThere(): Promise<void> {
    if (unavailableSince === null) return
    await freshenPool()
    if (unavailableSince === null) return
    log.info('database back', { seconds: Math.round((performance.now() - unavailableSince) / 1000) })
    unavailableSince = null
  }

  /** postgres 3.4.9 fails the first statement on a broken connection: each connection gets one that nobody waits for. */
  async function freshenPool(): Promise<void> {
    const connections = Array.from({ length: pool.options.max })
    const given = Promise.allSettled(connections.map(async () => await pool`select 1`))
    await Promise.race([given, Bun.sleep(questionMs)])
  }

  function ask(): Promise<DatabaseState> {
    asking ??= question().finally(() => {
      asking = undefined
    })
    return asking
  }

  async function question(): Promise<DatabaseState> {
    own ??= openSql(url, { connections: 1 })
    const connection = own
    let answered: DatabaseState = 'away'
    try {
      const answer = connection`select pg_is_in_recovery() as reads_only`
      const timeout = patience().then(() => 'timeout' as const)
      const found = await Promise.race([answer, timeout])
      if (found === 'timeout') {
        answer.catch(() => {})
        answered = 'silent'
      } else if (found[0]?.reads_only === false) {
        await noteThere()
        return 'there'
      }
    } catch {}
    own = undefined
    void connection.end({ timeout: 0 }).catch(() => {})
    return answered
  }
}

/** Two seconds in which this process was not too busy to receive an answer: it starts slowly on small machines. */
async function patience(): Promise<void> {
  for (let waited = 0; waited < questionMs; waited += stepMs) await Bun.sleep(stepMs)
}

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
