import { withDatabase } from '#database/with-database.ts'
import { restartLog } from '#features/proof/server/repair-log.ts'
import { keepPlaces } from '#features/watching/server/read-on.ts'
import { commandEnv } from './command-env.ts'

// For when a restored database lacks what was signed.
const reason = process.argv[2]?.trim() ?? ''
const usage = 'Usage: bun run restart-log "Why the log starts again". The reason is shown on the page of the log.'
const env = commandEnv(reason ? '' : usage)
process.exitCode = await withDatabase(env, { isOwner: true }, async ({ sql }) => {
  const ended = await sql.begin(async (transaction) => {
    await keepPlaces(transaction)
    return await restartLog(transaction, { reason, now: new Date() })
  })
  console.info(
    ended
      ? `The log ${ended} has ended. The site begins a new one, with all entries, within seconds.`
      : 'There is no log yet.',
  )
  return 0
})
