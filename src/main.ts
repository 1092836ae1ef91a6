import './wire/arktype-config.ts'
import { onDirect, openDatabase } from './database/connect.ts'
import { databaseProblem, isDatabaseUnavailable } from './database/database-problem.ts'
import { aheadOfProgram, migrate, migrationProblem } from './database/migrate.ts'
import { findExcessRights } from './database/rights.ts'
import { type Env, needlessSecretsOf, printsJson, readEnv, SettingProblem } from './env.ts'
import { createLog, printJson } from './process/log.ts'
import { startSite } from './site.ts'

const databaseMs = 7000
/** On top of the seconds for a proxy to notice. */
const endMs = 9000

if (printsJson(process.env)) printJson()

// From the first moment: a start takes seconds on a slow machine, and must end when asked to.
const ending = new AbortController()
const stopping = Promise.withResolvers<never>()
stopping.promise.catch(() => {})
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    ending.abort()
    stopping.reject(ending.signal.reason)
  })
}
for (const event of ['unhandledRejection', 'uncaughtException'] as const) {
  process.on(event, (problem) => {
    // By the log, which leaves out what a driver's message quotes; the console would show it.
    createLog().error('unhandled', {}, problem)
    if (!isDatabaseUnavailable(problem)) exitWith(['The site ends: something failed that nothing was prepared for.'])
  })
}

// A witness of the public log needs nothing of the site.
if (process.env.ROLE === 'witness') void import('./commands/witness.ts')
else start()

function start(): void {
  const read = readEnv(process.env)
  if ('problems' in read)
    exitWith(['The site cannot start with these settings:', ...read.problems.map((line) => `- ${line}`)])
  const { env } = read
  ending.signal.addEventListener('abort', () => {
    setTimeout(() => exitWith(['The site ends before all of it has stopped.']), endMs + env.drainSeconds * 1000)
  })
  run(env).then(
    () => process.exit(0),
    (problem) => {
      if (problem === ending.signal.reason) process.exit(0)
      exitWith([
        `The site ${ending.signal.aborted ? 'did not stop as it should' : 'could not start'}.`,
        ...why(problem, env),
      ])
    },
  )
}

async function run(env: Env): Promise<void> {
  const opening = openDatabase(env, {
    stopEmbedded: true,
    connections: env.databaseConnections,
    waitMs: databaseMs,
  })
  const database = await Promise.race([opening, stopping.promise])
  try {
    const migrating = onDirect(database, (sql) => migrate(sql, database.directUrl))
    const outcome = await Promise.race([migrating, stopping.promise])
    if (outcome.kind === 'ahead') console.info(aheadOfProgram(outcome))
    else if (outcome.kind !== 'migrated') throw new SettingProblem(migrationProblem(outcome))
    const excess = env.databaseUrl ? await findExcessRights(database.sql) : null
    if (excess) console.info(excess)
    const needless = needlessSecretsOf(env)
    if (needless) console.info(needless)
    const site = await startSite(env, database, { signal: ending.signal })
    console.info(`\n${env.brand.name}: ${env.publicUrl}`)
    if (env.mode === 'demo' && env.admin) {
      console.info(`Sign in at ${env.publicUrl}/admin/sign-in as ${env.admin.email}, password ${env.admin.password}\n`)
    }
    await stopping.promise.catch(() => {})
    await site.stop()
  } catch (problem) {
    const sentence = databaseProblem(problem, database.url)
    throw sentence === null ? problem : new SettingProblem(sentence)
  } finally {
    await database.close()
  }
}

function why(problem: unknown, env: Env): string[] {
  if (problem instanceof SettingProblem) return [problem.message]
  const code = problem instanceof Error && 'code' in problem ? problem.code : ''
  if (code === 'EADDRINUSE' || code === 'EACCES') {
    // Bun's sentence alone says which of the two it is.
    const named = problem instanceof Error ? Number(/\bport (\d+)/.exec(problem.message)?.[1]) : Number.NaN
    const port = named || env.port
    const obstacle = code === 'EADDRINUSE' ? 'is taken by another program' : 'may not be opened by this account'
    return [`Port ${port} ${obstacle}. Set ${port === env.metricsPort ? 'METRICS_PORT' : 'PORT'} to a free one.`]
  }
  createLog().error('start failed', {}, problem)
  // A driver's message, which has a code, may quote a value.
  return problem instanceof Error && !code ? [problem.message] : []
}

function exitWith(lines: string[]): never {
  console.error(lines.join('\n'))
  process.exit(1)
}
