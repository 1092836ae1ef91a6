import { resolve } from 'node:path'
import { type Env, SettingProblem } from '#env.ts'
import { projectRoot } from '#process/project-root.ts'
import { databaseProblem, mayComeUp } from './database-problem.ts'
import { openSql, type Sql } from './sql.ts'

export type Database = {
  sql: Sql
  url: string
  /** PostgreSQL itself, past a pooler: for notices, the queue, session locks and migrations. */
  directUrl: string
  close: () => Promise<void>
}

const againAfterMs = 250
const answerMs = 5000

/**
 * `waitMs`: for a server that may be starting; a wrong password fails at once. @throws SettingProblem within `waitMs` or five seconds, whichever is
 * longer.
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

/** For long transactions: a pooler that is told to pause would wait for them. */
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

/** Before the pooler: the connections that it then opens begin with our settings. */
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
      // A timeout says less than the attempt before it.
      if (sentence === null || !(problem instanceof NoAnswer)) sentence = databaseProblem(problem, url)
      if (sentence === null) throw problem
      if (!mayComeUp(problem) || performance.now() + againAfterMs > end) throw new SettingProblem(sentence)
    }
    await Bun.sleep(againAfterMs)
  }
}

export class NoAnswer extends Error {
  readonly code = 'CONNECT_TIMEOUT'
}

async function beforeTime(work: PromiseLike<unknown>, end: number): Promise<void> {
  let timer: Timer | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new NoAnswer()), Math.max(0, end - performance.now()))
  })
  try {
    await Promise.race([work, timeout])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Settings of new sessions, kept in the server: PgBouncer refuses them as startup parameters when it pools transactions.
 * - `plan_cache_mode`: each statement is planned once a connection. Planning a page of the register took longer than reading it, and optional
 * conditions are fragments, so that each combination has a plan of its own.
 * - `random_page_cost`: with the server's 4, generic plans gather and sort a city instead of reading the first of it in order.
 * - `statement_timeout`: pages stop theirs much earlier (follow-statements.ts).
 */
const roleSettings = { plan_cache_mode: 'force_generic_plan', random_page_cost: '1.1', statement_timeout: '15min' }

/** Where a service forbids it, the server's own settings are used. @returns whether it changed any: open sessions do not have them yet. */
export async function applyRoleSettings(sql: Sql): Promise<boolean> {
  const missing = await sql<{ statement: string }[]>`
    select format('alter role current_user in database %I set %I = %L', current_database(), name, value) as statement
    from unnest(${Object.keys(roleSettings)}::text[], ${Object.values(roleSettings)}::text[]) as wanted (name, value)
    where current_setting(name) <> value`
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
