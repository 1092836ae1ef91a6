import { resolve } from 'node:path'
import { withDatabase } from '#database/with-database.ts'
import { openCheckpointStore } from '#features/proof/server/checkpoint-store.ts'
import { trustLog } from '#features/proof/server/repair-log.ts'
import { refusals } from '#features/proof/server/sign-log.ts'
import { projectRoot } from '#process/project-root.ts'
import { commandEnv } from './command-env.ts'

// For when nobody else can confirm the newest checkpoint of the database.
const env = commandEnv()
const given = process.argv[2] ?? ''
const file = resolve(projectRoot, env.dataFolder, 'log-checkpoint')
process.exitCode = await withDatabase(env, {}, async ({ sql }) => {
  const size = /^\d+$/.test(given) ? Number(given) : null
  const store = env.checkpointStore ? openCheckpointStore(env.checkpointStore) : null
  const trusted = await sql.begin((transaction) => trustLog(transaction, { size, file, store }))
  if (trusted.kind === 'trusted') {
    console.info(`This machine signs the public log from its ${trusted.size} entries on.`)
    return 0
  }
  if (trusted.kind === 'no-log') console.error('Nothing has been signed yet: the first process that works jobs signs.')
  else if (trusted.kind === 'refused') console.error(`Nothing was changed: ${refusals[trusted.why]}.`)
  else
    console.error(`The newest checkpoint of the database has ${trusted.size} entries and was signed at ${trusted.signedAt}.
Look first whether a newer one exists: with whoever runs verify-log, in the DATA_FOLDER of other workers.
If there is one, restore a newer backup or start the log again with restart-log.
If there is none, run this again with the number: bun run trust-log ${trusted.size}`)
  return 1
})
