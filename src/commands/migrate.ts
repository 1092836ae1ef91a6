import { withDatabase } from '../database/with-database.ts'
import { readEnv } from '../env.ts'

// `bun run migrate`: brings the database to this program's schema and ends. The site does the same when it starts.
const read = readEnv(process.env)
if ('problems' in read) {
  console.error(read.problems.join('\n'))
  process.exit(1)
}
process.exitCode = await withDatabase(read.env, {}, async (_database, applied) => {
  console.info(applied.length > 0 ? `Applied ${applied.join(', ')}.` : 'The database is up to date.')
  return 0
})
