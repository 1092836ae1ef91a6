import './wire/arktype-config.ts'
import { type Database, openDatabase } from './database/connect.ts'
import { isDatabaseAway } from './database/is-away.ts'
import { migrate } from './database/migrate.ts'
import { type Env, readEnv } from './env.ts'
import { createLog } from './log.ts'
import { startSite } from './site.ts'

const read = readEnv(process.env)
if ('problems' in read)
  exitWith(['The site cannot start with these settings:', ...read.problems.map((line) => `- ${line}`)])

for (const event of ['unhandledRejection', 'uncaughtException'] as const) {
  process.on(event, (problem) => {
    // By way of the log, which leaves out what a driver's message quotes; on the console it would stand in full.
    createLog().error('unhandled', {}, problem)
    if (!isDatabaseAway(problem)) process.exit(1)
  })
}
main(read.env).catch((problem: NodeJS.ErrnoException) => {
  if (problem.code !== 'EADDRINUSE') throw problem
  const ports = [read.env.port, read.env.metricsPort].filter((port) => port > 0).join(' or ')
  exitWith([`Port ${ports} is taken by another program. Stop that, or set PORT (or METRICS_PORT) to a free one.`])
})

async function main(env: Env): Promise<void> {
  const database = await openWhenThere(env)
  const outcome = await migrate(database.sql, database.url)
  if (outcome.kind === 'newer-schema') {
    await database.close()
    exitWith([
      `The database has schema version ${outcome.databaseVersion}; this program knows versions up to ${outcome.programVersion}.`,
      'It was last used by a newer release. Start that release, or restore a backup from before the upgrade.',
    ])
  }
  const site = await startSite(env, database)
  console.info(`\n${env.brand.name}: ${env.publicUrl}`)
  if (env.mode === 'demo' && env.admin) {
    console.info(`Sign in at ${env.publicUrl}/admin/sign-in as ${env.admin.email}, password ${env.admin.password}\n`)
  }
  let stopping = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, async () => {
      if (stopping) return
      stopping = true
      await site.stop()
      await database.close()
      process.exit(0)
    })
  }
}

/** The database once it answers; a server that starts beside this process may take a while. */
async function openWhenThere(env: Env): Promise<Database> {
  const database = await openDatabase(env, { stopEmbedded: true, connections: env.databaseConnections })
  for (let second = 0; ; second++) {
    try {
      await database.sql`select 1`
      return database
    } catch (problem) {
      if (!isDatabaseAway(problem)) throw problem
      if (second === 0) createLog().info('waiting for the database')
      if (second === 60) exitWith(['The database cannot be reached. DATABASE_URL says where it is.'])
      await Bun.sleep(1000)
    }
  }
}

function exitWith(lines: string[]): never {
  console.error(lines.join('\n'))
  process.exit(1)
}
