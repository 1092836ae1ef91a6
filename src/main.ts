import './wire/arktype-config.ts'
import { openDatabase } from './database/connect.ts'
import { migrate } from './database/migrate.ts'
import { type Env, readEnv } from './env.ts'
import { startSite } from './site.ts'

const read = readEnv(process.env)
if ('problems' in read)
  exitWith(['The site cannot start with these settings:', ...read.problems.map((line) => `- ${line}`)])

void main(read.env)

async function main(env: Env): Promise<void> {
  const database = await openDatabase(env, { stopEmbedded: true, connections: env.databaseConnections })
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

function exitWith(lines: string[]): never {
  console.error(lines.join('\n'))
  process.exit(1)
}
