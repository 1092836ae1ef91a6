import { resolve } from 'node:path'
import { type Env, SettingProblem } from '#env.ts'
import { projectRoot } from '#process/project-root.ts'
import { databaseProblem, mayComeUp } from './database-problem.ts'
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

/**
 * What every session of our role in our database begins with. It stands in the server, not in the connection: PgBouncer refuses such
 * startup parameters when it pools transactions.
 *
 * - `plan_cache_mode`: a prepared statement is planned once on each connection, whatever its values. Optional conditions are fragments, so
 *   that each combination is a statement of its own, and what its plan should know is written out in it. Planning a page of the
 *   register took longer than reading it.
 * - `random_page_cost`: a page from anywhere costs about what the next one does, as it is in memory or on a solid-state disk. With the
 *   server's own 4, plans that know no values gather and sort a city instead of reading the first of it in order.
 * - `statement_timeout`: no statement outlives its process for long. Pages stop theirs much earlier (limit-statements.ts); a migration
 *   and the import of the company register take as long as they need.
 */
const roleSettings = { plan_cache_mode: 'force_generic_plan', random_page_cost: '1.1', statement_timeout: '15min' }

/**
 * Sees to it that new sessions have `roleSettings`. A role may change its own settings; where a service forbids that, a sentence says so
 * and the site goes on with the server's own.
 *
 * @returns whether something was changed: sessions that are open now do not know it.
 */
export async function applyRoleSettings(sql: Sql): Promise<boolean> {
  const missing = await listMissing(sql)
  if (missing.length === 0) return false
  try {
    await sql.begin(async (transaction) => {
      // Two replicas that start at once would change the same row.
      await transaction`select pg_advisory_xact_lock(hashtext('role settings'))`
      for (const { statement } of missing) await transaction.unsafe(statement)
    })
    return true
  } catch (problem) {
    if ((problem as { code?: string }).code !== '42501') throw problem
    console.info(
      `The database role may not change its own settings: ask whoever runs the server for "${missing.map(({ statement }) => statement).join('; ')}". Without them pages are slower.`,
    )
    return false
  }
}

/** The statements that bring the settings of new sessions to ours; none where this session has them. */
const listMissing = (sql: Sql) => sql<{ statement: string }[]>`
  select format('alter role current_user in database %I set %I = %L', current_database(), name, value) as statement
  from unnest(${Object.keys(roleSettings)}::text[], ${Object.values(roleSettings)}::text[]) as wanted (name, value)
  where current_setting(name) <> value`
