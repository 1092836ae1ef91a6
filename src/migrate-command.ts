import { openDatabase } from './database/connect.ts'
import { migrate } from './database/migrate.ts'
import { readEnv } from './env.ts'

// `bun run migrate`: brings the database to this program's schema and ends. The site does the same when it starts.
const read = readEnv(process.env)
if ('problems' in read) {
  console.error(read.problems.join('\n'))
  process.exit(1)
}
const database = await openDatabase(read.env)
const outcome = await migrate(database.sql, database.url)
await database.close()
if (outcome.kind === 'newer-schema') {
  console.error(
    `The database is newer (version ${outcome.databaseVersion}) than this program (${outcome.programVersion}).`,
  )
  process.exit(1)
}
console.info(outcome.applied.length > 0 ? `Applied ${outcome.applied.join(', ')}.` : 'The database is up to date.')
