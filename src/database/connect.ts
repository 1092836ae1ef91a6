import { resolve } from 'node:path'
import { type Env, SettingProblem } from '#env.ts'
import { projectRoot } from '#process/project-root.ts'
import { databaseProblem, mayComeUp } from './database-problem.ts'
import { applyRoleSettings } from './role-settings.ts'
import { openSql, type Sql } from './sql.ts'

export type Database = {
  sql: Sql
  url: string
  /** PostgreSQL itself, past a pooler, for what belongs to a connection: notices, the queue, locks of a session, migrations. */
  directUrl: string
  close: () => Promise<void>
}

/** Between two questions to a database that does not answer yet, and for the answer to one, in milliseconds. */
const againAfterMs = 250
const answerMs = 5000

/**
 * Opens the database that the environment names, or starts (or joins) the embedded one, and asks it something.
 *
 * `close` ends the pool; the embedded server goes on running for other processes unless `stopEmbedded` is set, as the site
 * itself does when it ends.
 *
 * @param options.waitMs how long a server that cannot be reached is waited for, because it may be starting beside this process. What
 *   no waiting mends (a wrong password, no such database) is not waited for.
 * @throws SettingProblem, within `waitMs` or five seconds, whichever is longer.
 */
export async function openDatabase(
  env: Pick<Env, 'databaseUrl' | 'databaseDirectUrl' | 'dataFolder'>,
  options: { stopEmbedded?: boolean; connections?: number; waitMs?: number } = {},
): Promise<Database> {
  if (env.databaseUrl) return await open(env.databaseUrl, () => {})
  const { startEmbedded } = await import('./embedded.ts')
  const server = await startEmbedded(resolve(projectRoot, env.dataFolder, 'postgres'))
  return await open(server.url, options.stopEmbedded ? server.stop : () => {})

  async function open(url: string, stopServer: () => void): Promise<Database> {
    const pool = () => openSql(url, options.connections ? { connections: options.connections } : {})
    const directUrl = env.databaseDirectUrl || url
    let sql = pool()
    try {
      if (directUrl !== url) await prepareDirect(directUrl, options.waitMs ?? 0)
      await firstAnswer(sql, url, options.waitMs ?? 0)
      if (directUrl === url && (await applyRoleSettings(sql))) {
        await sql.end()
        sql = pool()
      }
    } catch (problem) {
      await sql.end({ timeout: 0 })
      stopServer()
      throw problem
    }
    const close = async () => {
      await sql.end({ timeout: 2 })
      stopServer()
    }
    return { sql, url, directUrl, close }
  }
}

/**
 * Work on connections to PostgreSQL itself. A transaction that lasts belongs there: a pooler that is told to pause waits for it.
 * @param connections how many transactions the work holds at once.
 */
export async function onDirect<T>(
  { sql, url, directUrl }: Pick<Database, 'sql' | 'url' | 'directUrl'>,
  work: (sql: Sql) => Promise<T>,
  connections = 1,
): Promise<T> {
  if (directUrl === url) return await work(sql)
  const direct = openSql(directUrl, { connections })
  try {
    return await work(direct)
  } finally {
    await direct.end({ timeout: 2 })
  }
}

/** Before anybody asks the pooler: the connections that it opens then begin with our settings, and it keeps them for long. */
async function prepareDirect(url: string, waitMs: number): Promise<void> {
  const direct = openSql(url, { connections: 1 })
  try {
    await firstAnswer(direct, url, waitMs)
    await applyRoleSettings(direct)
  } catch (problem) {
    if (!(problem instanceof SettingProblem)) throw problem
    throw new SettingProblem(problem.message.replaceAll('DATABASE_URL', 'DATABASE_DIRECT_URL'))
  } finally {
    await direct.end({ timeout: 0 })
  }
}

async function firstAnswer(sql: Sql, url: string, waitMs: number): Promise<void> {
  const end = performance.now() + waitMs
  const lastEnd = performance.now() + Math.max(waitMs, answerMs)
  let sentence: string | null = null
  for (;;) {
    try {
      await beforeTime(sql`select 1`, lastEnd)
      return
    } catch (problem) {
      // An attempt that time ran out for says less than the one before it.
      if (sentence === null || !(problem instanceof NoAnswer)) sentence = databaseProblem(problem, url)
      if (sentence === null) throw problem
      if (!mayComeUp(problem) || performance.now() + againAfterMs > end) throw new SettingProblem(sentence)
    }
    await Bun.sleep(againAfterMs)
  }
}

class NoAnswer extends Error {
  readonly code = 'CONNECT_TIMEOUT'
}

/** A server that takes the connection and says nothing would be waited for as long as it likes. */
async function beforeTime(work: PromiseLike<unknown>, end: number): Promise<void> {
  let timer: Timer | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new NoAnswer()), Math.max(0, end - performance.now()))
  })
  try {
    await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
